package dev.rollcall.analyzer.input;

import dev.rollcall.analyzer.model.BadCopy;
import dev.rollcall.analyzer.model.CopyTally;
import dev.rollcall.trace.CopyEvent;
import dev.rollcall.trace.CopyPath;
import dev.rollcall.trace.CopyVerdict;
import dev.rollcall.trace.EventCursor;
import dev.rollcall.trace.TraceReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Goes through a trace's copies and counts what became of those that were verified. Stateless. */
final class TraceCopies {
    private record Way(int source, int destination, boolean rerouted) {}

    private TraceCopies() {}

    /** Returns the counts, one for each pair of devices and way, in the order in which they first occur. */
    static List<CopyTally> of(TraceReader trace, TraceWords words) {
        if (trace.copies().claimed() == 0) {
            return List.of();
        }
        List<String> devices = trace.devices();
        Map<Way, CopyTally> tallies = new LinkedHashMap<>();
        for (EventCursor cursor = trace.copies().cursor(); cursor.next(); ) {
            if (cursor.event() instanceof CopyEvent copy && told(copy)) {
                boolean rerouted = copy.path() == CopyPath.REROUTED;
                CopyTally one = tally(copy, rerouted, devices, words);
                tallies.merge(new Way(copy.sourceDevice(), copy.destinationDevice(), rerouted), one, CopyTally::and);
            }
        }
        return List.copyOf(tallies.values());
    }

    /** Whether a copy was verified. Where its source changed meanwhile, nobody knows what should have arrived. */
    private static boolean told(CopyEvent copy) {
        CopyVerdict verdict = copy.check().verdict();
        return copy.completed() && verdict != CopyVerdict.NOT_VERIFIED && verdict != CopyVerdict.SOURCE_CHANGED;
    }

    private static CopyTally tally(CopyEvent copy, boolean rerouted, List<String> devices, TraceWords words) {
        String verdict = copy.check().verdict().label();
        BadCopy bad = verdict.equals(CopyTally.INTACT)
                ? null
                : new BadCopy(
                        words.text(copy.function()),
                        bytes(copy),
                        verdict,
                        Integer.toUnsignedLong(copy.check().firstBadBlock())
                                << copy.check().blockShift(),
                        words.stack(copy.stack()),
                        words.time(copy.enqueued()));
        return new CopyTally(
                copy.sourceDevice(),
                copy.destinationDevice(),
                id(devices, copy.sourceDevice()),
                id(devices, copy.destinationDevice()),
                rerouted,
                Map.of(verdict, 1L),
                bad);
    }

    private static long bytes(CopyEvent copy) {
        long planes = copy.volume() == null ? 1 : copy.volume().depth();
        return copy.bytes() * copy.rows() * planes;
    }

    private static String id(List<String> devices, int ordinal) {
        return ordinal >= 0 && ordinal < devices.size() ? devices.get(ordinal) : "";
    }
}
