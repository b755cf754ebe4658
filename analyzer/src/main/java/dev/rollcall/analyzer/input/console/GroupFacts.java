package dev.rollcall.analyzer.input.console;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;

/** What a console shows of one rank in one process group. Later messages replace earlier ones. Not thread-safe. */
final class GroupFacts {
    /** The rank in the group; -1 where unknown. */
    int groupRank = -1;
    /** The call that took too long; null where none is known. */
    TimedOutCall call;
    /** When the message about the call was written; {@link Call#NO_TIME} where unknown. */
    long callTime = Call.NO_TIME;

    CallStack stack = CallStack.UNKNOWN;
    /** The last counters; null where none are known. */
    GroupCounters counters;
    /** The state in a desync report; null where there is none. */
    DesyncReport.State desync;

    void call(TimedOutCall found, long time) {
        stack = call != null && call.sequence() == found.sequence() ? stack : CallStack.UNKNOWN;
        call = found;
        callTime = time;
    }

    /** Returns how many calls the counters show as enqueued and not completed. */
    long callsUnderWay() {
        return counters == null ? 0 : Math.min(ConsoleSource.MOST_LISTED, counters.enqueued() - counters.completed());
    }

    /** Keeps the state of the later call. */
    void desync(DesyncReport.State state) {
        if (desync == null || state.call() > desync.call() || state.call() == desync.call() && state.finished()) {
            desync = state;
        }
    }
}
