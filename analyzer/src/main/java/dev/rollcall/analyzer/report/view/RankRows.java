package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Rank;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The table of a job's processes, the named ranks first.
 *
 * <p>Up to 1,024 ranks have a row each. Of more, consecutive ranks share one that run on one host and ended alike, but for those
 * that at most 16 ranks are like at the end of the record.
 *
 * @param rows the rows; at most 4,096
 * @param unlisted how many ranks there was no room for
 * @param host whether any host is known
 * @param pid whether any process is known
 * @param ending whether it is known of any rank how it ended
 * @param lastAlive whether it is known of any rank when it was last alive
 */
public record RankRows(
        List<RankFacts> rows, int unlisted, boolean host, boolean pid, boolean ending, boolean lastAlive) {
    private static final int MOST_ALONE = 1024;
    private static final int MOST_ROWS = 4096;
    /** Ranks of a larger group are many in the same place, which is said of the group. */
    private static final int MOST_UNUSUAL = 16;

    public RankRows {
        rows = List.copyOf(rows);
    }

    /** What ranks of one row have in common; the place is null for a usual one. */
    private record Alike(String host, String ending, Whereabouts unusual) {}

    /**
     * Returns the rows of a job.
     *
     * @param job the job
     * @param named the ranks that the verdict names
     * @param roll where the ranks are, each in one group
     */
    public static RankRows of(Job job, Collection<Integer> named, List<Whereabouts> roll) {
        List<List<Rank>> groups = groups(job, new HashSet<>(named), roll);
        List<RankFacts> rows = new ArrayList<>();
        int listed = 0;
        for (boolean first : new boolean[] {true, false}) {
            for (List<Rank> ranks : groups) {
                boolean its = named.contains(ranks.get(0).number());
                if (its == first && rows.size() < MOST_ROWS) {
                    rows.add(RankFacts.of(ranks, its));
                    listed += ranks.size();
                }
            }
        }
        return new RankRows(
                rows,
                job.ranks().size() - listed,
                known(rows, RankFacts::host),
                known(rows, RankFacts::pid),
                known(rows, RankFacts::ending),
                known(rows, RankFacts::lastAlive));
    }

    private static List<List<Rank>> groups(Job job, Set<Integer> named, List<Whereabouts> roll) {
        boolean each = job.ranks().size() <= MOST_ALONE;
        Map<Integer, Whereabouts> unusual = new HashMap<>();
        if (!each) {
            roll.stream()
                    .filter(group -> group.ranks().size() <= MOST_UNUSUAL)
                    .forEach(group -> group.ranks().forEach(rank -> unusual.put(rank, group)));
        }
        List<List<Rank>> groups = new ArrayList<>();
        Alike before = null;
        for (Rank rank : job.ranks()) {
            boolean alone = each || named.contains(rank.number());
            Alike alike =
                    alone ? null : new Alike(rank.host(), Endings.describe(rank.ending()), unusual.get(rank.number()));
            if (alike == null || !alike.equals(before)) {
                groups.add(new ArrayList<>());
            }
            groups.get(groups.size() - 1).add(rank);
            before = alike;
        }
        return groups;
    }

    private static boolean known(List<RankFacts> rows, Function<RankFacts, String> fact) {
        return rows.stream().anyMatch(row -> !fact.apply(row).isEmpty());
    }
}
