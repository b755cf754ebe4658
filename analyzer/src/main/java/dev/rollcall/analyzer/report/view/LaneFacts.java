package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Membership;
import java.util.ArrayList;
import java.util.List;

/**
 * How far one rank got on one communicator, in its collectives or in its sends and receives.
 *
 * @param communicator the communicator
 * @param member the rank's part in it
 * @param pointToPoint whether sends and receives are counted
 * @param made how many calls it made
 * @param notHeld how many of them the file does not hold: they were overwritten in a ring, or never in the file
 * @param overwritten how many of these were overwritten in a ring
 * @param lastCompleted the sequence number of the last call that completed; 0 for none
 * @param statesUnknown whether nothing tells how far its calls got
 * @param oldestPending the oldest call that has not finished; null for none
 */
public record LaneFacts(
        Communicator communicator,
        Membership member,
        boolean pointToPoint,
        long made,
        long notHeld,
        long overwritten,
        long lastCompleted,
        boolean statesUnknown,
        Call oldestPending) {

    /** Returns the facts of every membership: the collectives', and the sends' and receives' where there are some. */
    public static List<LaneFacts> of(List<Communicator> communicators) {
        List<LaneFacts> facts = new ArrayList<>();
        for (Communicator communicator : communicators) {
            for (Membership member : communicator.memberships().values()) {
                boolean sends = member.pointToPoint().lastSequence() > 0;
                if (!sends || member.collectives().lastSequence() > 0) {
                    facts.add(of(communicator, member, false));
                }
                if (sends) {
                    facts.add(of(communicator, member, true));
                }
            }
        }
        return facts;
    }

    private static LaneFacts of(Communicator communicator, Membership member, boolean pointToPoint) {
        CallSequence calls = pointToPoint ? member.pointToPoint() : member.collectives();
        Call kept = member.overwrittenPending();
        return new LaneFacts(
                communicator,
                member,
                pointToPoint,
                calls.lastSequence(),
                calls.firstSequence() - 1,
                calls.overwritten(),
                lastCompleted(calls),
                calls.statesUnknown(),
                kept != null && kept.signature().traits().pointToPoint() == pointToPoint ? kept : oldestPending(calls));
    }

    private static long lastCompleted(CallSequence calls) {
        for (int i = calls.size() - 1; i >= 0; i--) {
            if (calls.state(i) == CallState.COMPLETED) {
                return calls.firstSequence() + i;
            }
        }
        return 0;
    }

    private static Call oldestPending(CallSequence calls) {
        for (int i = 0; i < calls.size(); i++) {
            if (calls.state(i).pending()) {
                return calls.call(i);
            }
        }
        return null;
    }
}
