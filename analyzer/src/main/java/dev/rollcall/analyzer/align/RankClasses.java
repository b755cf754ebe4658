package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Membership;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The ranks of one communicator, side by side from the first call that all of them still hold; ranks that made the same
 * calls from the same lines share a rankClass, so that 16,384 equal ranks cost one comparison.
 *
 * @param communicator the communicator
 * @param start the window's first sequence number
 * @param all ordered by their lowest rank
 * @param missing how many members no trace tells of
 */
public record RankClasses(Communicator communicator, long start, List<RankClass> all, int missing) {

    public RankClasses {
        all = List.copyOf(all);
    }

    /**
     * Lines up the collective calls of a communicator.
     *
     * @param unobserved the ranks whose recording stopped
     */
    public static RankClasses of(Communicator communicator, SignatureMatcher matcher, Set<Integer> unobserved) {
        long start = 1;
        for (Membership member : communicator.memberships().values()) {
            CallSequence calls = member.collectives();
            if (calls.size() > 0) {
                start = Math.max(start, calls.firstSequence());
            }
        }
        Map<Content, List<Membership>> classes = new LinkedHashMap<>();
        for (Membership member : communicator.memberships().values()) {
            boolean cut = unobserved.contains(member.rank());
            classes.computeIfAbsent(Content.of(member.collectives(), start, matcher, cut), c -> new ArrayList<>())
                    .add(member);
        }
        List<RankClass> rankClasses = new ArrayList<>();
        for (List<Membership> members : classes.values()) {
            boolean blocked = members.stream().anyMatch(m -> blocked(m.collectives()));
            List<Integer> ranks = members.stream().map(Membership::rank).toList();
            boolean cut = unobserved.contains(ranks.get(0));
            rankClasses.add(new RankClass(ranks, members.get(0).collectives(), matcher, start, blocked, cut));
        }
        int known = communicator.memberships().size();
        return new RankClasses(communicator, start, rankClasses, Math.max(0, communicator.size() - known));
    }

    /**
     * Returns how many members nothing tells of at a position: they have no trace, or their recording had stopped by then.
     */
    public int silent(int position) {
        return missing
                + all.stream()
                        .filter(rankClass -> rankClass.cut() && rankClass.length() <= position)
                        .mapToInt(rankClass -> rankClass.ranks().size())
                        .sum();
    }

    /** Whether a rank is still in its last call, or failed in it, or nothing tells that it got out of any. */
    private static boolean blocked(CallSequence calls) {
        if (calls.size() == 0) {
            return false;
        }
        CallState last = calls.state(calls.size() - 1);
        return last.pending() || last == CallState.FAILED || calls.statesUnknown();
    }

    /** The calls of a rank inside the window, with value equality; holds no copy of them. */
    private record Content(CallSequence calls, int from, int hash, SignatureMatcher matcher, boolean cut) {

        static Content of(CallSequence calls, long start, SignatureMatcher matcher, boolean cut) {
            int from = (int) Math.min(Math.max(0, start - calls.firstSequence()), calls.size());
            int hash = 1;
            for (int i = from; i < calls.size(); i++) {
                hash = 31 * (31 * hash + matcher.code(calls.signature(i))) + calls.site(i);
            }
            return new Content(calls, from, hash, matcher, cut);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            if (!(other instanceof Content that)
                    || that.hash != hash
                    || that.cut != cut
                    || that.calls.size() - that.from != calls.size() - from
                    || that.calls.lastSequence() != calls.lastSequence()) {
                return false;
            }
            for (int i = from, j = that.from; i < calls.size(); i++, j++) {
                if (matcher.code(calls.signature(i)) != matcher.code(that.calls.signature(j))
                        || calls.site(i) != that.calls.site(j)) {
                    return false;
                }
            }
            return true;
        }
    }
}
