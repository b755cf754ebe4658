package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Rank;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * The last calls of some ranks, as they were recorded: of the named ones, of one of each group that is in one place, then of those
 * with the lowest numbers.
 *
 * @param ranks the ranks with a call
 * @param left how many ranks there was no room for
 * @param time whether the time of any call is known
 * @param step whether the step of any call is known
 */
public record RawCalls(List<RankCalls> ranks, int left, boolean time, boolean step) {
    /** So many calls of a rank are listed, and the oldest pending ones that precede them. */
    public static final int MOST_CALLS = 10;

    private static final int MOST_RANKS = 12;

    private static final List<CallGrid.Word> WORDS = List.of(
            word(CallState.ENQUEUED, "issued, and not known to have begun"),
            word(CallState.STARTED, "begun, and not completed"),
            word(CallState.UNKNOWN, "the source does not show how far the call got"));

    public RawCalls {
        ranks = List.copyOf(ranks);
    }

    /**
     * The calls of one rank.
     *
     * @param rank the global rank
     * @param named whether the verdict names it
     * @param rows the calls, oldest first
     */
    public record RankCalls(int rank, boolean named, List<CallRow> rows) {
        public RankCalls {
            rows = List.copyOf(rows);
        }
    }

    /**
     * Returns the calls of a job.
     *
     * @param job the job
     * @param named the ranks that the verdict names
     * @param roll where the ranks are, each in one group
     */
    public static RawCalls of(Job job, Collection<Integer> named, List<Whereabouts> roll) {
        Set<Integer> chosen = new LinkedHashSet<>(named);
        roll.forEach(group -> chosen.add(group.ranks().get(0)));
        job.ranks().forEach(rank -> chosen.add(rank.number()));
        List<Rank> ranks = chosen.stream()
                .filter(rank -> job.rank(rank) != null)
                .limit(MOST_RANKS)
                .map(job::rank)
                .toList();
        List<CallHistory> histories =
                ranks.stream().map(rank -> new CallHistory(job, rank.number())).toList();
        long start = histories.stream()
                .mapToLong(CallHistory::begin)
                .filter(time -> time != Call.NO_TIME)
                .min()
                .orElse(Call.NO_TIME);
        List<RankCalls> listed = new ArrayList<>();
        for (int i = 0; i < ranks.size(); i++) {
            Rank rank = ranks.get(i);
            List<CallRow> rows = CallRow.of(histories.get(i).last(MOST_CALLS), start, rank.lastAlive(), false);
            if (!rows.isEmpty()) {
                listed.add(new RankCalls(rank.number(), named.contains(rank.number()), rows));
            }
        }
        return new RawCalls(
                listed, job.ranks().size() - ranks.size(), known(listed, CallRow::time), known(listed, CallRow::step));
    }

    /** Returns the first of some ranks whose calls are listed; -1 where none is. */
    public int listed(Collection<Integer> some) {
        return ranks.stream()
                .mapToInt(RankCalls::rank)
                .filter(some::contains)
                .findFirst()
                .orElse(-1);
    }

    /** Returns what the states mean that do not explain themselves. */
    public List<CallGrid.Word> words() {
        return WORDS.stream()
                .filter(word -> ranks.stream()
                        .flatMap(rank -> rank.rows().stream())
                        .anyMatch(row -> row.state().equals(word.text())))
                .toList();
    }

    private static CallGrid.Word word(CallState state, String meaning) {
        return new CallGrid.Word(CallRow.word(state), meaning);
    }

    private static boolean known(List<RankCalls> ranks, Function<CallRow, String> fact) {
        return ranks.stream()
                .flatMap(rank -> rank.rows().stream())
                .anyMatch(row -> !fact.apply(row).isEmpty());
    }
}
