package dev.rollcall.analyzer.input.trace;

import dev.rollcall.analyzer.input.elf.NativeSymbols;
import dev.rollcall.analyzer.model.ArrayPool;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.Thresholds;
import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Values that many traces have, each kept once: thousands of ranks run the same program. Thread-safe.
 */
final class SharedTraceValues {
    /** The fewest times kept for a lane: what incidents compare, and a few more, by which some ranks are ahead. */
    private static final int FEWEST_TIMES = Thresholds.FEWEST_LATE_STEP_CALLS + 16;

    private final AtomicInteger traces = new AtomicInteger();
    private final ArrayPool columns = new ArrayPool();
    private final NativeSymbols nativeSymbols = new NativeSymbols();
    private final Map<String, List<Path>> classPaths = new ConcurrentHashMap<>();
    private final Map<List<Long>, List<Integer>> members = new ConcurrentHashMap<>();
    private final Map<CallStack, CallStack> stacks = new ConcurrentHashMap<>();
    private final Map<String, String> texts = new ConcurrentHashMap<>();

    /** Counts a trace that will be read. */
    void addTrace() {
        traces.incrementAndGet();
    }

    /** Returns for how many of the newest calls of a lane the times are kept in memory. All traces must be added before. */
    int timesPerLane() {
        return Math.max(
                FEWEST_TIMES,
                Math.min(Thresholds.MOST_LATE_STEP_CALLS, Thresholds.LATE_STEP_BUDGET / Math.max(1, traces.get())));
    }

    /** Returns the arrays of the call sequences. */
    ArrayPool columns() {
        return columns;
    }

    /** Returns what finds the names and lines of native frames. */
    NativeSymbols nativeSymbols() {
        return nativeSymbols;
    }

    /** Returns the first of all equal stacks. */
    CallStack stack(CallStack stack) {
        CallStack first = stacks.putIfAbsent(stack, stack);
        return first == null ? stack : first;
    }

    /** Returns the first of all equal texts. */
    String text(String text) {
        String first = texts.putIfAbsent(text, text);
        return first == null ? text : first;
    }

    /** Returns the members as ints; equal lists are one object. */
    List<Integer> members(List<Long> ranks) {
        return members.computeIfAbsent(
                ranks, list -> list.stream().map(Long::intValue).toList());
    }

    /** Returns an equal call whose signature, function and thread are shared with other calls. */
    Call call(Call call, InternTable<Signature> signatures) {
        return new Call(
                call.sequence(),
                signatures.value(signatures.id(call.signature())),
                text(call.function()),
                call.state(),
                call.enqueued(),
                call.started(),
                call.completed(),
                call.stack(),
                text(call.thread()),
                call.failure());
    }

    /** Returns the entries of a class path that are valid paths on this system. */
    List<Path> classPath(String classPath) {
        return classPaths.computeIfAbsent(classPath, SharedTraceValues::entries);
    }

    private static List<Path> entries(String classPath) {
        List<Path> entries = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator)) {
            try {
                if (!entry.isBlank()) {
                    entries.add(Path.of(entry));
                }
            } catch (InvalidPathException notOfThisSystem) {
                // The traces can come from another system.
            }
        }
        return entries;
    }
}
