package dev.rollcall.analyzer.decision.wrapped;

import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.JavaFrames;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.StackFrame;
import java.util.ArrayList;
import java.util.List;

/**
 * The collectives of one rank as the wrapped jobs see them. Nothing is sent: each call is noted with the stack from which it was
 * made, so that the analyzer gets the lines that the compiler wrote. Not thread-safe.
 */
public final class World {
    /** A call with its stack. */
    public record Made(Signature signature, CallStack stack) {}

    private static final StackFrame LIBRARY =
            new StackFrame("org.bytedeco.pytorch.ProcessGroupGloo", "call", "ProcessGroupGloo.java", 0);

    private final int rank;
    private final int size;
    private final List<Made> calls = new ArrayList<>();

    /** Makes the collectives of a rank. */
    public World(int rank, int size) {
        this.rank = rank;
        this.size = size;
    }

    /** Returns the calls that the rank made, the oldest first. */
    public List<Made> calls() {
        return calls;
    }

    int rank() {
        return rank;
    }

    int size() {
        return size;
    }

    void allReduce(int count) {
        note(new Signature("all_reduce", "f32", count, count, "sum", -1, -1, 0));
    }

    void allGather(int count) {
        note(new Signature("all_gather", "f32", count, (long) count * size, null, -1, -1, 0));
    }

    void broadcast(int count) {
        note(new Signature("broadcast", "f32", count, count, null, 0, -1, 0));
    }

    void barrier() {
        note(Signature.of("barrier"));
    }

    private void note(Signature signature) {
        calls.add(new Made(signature, stack(new Throwable())));
    }

    /** Returns the stack of a throwable up to the job's {@code main}, as the recorder notes it. */
    public static CallStack stack(Throwable thrown) {
        List<StackFrame> frames = new ArrayList<>();
        for (StackTraceElement element : thrown.getStackTrace()) {
            if (element.getClassName().equals(World.class.getName())) {
                continue;
            }
            if (frames.isEmpty()) {
                frames.add(LIBRARY);
            }
            frames.add(new StackFrame(
                    element.getClassName(), element.getMethodName(), element.getFileName(), element.getLineNumber()));
            if (element.getMethodName().equals("main")) {
                break;
            }
        }
        return JavaFrames.stack(frames);
    }
}
