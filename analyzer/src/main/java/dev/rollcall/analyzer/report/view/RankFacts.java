package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.RankSource;
import dev.rollcall.analyzer.model.RankText;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What is known of one rank's process, or of the processes of ranks in a row that are alike, safe to print.
 *
 * @param ranks the global ranks, ascending
 * @param host where they ran; empty where unknown
 * @param pid their processes; empty where unknown
 * @param ending how they ended; empty where the source does not say
 * @param lastAlive when they were last known to be alive, the earliest and the latest; empty where unknown
 * @param source the names of the files that they were read from, with their kinds where there are several
 * @param named whether it is a culprit, or a suspect
 */
public record RankFacts(
        List<Integer> ranks, String host, String pid, String ending, String lastAlive, String source, boolean named) {
    /** Of more processes, the first and the last are shown. */
    private static final int MOST_LISTED = 8;

    public RankFacts {
        ranks = List.copyOf(ranks);
    }

    /** Returns the numbers, such as {@code 0} or {@code 8–15}. */
    public String numbers() {
        return RankText.numbers(ranks);
    }

    /** Words the facts of ranks that share a host and an ending. */
    static RankFacts of(List<Rank> ranks, boolean named) {
        Rank first = ranks.get(0);
        return new RankFacts(
                ranks.stream().map(Rank::number).toList(),
                Printable.of(first.host()),
                MOST_LISTED < ranks.size()
                        ? ends(ranks, RankFacts::pid)
                        : ranks.stream()
                                .map(RankFacts::pid)
                                .filter(pid -> !pid.isEmpty())
                                .distinct()
                                .collect(Collectors.joining(", ")),
                first.ending().isUnknown() ? "" : Endings.describe(first.ending()),
                lastAlive(ranks),
                ends(ranks, RankFacts::source),
                named);
    }

    private static String pid(Rank rank) {
        return rank.pid() < 0 ? "" : Long.toString(rank.pid());
    }

    private static String lastAlive(List<Rank> ranks) {
        List<Rank> seen =
                ranks.stream().filter(rank -> rank.lastAlive() != Call.NO_TIME).toList();
        if (seen.isEmpty()) {
            return "";
        }
        String earliest =
                Times.moment(seen.stream().mapToLong(Rank::lastAlive).min().getAsLong(), ranks);
        String latest =
                Times.moment(seen.stream().mapToLong(Rank::lastAlive).max().getAsLong(), ranks);
        return earliest.equals(latest) ? earliest : earliest + " to " + latest;
    }

    /** Returns the fact of the first rank and of the last. */
    private static String ends(List<Rank> ranks, Function<Rank, String> fact) {
        String first = fact.apply(ranks.get(0));
        String last = fact.apply(ranks.get(ranks.size() - 1));
        return first.equals(last) ? first : first + " … " + last;
    }

    private static String source(Rank rank) {
        boolean withKind = rank.sources().size() > 1;
        return rank.sources().stream().map(source -> source(source, withKind)).collect(Collectors.joining(", "));
    }

    private static String source(RankSource source, boolean withKind) {
        Path name = Path.of(source.file()).getFileName();
        String file = name == null ? "" : Printable.of(name.toString());
        return withKind ? source.kind() + " " + file : file;
    }
}
