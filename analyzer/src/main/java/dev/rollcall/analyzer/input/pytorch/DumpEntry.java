package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Signature;
import java.util.Objects;

/**
 * One entry of a dump: a call, in the words of the model.
 *
 * @param fields what it holds
 * @param name what its {@code profiling_name} tells
 */
record DumpEntry(Fields fields, DumpName name) {

    /** Returns the name of the process group; empty where the entry tells none. */
    String group() {
        Object group = fields.get("process_group");
        return group instanceof Sequence pair ? pair.text(0) : group == null ? "" : group.toString();
    }

    /** Returns the process's own number of the group, as text. */
    String localGroup() {
        return fields.text("pg_id");
    }

    boolean pointToPoint() {
        return name.messages() || Boolean.TRUE.equals(fields.get("is_p2p"));
    }

    /** Returns the ordinal of a send or receive, or of the batch of them; of a collective, that of the last one before it. */
    long pointToPointSequence() {
        return fields.number("p2p_seq_id", 0);
    }

    /** Returns the ordinal among the group's collectives, or of its sends and receives; 0 where the entry tells none. */
    long sequence() {
        if (pointToPoint()) {
            return fields.number("p2p_seq_id", 0);
        }
        // Dumps before version 2.0 had one count for all.
        long sequence = fields.number("collective_seq_id", -1);
        return sequence < 0 ? fields.number("seq_id", 0) : sequence;
    }

    /** Returns c10d's own name of the call, such as {@code nccl:all_reduce}. */
    String function() {
        return name.text();
    }

    Signature signature() {
        String operation = name.operation();
        if (operation.equals("barrier")) {
            return Signature.of(operation);
        }
        String type = types(fields.list("input_dtypes"));
        return new Signature(
                operation,
                type == null ? types(fields.list("output_dtypes")) : type,
                elements(fields.list("input_sizes")),
                elements(fields.list("output_sizes")),
                null,
                -1,
                pointToPoint() ? name.peer() : -1,
                0);
    }

    /** Returns the element type of all tensors, each once where they differ; null where no tensor is told of. */
    private static String types(Sequence types) {
        String all = null;
        for (int i = 0; i < types.size(); i++) {
            if (i == 0 || !types.text(i).equals(types.text(i - 1))) {
                String type = DumpWords.elementType(types.text(i));
                all = all == null ? type : all + "+" + type;
            }
        }
        return all;
    }

    /** Returns the elements of all tensors together; -1 where no tensor is told of. */
    private static long elements(Sequence shapes) {
        long sum = 0;
        for (int i = 0; i < shapes.size(); i++) {
            long product = 1;
            if (shapes.get(i) instanceof Sequence shape) {
                for (int j = 0; j < shape.size(); j++) {
                    product *= shape.get(j) instanceof Number extent ? extent.longValue() : 1;
                }
            }
            sum += product;
        }
        return shapes.size() == 0 ? -1 : sum;
    }

    CallState state() {
        return switch (Objects.toString(fields.get("state"), "")) {
            case "completed" -> CallState.COMPLETED;
            case "started" -> CallState.STARTED;
            case "scheduled" -> retiredWithoutEvents() ? endedIfThatMeansIt() : CallState.ENQUEUED;
            default -> CallState.UNKNOWN;
        };
    }

    /**
     * Returns whether the entry was let go although it never showed an event. Gloo and c10d's own hook give the recorder none,
     * so that their calls stay scheduled; of NCCL it means that a call timed out.
     */
    private boolean retiredWithoutEvents() {
        return Boolean.TRUE.equals(fields.get("retired")) && (name.gloo() || name.hook());
    }

    /** Gloo retires a call that ended; the hook may retire one as soon as it was issued. */
    private CallState endedIfThatMeansIt() {
        return name.gloo() ? CallState.COMPLETED : CallState.UNKNOWN;
    }

    long enqueued() {
        return time("time_created_ns");
    }

    long started() {
        return time("time_discovered_started_ns");
    }

    long completed() {
        return time("time_discovered_completed_ns");
    }

    private long time(String key) {
        long time = fields.number(key, 0);
        return time <= 0 ? Call.NO_TIME : time;
    }
}
