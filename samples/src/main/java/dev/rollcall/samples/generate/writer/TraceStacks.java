package dev.rollcall.samples.generate.writer;

import dev.rollcall.samples.generate.program.ScriptLine;
import dev.rollcall.trace.HeapWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes the stacks of the generated script's lines, as a Java program has them, into one trace. Not thread-safe. */
final class TraceStacks {
    private static final String PACKAGE = "example.";

    private record Key(ScriptLine site, String function) {}

    private final HeapWriter heap;
    private final Map<Key, Integer> known = new HashMap<>();

    TraceStacks(HeapWriter heap) {
        this.heap = heap;
    }

    /** Returns the id of the stack at a line. */
    int of(ScriptLine site) {
        return known.computeIfAbsent(new Key(site, ""), key -> stack(site));
    }

    /** Returns the id of the stack in a function of the library that the line calls. */
    int of(ScriptLine site, String function) {
        return known.computeIfAbsent(
                new Key(site, function),
                key -> stack(site, frame("org.bytedeco.pytorch.ProcessGroupGloo", function, "ProcessGroupGloo", 0)));
    }

    /** Returns the id of the stack of a thread that waits for another at the line. */
    int waiting(ScriptLine site) {
        return known.computeIfAbsent(
                new Key(site, "take"),
                key -> stack(
                        site, frame("java.util.concurrent.LinkedBlockingQueue", "take", "LinkedBlockingQueue", 435)));
    }

    private int stack(ScriptLine site, int... innermost) {
        List<ScriptLine.Line> lines = site.lines();
        int[] frames = new int[innermost.length + lines.size()];
        System.arraycopy(innermost, 0, frames, 0, innermost.length);
        for (int i = 0; i < lines.size(); i++) {
            ScriptLine.Line line = lines.get(i);
            frames[innermost.length + i] = frame(PACKAGE + line.unit(), line.method(), line.unit(), line.number());
        }
        return heap.stack(frames, frames.length);
    }

    private int frame(String type, String method, String unit, int line) {
        return heap.frame(heap.string(type), heap.string(method), heap.string(unit + ".java"), line);
    }
}
