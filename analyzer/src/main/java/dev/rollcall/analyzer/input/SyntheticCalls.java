package dev.rollcall.analyzer.input;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.CallTimes;
import dev.rollcall.analyzer.model.JoinRecord;
import dev.rollcall.analyzer.model.Signature;

/** Calls made up from others, or from the little that is known. */
final class SyntheticCalls {
    private SyntheticCalls() {}

    /** Returns a call whose record is gone, or was overwritten since the job was read. */
    static Call bare(long sequence, Signature signature, CallState state) {
        return new Call(
                sequence, signature, "", state, Call.NO_TIME, Call.NO_TIME, Call.NO_TIME, CallStack.UNKNOWN, "", "");
    }

    /** Returns the same call with every known time so many nanoseconds earlier. */
    static Call earlier(Call call, long nanos) {
        return new Call(
                call.sequence(),
                call.signature(),
                call.function(),
                call.state(),
                earlier(call.enqueued(), nanos),
                earlier(call.started(), nanos),
                earlier(call.completed(), nanos),
                call.stack(),
                call.thread(),
                call.failure());
    }

    /** Returns the same calls with every known time so many nanoseconds earlier. */
    static CallSequence earlier(CallSequence calls, long nanos) {
        return calls.changed(call -> earlier(call, nanos), times -> new CallTimes() {
            @Override
            public boolean has(int index) {
                return times.has(index);
            }

            @Override
            public long enqueued(int index) {
                return earlier(times.enqueued(index), nanos);
            }

            @Override
            public long completed(int index) {
                return earlier(times.completed(index), nanos);
            }
        });
    }

    /** Returns the same birth with every known time so many nanoseconds earlier. */
    static JoinRecord earlier(JoinRecord birth, long nanos) {
        return new JoinRecord(
                birth.phase(),
                earlier(birth.begun(), nanos),
                earlier(birth.ended(), nanos),
                birth.site(),
                birth.failure());
    }

    /** Returns a time so many nanoseconds earlier, if it is known. */
    static long earlier(long time, long nanos) {
        return time == Call.NO_TIME ? time : time - nanos;
    }
}
