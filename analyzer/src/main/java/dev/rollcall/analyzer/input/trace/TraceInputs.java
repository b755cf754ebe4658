package dev.rollcall.analyzer.input.trace;

import dev.rollcall.analyzer.input.CallInput;
import dev.rollcall.trace.CallCursor;
import dev.rollcall.trace.CallEvent;
import dev.rollcall.trace.CommunicatorEntry;
import dev.rollcall.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads from a trace which memory its collectives read. */
final class TraceInputs {
    private TraceInputs() {}

    /**
     * Returns the inputs of the calls whose addresses are known, the oldest call's first.
     *
     * @throws IOException if the trace cannot be read any more
     */
    static List<CallInput> of(Path file, SharedTraceValues shared) throws IOException {
        try (TraceReader trace = TraceReader.open(file)) {
            TraceTranslator translator = new TraceTranslator(trace, shared);
            Map<Integer, Integer> ranks = new HashMap<>();
            for (CommunicatorEntry entry : trace.communicators()) {
                ranks.put(entry.index(), entry.globalRank());
            }
            List<CallInput> inputs = new ArrayList<>();
            for (CallCursor cursor = trace.calls().callCursor(); cursor.next(); ) {
                CallEvent call = cursor.call();
                if (call.buffer() != 0) {
                    inputs.add(new CallInput(
                            call.buffer(),
                            translator.time(call.enqueued()),
                            translator.signature(call).operation(),
                            ranks.getOrDefault(call.communicator(), -1),
                            translator.stackOfApplication(call.stack())));
                }
            }
            return inputs;
        }
    }
}
