package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.RankSource;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What is known of one rank's process, safe to print.
 *
 * @param rank the global rank
 * @param host where it ran; empty where unknown
 * @param pid its process; empty where unknown
 * @param ending how it ended; empty where the source does not say
 * @param lastAlive when it was last known to be alive; empty where unknown
 * @param source the names of the files that it was read from, with their kinds where there are several
 * @param named whether it is a culprit, or a suspect
 */
public record RankFacts(
        int rank, String host, String pid, String ending, String lastAlive, String source, boolean named) {

    /**
     * Which facts are told of any rank: dumps and logs tell of few.
     *
     * @param host where they ran
     * @param pid their processes
     * @param ending how they ended
     * @param lastAlive when they were last known to be alive
     */
    public record Columns(boolean host, boolean pid, boolean ending, boolean lastAlive) {}

    /** Returns which facts are told of any of these ranks. */
    public static Columns columns(List<RankFacts> ranks) {
        return new Columns(
                told(ranks, RankFacts::host),
                told(ranks, RankFacts::pid),
                told(ranks, RankFacts::ending),
                told(ranks, RankFacts::lastAlive));
    }

    private static boolean told(List<RankFacts> ranks, Function<RankFacts, String> fact) {
        return ranks.stream().anyMatch(rank -> !fact.apply(rank).isEmpty());
    }

    /** Words the facts of a rank. */
    public static RankFacts of(Rank rank, boolean named) {
        return new RankFacts(
                rank.number(),
                Printable.of(rank.host()),
                rank.pid() < 0 ? "" : Long.toString(rank.pid()),
                rank.ending().isUnknown() ? "" : Endings.describe(rank.ending()),
                rank.lastAlive() == Call.NO_TIME ? "" : Times.moment(rank.lastAlive(), List.of(rank)),
                rank.sources().stream()
                        .map(source -> source(source, rank.sources().size() > 1))
                        .collect(Collectors.joining(", ")),
                named);
    }

    private static String source(RankSource source, boolean withKind) {
        Path name = Path.of(source.file()).getFileName();
        String file = name == null ? "" : Printable.of(name.toString());
        return withKind ? source.kind() + " " + file : file;
    }
}
