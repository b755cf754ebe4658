package dev.rollcall.analyzer.scan.run;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Finds the branch at which ranks part. */
final class Blame {
    private final List<Behaviour> ranks;

    Blame(List<Behaviour> ranks) {
        this.ranks = ranks;
    }

    /** Returns the innermost branch around something at which any two ranks went different ways; null where there is none. */
    Open parting(Open innermost) {
        for (Open each : Open.inside(innermost)) {
            if (parts(each)) {
                return each;
            }
        }
        return null;
    }

    private boolean parts(Open branch) {
        return ranks.stream()
                        .map(rank -> rank.ways.get(branch.instance))
                        .filter(way -> way != null)
                        .distinct()
                        .count()
                > 1;
    }

    /** Returns whether nobody understands how a branch was decided, or ranks asked about different unknowns there. */
    boolean doubtful(Open branch) {
        return doubtful(branch.instance)
                || ranks.stream()
                                .map(rank -> rank.questions.get(branch.instance))
                                .filter(question -> question != null)
                                .distinct()
                                .count()
                        > 1;
    }

    /** Returns whether a call is a collective only perhaps. */
    boolean doubtful(Event event) {
        return event != null && doubtful(event.instance());
    }

    private boolean doubtful(long instance) {
        return ranks.stream().anyMatch(rank -> rank.doubtful.contains(instance));
    }

    /** Returns the ranks that went the way that fewer went; where as many went either, those whose condition held. */
    SortedSet<Integer> fewer(Open branch) {
        SortedSet<Integer> through = new TreeSet<>();
        SortedSet<Integer> jumped = new TreeSet<>();
        for (int rank = 0; rank < ranks.size(); rank++) {
            Integer way = ranks.get(rank).ways.get(branch.instance);
            if (way != null) {
                (way == 0 ? through : jumped).add(rank);
            }
        }
        if (through.isEmpty()) {
            return fewest(branch);
        }
        return jumped.size() < through.size() ? jumped : through;
    }

    /** Returns the ranks that took the way of a switch that the fewest took, the first of these. */
    private SortedSet<Integer> fewest(Open branch) {
        SortedSet<Integer> best = new TreeSet<>();
        for (Behaviour each : ranks) {
            Integer way = each.ways.get(branch.instance);
            SortedSet<Integer> same = new TreeSet<>();
            for (int rank = 0; rank < ranks.size(); rank++) {
                if (way != null && way.equals(ranks.get(rank).ways.get(branch.instance))) {
                    same.add(rank);
                }
            }
            if (!same.isEmpty() && (best.isEmpty() || same.size() < best.size())) {
                best = same;
            }
        }
        return best;
    }

    /** Returns whether something was done inside of a branch, in whatever round. */
    static boolean inside(Open innermost, Open branch) {
        return Open.inside(innermost).stream().anyMatch(each -> each.site != null && each.site.equals(branch.site));
    }
}
