package dev.rollcall.analyzer.input.trace;

import dev.rollcall.analyzer.model.HeldBuffers;
import dev.rollcall.analyzer.model.HeldBuffers.Holder;
import dev.rollcall.analyzer.model.HeldBuffers.Moment;
import dev.rollcall.analyzer.model.HeldBuffers.Use;
import dev.rollcall.analyzer.model.RetainedMemory;
import dev.rollcall.analyzer.model.RetainedMemory.Exhaustion;
import dev.rollcall.trace.BufferEvent;
import dev.rollcall.trace.BufferUse;
import dev.rollcall.trace.CallEvent;
import dev.rollcall.trace.CommunicatorEntry;
import dev.rollcall.trace.EventCursor;
import dev.rollcall.trace.TraceReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads which buffers of collectives stay allocated in one process. Not thread-safe. */
final class TraceBuffers {
    private record Site(int communicator, int stack, BufferUse use) {}

    /** The events of one site, the first first. */
    private static final class History {
        private final List<Moment> moments = new ArrayList<>();
        private String operation = "";
        private BufferEvent last;
    }

    private final TraceReader trace;
    private final TraceTranslator translator;
    private final Map<Site, History> sites = new LinkedHashMap<>();
    private Exhaustion exhaustion;

    private TraceBuffers(TraceReader trace, TraceTranslator translator) {
        this.trace = trace;
        this.translator = translator;
    }

    static RetainedMemory of(TraceReader trace, TraceTranslator translator) {
        if (trace.copies().claimed() == 0) {
            return RetainedMemory.NONE;
        }
        TraceBuffers buffers = new TraceBuffers(trace, translator);
        for (EventCursor cursor = trace.copies().cursor(); cursor.next(); ) {
            if (cursor.event() instanceof BufferEvent event) {
                buffers.add(event);
            }
        }
        return buffers.memory();
    }

    private void add(BufferEvent event) {
        if (event.use() == BufferUse.EXHAUSTED) {
            exhaustion = new Exhaustion(
                    translator.time(event.time()), event.bytes(), event.device(), translator.stack(event.stack()));
        } else if (event.use() != BufferUse.UNKNOWN) {
            History history = sites.computeIfAbsent(
                    new Site(event.communicator(), event.stack(), event.use()), site -> new History());
            history.moments.add(
                    new Moment(translator.time(event.time()), event.heldBuffers(), event.heldBytes(), event.steps()));
            if (history.operation.isEmpty() && trace.calls().event(event.call()) instanceof CallEvent call) {
                history.operation = translator.signature(call).operation();
            }
            if (event.heldBuffers() > 0 || history.last == null) {
                history.last = event;
            }
        }
    }

    private RetainedMemory memory() {
        Map<Integer, Integer> ranks = new LinkedHashMap<>();
        for (CommunicatorEntry entry : trace.communicators()) {
            ranks.put(entry.index(), entry.globalRank());
        }
        List<HeldBuffers> held = new ArrayList<>();
        sites.forEach((site, history) -> held.add(new HeldBuffers(
                ranks.getOrDefault(site.communicator, -1),
                history.operation,
                site.use == BufferUse.INPUT ? Use.INPUT : Use.OUTPUT,
                holder(history.last),
                history.last.device(),
                translator.stack(site.stack),
                history.moments,
                history.last.settled())));
        return new RetainedMemory(held, exhaustion);
    }

    private static Holder holder(BufferEvent event) {
        return switch (event.holder()) {
            case TENSOR -> Holder.TENSOR;
            case WORK -> Holder.WORK;
            case ALLOCATION -> Holder.ALLOCATION;
            case UNKNOWN -> Holder.UNKNOWN;
        };
    }
}
