package dev.rollcall.analyzer.input.trace;

import dev.rollcall.analyzer.model.ArrayPool;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Signature;
import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What the traces of one reading have in common, each thing once: thousands of ranks run one program. Thread-safe.
 */
final class SharedTraceValues {
    /** The pace of every rank is told by 64 calls that all made, and some are ahead. */
    private static final int FEWEST_TIMES = 80;

    private static final int MOST_TIMES = 1024;
    /** Of all traces together on one communicator: so many calls the rules that look at times look at where ranks are few. */
    private static final int TIMES = 65_536;

    private final AtomicInteger traces = new AtomicInteger();
    private final WholeCallLoader open = new WholeCallLoader(this);
    private final ArrayPool columns = new ArrayPool();
    private final Map<String, List<Path>> classPaths = new ConcurrentHashMap<>();
    private final Map<List<Long>, List<Integer>> members = new ConcurrentHashMap<>();
    private final Map<CallStack, CallStack> stacks = new ConcurrentHashMap<>();
    private final Map<String, String> texts = new ConcurrentHashMap<>();

    /** Counts a trace that will be read. */
    void expect() {
        traces.incrementAndGet();
    }

    /** Returns of how many of the newest calls of a communicator the times are to be kept at hand. */
    int timed() {
        return Math.max(FEWEST_TIMES, Math.min(MOST_TIMES, TIMES / Math.max(1, traces.get())));
    }

    /** Returns the traces that are kept open. */
    WholeCallLoader open() {
        return open;
    }

    /** Returns the columns of calls. */
    ArrayPool columns() {
        return columns;
    }

    /** Returns one of equal stacks. */
    CallStack stack(CallStack stack) {
        CallStack first = stacks.putIfAbsent(stack, stack);
        return first == null ? stack : first;
    }

    /** Returns one of equal texts. */
    String text(String text) {
        String first = texts.putIfAbsent(text, text);
        return first == null ? text : first;
    }

    /** Returns a list of members as numbers of this program; equal ones are one object. */
    List<Integer> members(List<Long> ranks) {
        List<Integer> known = members.get(ranks);
        if (known != null) {
            return known;
        }
        List<Integer> made = ranks.stream().map(Long::intValue).toList();
        List<Integer> first = members.putIfAbsent(ranks, made);
        return first == null ? made : first;
    }

    /** Returns a call whose texts and signature it shares with others. */
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

    /** Returns the entries of a class path, as far as they can be paths on this system. */
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
                continue;
            }
        }
        return entries;
    }
}
