package dev.rollcall.analyzer.wait;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Thresholds;

/**
 * Whether it is usual that one rank waits for another, where nothing tells how long it has waited by now.
 *
 * <p>A look at a job that goes on finds one rank behind another with a chance that is the share of the time in which it is
 * so. If that is small and the rank is found behind, it is not the moment's chance but a rank that does not come. Stateless
 * and thread-safe.
 */
final class Lateness {
    private Lateness() {}

    /** Returns whether a rank waits just for such as hardly ever were behind it, and that nobody has got past. */
    static boolean unusual(Wait wait) {
        if (wait.pointToPoint() || wait.joining()) {
            return false;
        }
        Membership waiting = wait.communicator().memberships().get(wait.rank());
        return !wait.absent().isEmpty()
                && wait.absent().stream()
                        .map(wait.communicator().memberships()::get)
                        .allMatch(behind -> behind != null
                                && !overtaken(wait.communicator(), behind)
                                && share(waiting.collectives(), behind.collectives()) < Thresholds.USUALLY_BEHIND);
    }

    /** Returns the share of the time in which one was behind the other, 0 to 1 and more; 1 where too little is known. */
    private static double share(CallSequence ahead, CallSequence behind) {
        long last = Math.min(ahead.lastSequence(), behind.lastSequence());
        long first = Math.max(ahead.firstSequence(), behind.firstSequence()) + Thresholds.WARM_UP_CALLS;
        first = Math.max(first, last - Thresholds.RHYTHM_CALLS);
        long from = Call.NO_TIME;
        long late = 0;
        long until = Call.NO_TIME;
        for (long sequence = first; sequence <= last; sequence++) {
            long early = ahead.call((int) (sequence - ahead.firstSequence())).enqueued();
            until = behind.call((int) (sequence - behind.firstSequence())).enqueued();
            if (early == Call.NO_TIME || until == Call.NO_TIME) {
                return 1;
            }
            from = from == Call.NO_TIME ? Math.min(early, until) : from;
            late += Math.max(0, until - early);
        }
        return last - first + 1 < Thresholds.FEWEST_CALLS_BEHIND || until <= from ? 1 : (double) late / (until - from);
    }

    /** Whether somebody completed a call that this member was not seen to make: then the looks were not at one time. */
    private static boolean overtaken(Communicator communicator, Membership behind) {
        for (Membership other : communicator.memberships().values()) {
            CallSequence calls = other.collectives();
            long next = Math.max(calls.firstSequence(), behind.collectives().lastSequence() + 1);
            for (long sequence = next; sequence <= calls.lastSequence(); sequence++) {
                int index = (int) (sequence - calls.firstSequence());
                // A rank may complete a rooted call while others have not come to it yet.
                if (calls.state(index) == CallState.COMPLETED
                        && !calls.signature(index).traits().rooted()) {
                    return true;
                }
            }
        }
        return false;
    }
}
