package dev.rollcall.analyzer.decision;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.StackFrame;
import java.util.ArrayList;
import java.util.List;

/** The calls of one rank in a {@link JobScript}, up to where the rank ends or lingers. */
final class RankScript {

    /** A call of the script. */
    record Planned(Signature signature, CallStack stack, String thread) {}

    final List<Planned> calls = new ArrayList<>();
    Ending ending = Ending.ALIVE;
    CallStack elsewhere = CallStack.UNKNOWN;
    boolean stopped;

    /** Adds an all_reduce of {@code count} floats. */
    void allReduce(long count, String place) {
        call(new Signature("all_reduce", "f32", count, count, "sum", -1, -1, 0), place);
    }

    /** Adds a broadcast of {@code count} floats from rank 0. */
    void broadcast(long count, String place) {
        call(new Signature("broadcast", "f32", count, count, null, 0, -1, 0), place);
    }

    /** Adds a barrier. */
    void barrier(String place) {
        call(Signature.of("barrier"), place);
    }

    /** Adds a call, unless the script has ended. */
    void call(Signature signature, String place) {
        if (!stopped) {
            calls.add(new Planned(signature, stack(place), "main"));
        }
    }

    /** Adds a call with a stack of its own, unless the script has ended. */
    void call(Signature signature, CallStack stack) {
        if (!stopped) {
            calls.add(new Planned(signature, stack, "main"));
        }
    }

    /** Ends the rank's process with an exit code. */
    void exit(int code) {
        end(new Ending(Ending.Kind.EXITED, code, "", "", CallStack.UNKNOWN, Call.NO_TIME));
    }

    /** Ends the rank's process without a record. */
    void die() {
        end(new Ending(Ending.Kind.DIED, -1, "", "", CallStack.UNKNOWN, Call.NO_TIME));
    }

    /** Ends the rank's main thread with an exception. */
    void fail(String exception, String place) {
        end(new Ending(Ending.Kind.UNCAUGHT_EXCEPTION, -1, exception, "main", stack(place), Call.NO_TIME));
    }

    /** Ends the rank's main thread with an exception and the stack at which it was thrown. */
    void fail(String exception, CallStack stack) {
        end(new Ending(Ending.Kind.UNCAUGHT_EXCEPTION, -1, exception, "main", stack, Call.NO_TIME));
    }

    /** Ends the calls; the rank stays alive, asleep at a place. */
    void linger(String place) {
        List<StackFrame> frames = new ArrayList<>();
        frames.add(new StackFrame("java.lang.Thread", "sleep", "Thread.java", 0));
        frames.addAll(stack(place).path());
        elsewhere = new CallStack(frames, 1);
        stopped = true;
    }

    private void end(Ending end) {
        if (!stopped) {
            ending = end;
            stopped = true;
        }
    }

    /** Makes a stack from {@code step:44<main:20}, innermost first, all in Train.java. */
    static CallStack stack(String place) {
        if (place.isEmpty()) {
            return CallStack.UNKNOWN;
        }
        List<StackFrame> frames = new ArrayList<>();
        frames.add(new StackFrame("org.bytedeco.pytorch.ProcessGroupGloo", "call", "ProcessGroupGloo.java", 0));
        for (String part : place.split("<")) {
            frames.add(frame(part));
        }
        return new CallStack(frames, 1);
    }

    private static StackFrame frame(String part) {
        int colon = part.indexOf(':');
        return new StackFrame(
                "demo.Train", part.substring(0, colon), "Train.java", Integer.parseInt(part.substring(colon + 1)));
    }
}
