package dev.rollcall.analyzer.input.trace;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.trace.CallEvent;
import dev.rollcall.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads whole calls of traces that were read before, and keeps those open that were asked last: a rank's calls are asked for
 * one after the other, and sixteen thousand mapped files are too many. Thread-safe.
 */
final class WholeCallLoader {
    private static final int MOST = 256;

    private final SharedTraceValues pool;
    private final Map<Path, Opened> opened = new LinkedHashMap<>(64, 0.75f, true);

    WholeCallLoader(SharedTraceValues pool) {
        this.pool = pool;
    }

    private record Opened(TraceReader trace, TraceTranslator words) {}

    /** Returns the whole call at a position of a trace's ring; null where the trace does not hold it any more. */
    synchronized Call call(Path file, long position) {
        try {
            Opened its = open(file);
            return its.trace.calls().event(position) instanceof CallEvent call ? its.words.call(call) : null;
        } catch (IOException goneSinceItWasRead) {
            return null;
        }
    }

    private Opened open(Path file) throws IOException {
        Opened known = opened.get(file);
        if (known != null) {
            return known;
        }
        TraceReader trace = TraceReader.open(file);
        Opened made = new Opened(trace, new TraceTranslator(trace, pool));
        opened.put(file, made);
        if (opened.size() > MOST) {
            Iterator<Opened> oldestFirst = opened.values().iterator();
            oldestFirst.next().trace.close();
            oldestFirst.remove();
        }
        return made;
    }
}
