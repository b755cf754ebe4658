package dev.rollcall.analyzer.input.trace;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.trace.CallCursor;
import dev.rollcall.trace.CallEvent;
import dev.rollcall.trace.ClockPair;
import dev.rollcall.trace.ElementType;
import dev.rollcall.trace.Operation;
import dev.rollcall.trace.Reduction;
import dev.rollcall.trace.TraceFrame;
import dev.rollcall.trace.TraceReader;
import java.util.HashMap;
import java.util.Map;

/** Says in the model's words what one trace says in its own: stacks, times, signatures, calls. Not thread-safe. */
final class TraceTranslator {
    private final TraceReader trace;
    private final SharedTraceValues pool;
    private final ClockPair clock;
    private final boolean stopped;
    private final Map<Integer, CallStack> stacks = new HashMap<>();
    private final Map<Integer, StackFrame> frames = new HashMap<>();

    TraceTranslator(TraceReader trace, SharedTraceValues pool) {
        this.trace = trace;
        this.pool = pool;
        this.clock = trace.clock();
        this.stopped = trace.stopped() != null;
    }

    /** Returns the stack with this id. */
    CallStack stack(int id) {
        return stacks.computeIfAbsent(
                id,
                stack -> pool.stack(LibraryFrames.stack(
                        trace.stack(stack).stream().map(TraceTranslator::frame).toList())));
    }

    /** Returns the call site of the stack with this id, without the rest of it; null where it has none. */
    StackFrame site(int stack) {
        for (int id : trace.frameIds(stack)) {
            StackFrame frame = frames.computeIfAbsent(id, frameId -> frame(trace.frame(frameId)));
            if (!LibraryFrames.library(frame.type())) {
                return frame;
            }
        }
        return null;
    }

    private static StackFrame frame(TraceFrame frame) {
        return new StackFrame(frame.type(), frame.method(), frame.file(), frame.line());
    }

    /** Returns the string with this id. */
    String text(int id) {
        return trace.string(id);
    }

    /** Returns a time of the monotonic clock in nanoseconds since the epoch. */
    long time(long nanos) {
        return clock.toWallNanos(nanos);
    }

    /** Returns what a call asks for. */
    Signature signature(CallEvent call) {
        boolean pointToPoint = call.operation().pointToPoint();
        int other = call.hasRootOrPeer() ? call.rootOrPeer() : -1;
        return new Signature(
                call.operation() == Operation.UNKNOWN
                        ? unknown(call)
                        : call.operation().label(),
                call.type() == ElementType.UNKNOWN ? null : call.type().label(),
                call.hasCountIn() ? call.countIn() : -1,
                call.hasCountOut() ? call.countOut() : -1,
                call.reduction() == Reduction.NONE ? null : call.reduction().label(),
                pointToPoint ? -1 : other,
                pointToPoint ? other : -1,
                pointToPoint && call.hasMessageTag() ? call.messageTag() : -1,
                call.hasListHash() ? call.listHash() : 0);
    }

    /** Returns how far a call got; where recording stopped, nobody saw what became of the calls that were under way. */
    CallState state(CallEvent call) {
        return state(call.failed(), call.completed(), call.unknown(), call.hasStarted());
    }

    /** Returns how far the call that a cursor is at got; as above. */
    CallState state(CallCursor call) {
        return state(call.failed(), call.completed(), call.unknown(), call.hasStarted());
    }

    private CallState state(boolean failed, boolean completed, boolean unknown, boolean begun) {
        if (failed) {
            return CallState.FAILED;
        }
        if (completed) {
            return CallState.COMPLETED;
        }
        if (unknown || stopped) {
            return CallState.UNKNOWN;
        }
        return begun ? CallState.STARTED : CallState.ENQUEUED;
    }

    /** Returns when the call that a cursor is at ended, in nanoseconds since the epoch. */
    long ended(CallCursor call) {
        return call.completed() || call.failed() ? time(call.ended()) : Call.NO_TIME;
    }

    /** Returns the whole call. */
    Call call(CallEvent call) {
        return new Call(
                call.sequence(),
                signature(call),
                text(call.function()),
                state(call),
                time(call.enqueued()),
                call.hasStarted() ? time(call.started()) : Call.NO_TIME,
                call.completed() || call.failed() ? time(call.ended()) : Call.NO_TIME,
                stack(call.stack()),
                text(call.thread()),
                call.failed() ? text(call.text()) : "");
    }

    private String unknown(CallEvent call) {
        String function = text(call.function());
        return function.isEmpty() ? Operation.UNKNOWN.label() : function;
    }
}
