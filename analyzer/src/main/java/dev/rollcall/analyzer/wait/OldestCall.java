package dev.rollcall.analyzer.wait;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Membership;

/**
 * A rank's oldest unfinished call on one communicator.
 *
 * <p>A receive whose sender never sent is unfinished whatever its source says of it: some libraries mark it done as soon as
 * it is handed to the device.
 *
 * @param communicator the communicator
 * @param call the call
 * @param pointToPoint whether it is a send or a receive
 * @param peer the global rank whose other half is lacking; -1 where it is there, or is unknown
 * @param joinedByAll whether all members have made the call, or posted their halves of it
 * @param overtaken whether all have joined it and later ones of the rank completed: perhaps nobody waits for it
 */
record OldestCall(
        Communicator communicator, Call call, boolean pointToPoint, int peer, boolean joinedByAll, boolean overtaken) {

    /**
     * Finds a member's; null where all it called has ended. Of one that has not joined yet, the making of the communicator.
     *
     * @param joinedByAll the last collective that all members have made; 0 where that is not known
     * @param gone whether the rank is gone, so that nobody saw on it what became of its calls
     * @param settled the last collective in which a rank that is gone does not wait, nor in any before
     * @param messages the communicator's
     */
    static OldestCall of(
            Communicator communicator,
            Membership member,
            long joinedByAll,
            boolean gone,
            long settled,
            Messages messages) {
        if (Making.unfinished(member)) {
            return new OldestCall(communicator, Making.call(member), false, -1, false, false);
        }
        if (member.overwrittenPending() != null) {
            Call carried = member.overwrittenPending();
            return new OldestCall(
                    communicator, carried, carried.signature().traits().pointToPoint(), -1, false, false);
        }
        OldestCall collective = collective(communicator, member.collectives(), joinedByAll, gone ? settled : 0);
        OldestCall pointToPoint = pointToPoint(communicator, member, gone, messages);
        if (collective == null || pointToPoint == null) {
            return collective == null ? pointToPoint : collective;
        }
        return collective.older(pointToPoint);
    }

    /**
     * A call that all have joined and that later ones have overtaken is one that nobody waited for, or that nobody saw end:
     * it holds nobody up while there is another.
     */
    private static OldestCall collective(
            Communicator communicator, CallSequence calls, long joinedByAll, long settled) {
        int completed = lastCompleted(calls);
        int overtaken = -1;
        for (int i = 0; i < calls.size(); i++) {
            if (!unfinished(calls, i) || calls.firstSequence() + i <= settled) {
                continue;
            }
            if (i > completed || calls.firstSequence() + i > joinedByAll) {
                return new OldestCall(
                        communicator, calls.call(i), false, -1, calls.firstSequence() + i <= joinedByAll, false);
            }
            overtaken = overtaken < 0 ? i : overtaken;
        }
        return overtaken < 0 ? null : new OldestCall(communicator, calls.call(overtaken), false, -1, true, true);
    }

    /** Returns the same with another state of the call. */
    OldestCall with(Call other) {
        return new OldestCall(communicator, other, pointToPoint, peer, joinedByAll, overtaken);
    }

    static boolean unfinished(CallSequence calls, int index) {
        CallState state = calls.state(index);
        return state.pending() || state == CallState.FAILED && index == calls.size() - 1;
    }

    /**
     * Of sends and receives that have ended by their states, only a receive is looked at, and only at the end: a trace that was
     * read later than the peer's may hold many whose sends the peer's does not; and of a peer without a trace nothing speaks
     * against what the state says. Of several under way (a batch ends as one), it
     * is the first that lacks its other half, where those before are known to have theirs.
     */
    private static OldestCall pointToPoint(
            Communicator communicator, Membership member, boolean gone, Messages messages) {
        CallSequence calls = member.pointToPoint();
        int completed = lastCompleted(calls);
        OldestCall whole = null;
        for (int i = 0; i < calls.size(); i++) {
            boolean unfinished = unfinished(calls, i);
            if (!unfinished && i < completed || gone && messages.through(member.rank(), i)) {
                continue;
            }
            int lacking = messages.lackingPeer(member.rank(), i);
            boolean read = communicator.memberships().containsKey(lacking);
            if (lacking >= 0
                    && (unfinished || read && calls.call(i).signature().traits().receives())) {
                return new OldestCall(communicator, calls.call(i), true, lacking, lacking < 0, false);
            }
            if (unfinished && whole == null) {
                whole = new OldestCall(communicator, calls.call(i), true, lacking, lacking < 0, false);
            }
            if (unfinished && !messages.whole(member.rank(), i)) {
                return whole;
            }
        }
        return whole;
    }

    private static int lastCompleted(CallSequence calls) {
        int last = calls.size() - 1;
        while (last >= 0 && calls.state(last) != CallState.COMPLETED) {
            last--;
        }
        return last;
    }

    /**
     * Returns the one of two calls of a rank that it made first. Where no time tells, a call that some member may lack comes before
     * one that all have joined, and else the communicators' identities decide, so that the order of the sources never does.
     */
    OldestCall older(OldestCall other) {
        long time = call.enqueued();
        long others = other.call.enqueued();
        if (time != others && time != Call.NO_TIME && others != Call.NO_TIME) {
            return others < time ? other : this;
        }
        if (joinedByAll != other.joinedByAll) {
            return joinedByAll ? other : this;
        }
        return other.communicator.identity().compareTo(communicator.identity()) < 0 ? other : this;
    }
}
