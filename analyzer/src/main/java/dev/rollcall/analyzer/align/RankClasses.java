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
 * The collective calls of one communicator's ranks, side by side, inside the window: from the first call that the sources of
 * all ranks still hold. Ranks with equal calls share a class, so that 16,384 equal ranks cost one comparison. Immutable.
 *
 * @param communicator the communicator
 * @param start the window's first sequence number, from 1
 * @param all the classes by their lowest rank
 * @param missing how many members have no trace
 */
public record RankClasses(Communicator communicator, long start, List<RankClass> all, int missing) {

    public RankClasses {
        all = List.copyOf(all);
    }

    /**
     * Sorts the ranks of a communicator into classes.
     *
     * @param unobserved the global ranks whose recording stopped
     */
    static RankClasses of(Communicator communicator, SignatureMatcher matcher, Set<Integer> unobserved) {
        long start = 1;
        for (Membership member : communicator.memberships().values()) {
            CallSequence calls = member.collectives();
            if (calls.size() > 0) {
                start = Math.max(start, calls.firstSequence());
            }
        }
        Map<Content, List<Membership>> groups = new LinkedHashMap<>();
        for (Membership member : communicator.memberships().values()) {
            boolean cut = unobserved.contains(member.rank());
            groups.computeIfAbsent(Content.of(member.collectives(), start, matcher, cut), c -> new ArrayList<>())
                    .add(member);
        }
        List<RankClass> all = new ArrayList<>();
        for (List<Membership> members : groups.values()) {
            boolean blocked = members.stream().anyMatch(m -> blocked(m.collectives()));
            List<Integer> ranks = members.stream().map(Membership::rank).toList();
            boolean cut = unobserved.contains(ranks.get(0));
            all.add(new RankClass(ranks, members.get(0).collectives(), matcher, start, blocked, cut));
        }
        int known = communicator.memberships().size();
        return new RankClasses(communicator, start, all, Math.max(0, communicator.size() - known));
    }

    /** Returns whether equal positions hold calls that may be one, on all ranks, so that ranks differ only in how far they got. */
    boolean areOneProgram() {
        RankClass longest = RankClass.longest(all);
        for (RankClass each : all) {
            for (int position = 0; position < each.length(); position++) {
                if (!each.same(position, longest, position)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Returns how many members have no call on record at a position because they have no trace, or their recording stopped. */
    int silent(int position) {
        return missing
                + all.stream()
                        .filter(each -> each.cut() && each.length() <= position)
                        .mapToInt(each -> each.ranks().size())
                        .sum();
    }

    /** Whether a rank is still in its last call, or failed in it, or its source never says how a call ended. */
    static boolean blocked(CallSequence calls) {
        if (calls.size() == 0) {
            return false;
        }
        CallState last = calls.state(calls.size() - 1);
        return last.pending() || last == CallState.FAILED || calls.statesUnknown();
    }

    /** The calls of a rank inside the window, with value equality and without a copy. */
    private record Content(CallSequence calls, int from, int end, int hash, SignatureMatcher matcher, boolean cut) {

        static Content of(CallSequence calls, long start, SignatureMatcher matcher, boolean cut) {
            int from = RankClass.offset(calls, start);
            int end = RankClass.end(calls, from);
            int hash = 1;
            for (int i = from; i < end; i++) {
                hash = 31 * (31 * hash + matcher.code(calls.signatureNumber(i))) + calls.siteNumber(i);
            }
            return new Content(calls, from, end, hash, matcher, cut);
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
                    || that.end - that.from != end - from
                    || that.calls.firstSequence() + that.end != calls.firstSequence() + end) {
                return false;
            }
            for (int i = from, j = that.from; i < end; i++, j++) {
                if (matcher.code(calls.signatureNumber(i)) != matcher.code(that.calls.signatureNumber(j))
                        || calls.siteNumber(i) != that.calls.siteNumber(j)) {
                    return false;
                }
            }
            return true;
        }
    }
}
