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
 * Loads whole calls from traces that were read before. The traces that were used last stay open: the calls of one rank are asked
 * for one after the other, but thousands of mapped files would be too many. Thread-safe.
 */
final class WholeCallLoader {
    private static final int MOST_OPEN = 256;

    private final SharedTraceValues shared;
    /** In the order of use, the least recent first. */
    private final Map<Path, OpenTrace> open = new LinkedHashMap<>(64, 0.75f, true);

    WholeCallLoader(SharedTraceValues shared) {
        this.shared = shared;
    }

    private record OpenTrace(TraceReader trace, TraceTranslator translator) {}

    /** Returns the whole call at a position of a trace's ring; null if the trace does not hold it any more. */
    synchronized Call call(Path file, long position) {
        try {
            OpenTrace trace = open(file);
            return trace.trace.calls().event(position) instanceof CallEvent call ? trace.translator.call(call) : null;
        } catch (IOException goneSinceItWasRead) {
            return null;
        }
    }

    private OpenTrace open(Path file) throws IOException {
        OpenTrace known = open.get(file);
        if (known != null) {
            return known;
        }
        TraceReader trace = TraceReader.open(file);
        OpenTrace opened = new OpenTrace(trace, new TraceTranslator(trace, shared));
        open.put(file, opened);
        if (open.size() > MOST_OPEN) {
            Iterator<OpenTrace> leastRecent = open.values().iterator();
            leastRecent.next().trace.close();
            leastRecent.remove();
        }
        return opened;
    }
}
