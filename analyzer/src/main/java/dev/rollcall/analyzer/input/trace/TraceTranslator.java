package dev.rollcall.analyzer.input.trace;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.JavaFrames;
import dev.rollcall.analyzer.model.NativeFrames;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Turns what one trace holds into the model's values: stacks, times, signatures and calls. Not thread-safe. */
final class TraceTranslator {
    private final TraceReader trace;
    private final SharedTraceValues shared;
    private final ClockPair clock;
    private final boolean stopped;
    private final Map<Integer, CallStack> stacks = new HashMap<>();
    private final Map<Integer, List<StackFrame>> frames = new HashMap<>();

    TraceTranslator(TraceReader trace, SharedTraceValues shared) {
        this.trace = trace;
        this.shared = shared;
        this.clock = trace.clock();
        this.stopped = trace.stopped() != null;
    }

    /** Returns the stack with this id. */
    CallStack stack(int id) {
        return stacks.computeIfAbsent(
                id,
                stack -> shared.stack(JavaFrames.stack(trace.stack(stack).stream()
                        .flatMap(frame -> frames(frame).stream())
                        .toList())));
    }

    /** Returns the {@linkplain CallStack#ofApplication application's frames} of the stack with this id. */
    CallStack stackOfApplication(int id) {
        List<StackFrame> all = new ArrayList<>();
        for (int frame : trace.frameIds(id)) {
            all.addAll(frames.computeIfAbsent(frame, frameId -> frames(trace.frame(frameId))));
        }
        return shared.stack(JavaFrames.stack(all).ofApplication());
    }

    private List<StackFrame> frames(TraceFrame frame) {
        if (NativeFrames.isModule(frame.type())) {
            return shared.nativeSymbols().frames(frame.type(), frame.method(), frame.file());
        }
        return List.of(new StackFrame(frame.type(), frame.method(), frame.file(), frame.line()));
    }

    /** Returns the string with this id. */
    String text(int id) {
        return trace.string(id);
    }

    /** Returns a time of the monotonic clock in nanoseconds since the epoch. */
    long time(long nanos) {
        return clock.toWallNanos(nanos);
    }

    /** Returns the signature of a call. */
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

    /** Returns how far a call got. If recording stopped, the state of a call that was pending then is unknown. */
    CallState state(CallEvent call) {
        return state(call.failed(), call.completed(), call.unknown(), call.hasStarted());
    }

    /** Returns how far the call at a cursor got, as above. */
    CallState state(CallCursor call) {
        return state(call.failed(), call.completed(), call.unknown(), call.hasStarted());
    }

    private CallState state(boolean failed, boolean completed, boolean unknown, boolean started) {
        if (failed) {
            return CallState.FAILED;
        }
        if (completed) {
            return CallState.COMPLETED;
        }
        if (unknown || stopped) {
            return CallState.UNKNOWN;
        }
        return started ? CallState.STARTED : CallState.ENQUEUED;
    }

    /** Returns when the call at a cursor ended, nanoseconds since the epoch; {@link Call#NO_TIME} if it did not. */
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
