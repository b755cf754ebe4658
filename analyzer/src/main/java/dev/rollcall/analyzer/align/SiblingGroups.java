package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Thresholds;
import java.util.Collections;

/**
 * The groups of other ranks that are as large as one and called the same on it until two of its sides parted: what they called
 * next tells which side left. Asked where a source does not tell in which order a rank called on several communicators.
 */
final class SiblingGroups {
    private SiblingGroups() {}

    /**
     * Returns whether two ranks or more of such groups call what one side does, and none what the other does.
     *
     * @param left the side that left, if they say so
     * @param kept the side that they are asked to bear out
     * @param position where the two part
     */
    static boolean tell(
            Job job, Communicator own, SignatureMatcher matcher, RankClass left, RankClass kept, int position) {
        int bearOut = 0;
        for (Communicator other : job.communicators()) {
            if (other.size() != own.size()
                    || !Collections.disjoint(
                            other.memberships().keySet(), own.memberships().keySet())) {
                continue;
            }
            for (Membership member : other.memberships().values()) {
                CallSequence calls = member.collectives();
                if (followed(calls, kept, position, matcher)) {
                    int code = matcher.code(calls.signature(index(calls, kept, position)));
                    if (matcher.same(code, left.code(position))) {
                        return false;
                    }
                    bearOut += matcher.same(code, kept.code(position)) ? 1 : 0;
                }
            }
        }
        return bearOut >= Thresholds.FEWEST_PEERS;
    }

    /** Whether a rank got to a position, and called the same as a rankClass, from the same paths, before. */
    private static boolean followed(CallSequence calls, RankClass rankClass, int position, SignatureMatcher matcher) {
        if (index(calls, rankClass, 0) < 0 || index(calls, rankClass, position) >= calls.size()) {
            return false;
        }
        for (int i = 0; i < position; i++) {
            int index = index(calls, rankClass, i);
            if (matcher.code(calls.signature(index)) != rankClass.code(i) || calls.site(index) != rankClass.site(i)) {
                return false;
            }
        }
        return true;
    }

    private static int index(CallSequence calls, RankClass rankClass, int position) {
        return (int) (rankClass.sequence(position) - calls.firstSequence());
    }
}
