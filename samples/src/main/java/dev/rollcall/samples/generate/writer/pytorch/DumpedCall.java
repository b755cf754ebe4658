package dev.rollcall.samples.generate.writer.pytorch;

import dev.rollcall.samples.generate.program.SimulatedCall;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One call as the flight recorder keeps it. Not thread-safe. */
final class DumpedCall {
    private static final double MILLI = 1e6;
    private static final long DISCOVERY_NANOS = 2_000;

    private final DumpGroup group;
    private final SimulatedCall request;
    private final int record;
    private final long collective;
    private final long message;
    private final long operation;
    private final long created;
    private long ended = -1;

    /**
     * Makes an entry of a call that has just been issued.
     *
     * @param record its ordinal among the process's calls, from 0
     * @param created when, nanoseconds since the epoch
     */
    DumpedCall(DumpGroup group, SimulatedCall request, int record, long created) {
        this.group = group;
        this.request = request;
        this.record = record;
        this.collective = group.collectives();
        this.message = group.messages();
        this.operation = collective + message;
        this.created = created;
    }

    /** Learns that it ended, nanoseconds since the epoch. */
    void ended(long nanos) {
        ended = nanos;
    }

    DumpGroup group() {
        return group;
    }

    boolean hasEnded() {
        return ended >= 0;
    }

    boolean pointToPoint() {
        return request.operation().pointToPoint();
    }

    /** Returns the number by which the process's status speaks of it. */
    long sequence() {
        return pointToPoint() ? message : collective;
    }

    /**
     * Returns what the dump says of it.
     *
     * @param running whether the device has come to it, if it has not ended
     * @param dumped when the dump is written, nanoseconds since the epoch: a start is discovered then, if not before
     */
    Map<String, Object> fields(DumpFrames frames, boolean running, long dumped) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("frames", frames.of(request.site(), C10dNames.function(request.operation())));
        fields.put("record_id", record);
        fields.put("pg_id", group.local());
        fields.put("process_group", new Object[] {group.name(), group.description()});
        fields.put("thread_name", "python3");
        fields.put("thread_id", "140124201239296");
        fields.put("collective_seq_id", collective);
        fields.put("p2p_seq_id", message);
        fields.put("op_id", operation);
        fields.put("profiling_name", C10dNames.name(request, group.place()));
        fields.put("time_created_ns", created);
        if (hasEnded()) {
            fields.put("duration_ms", Math.round((ended - created) / MILLI));
        }
        List<Object> types = C10dNames.types(request);
        fields.put("input_sizes", C10dNames.shapes(request, request.read()));
        fields.put("input_dtypes", types);
        fields.put("output_sizes", C10dNames.shapes(request, request.written()));
        fields.put("output_dtypes", types);
        fields.put("state", hasEnded() ? "completed" : running ? "started" : "scheduled");
        fields.put("time_discovered_started_ns", hasEnded() ? (Long) ended : running ? (Long) dumped : null);
        fields.put("time_discovered_completed_ns", hasEnded() ? (Long) (ended + DISCOVERY_NANOS) : null);
        fields.put("retired", hasEnded());
        fields.put("timeout_ms", 600_000);
        fields.put("is_p2p", pointToPoint());
        return fields;
    }
}
