package dev.rollcall.analyzer.input.trace;

import dev.rollcall.analyzer.model.BadCopy;
import dev.rollcall.analyzer.model.CopyTally;
import dev.rollcall.trace.CopyEvent;
import dev.rollcall.trace.CopyPath;
import dev.rollcall.trace.CopyVerdict;
import dev.rollcall.trace.EventCursor;
import dev.rollcall.trace.TraceReader;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts the copies of one trace by their verdicts. Not thread-safe. */
final class TraceCopies {
    private record Route(int source, int destination, boolean rerouted) {}

    private static final class Count {
        private final Map<CopyVerdict, Long> verdicts = new EnumMap<>(CopyVerdict.class);
        private BadCopy first;
        private CopyTally.Speed speed = CopyTally.Speed.UNKNOWN;
    }

    private final TraceReader trace;
    private final TraceTranslator translator;
    private final Map<Route, Count> counts = new LinkedHashMap<>();

    private TraceCopies(TraceReader trace, TraceTranslator translator) {
        this.trace = trace;
        this.translator = translator;
    }

    /** Returns the counts for each device pair, rerouted or not, in the order in which they first occur. */
    static List<CopyTally> of(TraceReader trace, TraceTranslator translator) {
        if (trace.copies().claimed() == 0) {
            return List.of();
        }
        TraceCopies copies = new TraceCopies(trace, translator);
        for (EventCursor cursor = trace.copies().cursor(); cursor.next(); ) {
            if (cursor.event() instanceof CopyEvent copy && !copy.failed()) {
                copies.count(copy);
            }
        }
        return copies.tallies();
    }

    private void count(CopyEvent copy) {
        Route route = new Route(copy.sourceDevice(), copy.destinationDevice(), copy.path() == CopyPath.REROUTED);
        Count count = counts.computeIfAbsent(route, each -> new Count());
        CopyVerdict verdict = copy.completed() ? copy.check().verdict() : CopyVerdict.NOT_VERIFIED;
        count.verdicts.merge(verdict, 1L, Long::sum);
        boolean bad = verdict != CopyVerdict.INTACT
                && verdict != CopyVerdict.NOT_VERIFIED
                && verdict != CopyVerdict.SOURCE_CHANGED;
        if (bad && count.first == null) {
            count.first = bad(copy);
        }
        if (copy.completed()) {
            count.speed = count.speed.plus(CopyTally.Speed.of(bytes(copy), copy.ended() - copy.enqueued()));
        }
    }

    private static long bytes(CopyEvent copy) {
        return copy.bytes()
                * copy.rows()
                * (copy.volume() == null ? 1 : copy.volume().depth());
    }

    private BadCopy bad(CopyEvent copy) {
        return new BadCopy(
                copy.sourceDevice(),
                copy.destinationDevice(),
                translator.text(copy.function()),
                bytes(copy),
                copy.check().verdict().label(),
                Integer.toUnsignedLong(copy.check().firstBadBlock())
                        << copy.check().blockShift(),
                translator.stack(copy.stack()),
                translator.time(copy.enqueued()));
    }

    private List<CopyTally> tallies() {
        List<String> devices = trace.devices();
        return counts.entrySet().stream()
                .map(each -> tally(each.getKey(), each.getValue(), devices))
                .toList();
    }

    private static CopyTally tally(Route route, Count count, List<String> devices) {
        Map<String, Long> verdicts = new TreeMap<>();
        count.verdicts.forEach((verdict, copies) -> verdicts.put(verdict.label(), copies));
        return new CopyTally(
                route.source,
                route.destination,
                id(devices, route.source),
                id(devices, route.destination),
                route.rerouted,
                verdicts,
                count.first,
                count.speed);
    }

    private static String id(List<String> devices, int ordinal) {
        return ordinal >= 0 && ordinal < devices.size() ? devices.get(ordinal) : "";
    }
}
