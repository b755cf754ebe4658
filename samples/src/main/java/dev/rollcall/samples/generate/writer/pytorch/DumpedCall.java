package dev.rollcall.samples.generate.writer.pytorch;

import dev.rollcall.samples.generate.program.SimulatedCall;
import dev.rollcall.trace.ElementType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One entry of the flight recorder. Not thread-safe. */
final class DumpedCall {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final long DISCOVERY_NANOS = 2_000;

    private final ProcessGroupCounters group;
    private final SimulatedCall call;
    private final int recordId;
    private final long collectives;
    private final long pointToPoint;
    private final long createdNanos;
    private long completedNanos = -1;

    /**
     * Makes an entry for a call that the group has just counted.
     *
     * @param recordId the ordinal among the calls of the process, from 0
     * @param createdNanos the time of the call, nanoseconds since the epoch
     */
    DumpedCall(ProcessGroupCounters group, SimulatedCall call, int recordId, long createdNanos) {
        this.group = group;
        this.call = call;
        this.recordId = recordId;
        this.collectives = group.collectives();
        this.pointToPoint = group.pointToPoint();
        this.createdNanos = createdNanos;
    }

    /** Notes that the call completed, nanoseconds since the epoch. */
    void completed(long nanos) {
        completedNanos = nanos;
        group.completed(call.operation().pointToPoint() ? pointToPoint : collectives);
    }

    boolean isCompleted() {
        return completedNanos >= 0;
    }

    ProcessGroupCounters group() {
        return group;
    }

    /**
     * Returns the fields of the entry.
     *
     * @param running whether the device has started the call, if it has not completed
     * @param dumpedNanos the time of the dump, nanoseconds since the epoch; the start of a running call is discovered then
     */
    Map<String, Object> fields(DumpedStacks stacks, boolean running, long dumpedNanos) {
        boolean completed = isCompleted();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("frames", stacks.of(call.site(), PythonNames.function(call.operation())));
        fields.put("record_id", recordId);
        fields.put("pg_id", group.localId());
        fields.put("process_group", new Object[] {group.name(), group.description()});
        fields.put("thread_name", "python3");
        fields.put("thread_id", "140124201239296");
        fields.put("collective_seq_id", collectives);
        fields.put("p2p_seq_id", pointToPoint);
        fields.put("op_id", collectives + pointToPoint);
        fields.put("profiling_name", profilingName());
        fields.put("time_created_ns", createdNanos);
        if (completed) {
            fields.put("duration_ms", Math.round((completedNanos - createdNanos) / NANOS_PER_MILLI));
        }
        List<Object> types = List.of(PythonNames.elementType(call.type()));
        fields.put("input_sizes", shapes(call.countIn()));
        fields.put("input_dtypes", types);
        fields.put("output_sizes", shapes(call.countOut()));
        fields.put("output_dtypes", types);
        fields.put("state", completed ? "completed" : running ? "started" : "scheduled");
        fields.put(
                "time_discovered_started_ns", completed ? (Long) completedNanos : running ? (Long) dumpedNanos : null);
        fields.put("time_discovered_completed_ns", completed ? (Long) (completedNanos + DISCOVERY_NANOS) : null);
        fields.put("retired", completed);
        fields.put("timeout_ms", 600_000);
        fields.put("is_p2p", call.operation().pointToPoint());
        return fields;
    }

    private String profilingName() {
        return "nccl:"
                + switch (call.operation()) {
                    case BARRIER -> "all_reduce_barrier";
                    case REDUCE_SCATTER -> "_reduce_scatter_base";
                    case ALL_GATHER -> "_all_gather_base";
                    case SEND -> "send " + group.communicatorRank() + "->" + call.rootOrPeer();
                    case RECEIVE -> "recv " + group.communicatorRank() + "<-" + call.rootOrPeer();
                    default -> call.operation().label();
                };
    }

    /** Returns the shapes of the tensors; NCCL makes a barrier by summing one number. */
    private List<Object> shapes(long elements) {
        return List.of(List.<Object>of(call.type() == ElementType.UNKNOWN ? 1L : elements));
    }
}
