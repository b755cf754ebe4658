package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Signature;

/**
 * One entry of a dump: what it holds, as the fields, and what that means in the words of the model. Filled by one reader, then
 * left as it is; not thread-safe before.
 */
final class DumpEntry {
    /** Whatever was not there is as it stands here. */
    CallStack stack = CallStack.UNKNOWN;

    long record = -1;
    String group = "";
    String groupDescription = "";
    String localGroup = "";
    DumpName name;
    String thread = "";
    String state = "";
    boolean retired;
    boolean message;
    long collectiveSequence = -1;
    long messageSequence;
    long anySequence;
    long created;
    long discoveredStarted;
    long discoveredCompleted;
    String inputType;
    String outputType;
    long inputElements = -1;
    long outputElements = -1;

    /** Returns the entry that a dictionary holds. */
    static DumpEntry of(Fields fields, DumpName.Table names, PythonFrames frames) {
        DumpEntry entry = new DumpEntry();
        entry.stack = frames.stack(fields.list("frames"));
        entry.record = fields.number("record_id", -1);
        Object group = fields.get("process_group");
        entry.group = group instanceof Sequence pair ? pair.text(0) : group == null ? "" : group.toString();
        entry.groupDescription = group instanceof Sequence pair ? pair.text(1) : "";
        entry.localGroup = fields.text("pg_id");
        entry.name = names.of(fields.text("profiling_name"));
        entry.thread = fields.text("thread_name");
        entry.state = fields.text("state");
        entry.retired = Boolean.TRUE.equals(fields.get("retired"));
        entry.message = Boolean.TRUE.equals(fields.get("is_p2p"));
        entry.collectiveSequence = fields.number("collective_seq_id", -1);
        entry.messageSequence = fields.number("p2p_seq_id", 0);
        entry.anySequence = fields.number("seq_id", 0);
        entry.created = fields.number("time_created_ns", 0);
        entry.discoveredStarted = fields.number("time_discovered_started_ns", 0);
        entry.discoveredCompleted = fields.number("time_discovered_completed_ns", 0);
        entry.inputType = types(fields.list("input_dtypes"));
        entry.outputType = types(fields.list("output_dtypes"));
        entry.inputElements = elements(fields.list("input_sizes"));
        entry.outputElements = elements(fields.list("output_sizes"));
        return entry;
    }

    /** Returns the element type of all tensors, each once where they differ; null where no tensor is told of. */
    private static String types(Sequence types) {
        String all = null;
        for (int i = 0; i < types.size(); i++) {
            if (i == 0 || !types.text(i).equals(types.text(i - 1))) {
                all = DumpWords.elementTypes(all, types.text(i));
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

    boolean pointToPoint() {
        return message || name.messages();
    }

    /** Returns the ordinal of a send or receive, or of the batch of them; of a collective, that of the last one before it. */
    long pointToPointSequence() {
        return messageSequence;
    }

    /** Returns the ordinal among the group's collectives, or of its sends and receives; 0 where the entry tells none. */
    long sequence() {
        if (pointToPoint()) {
            return messageSequence;
        }
        // Dumps before version 2.0 had one count for all.
        return collectiveSequence < 0 ? anySequence : collectiveSequence;
    }

    Signature signature() {
        String operation = name.operation();
        if (operation.equals("barrier")) {
            return Signature.of(operation);
        }
        int peer = pointToPoint() ? name.peer() : -1;
        String type = inputType == null ? outputType : inputType;
        return new Signature(operation, type, inputElements, outputElements, null, -1, peer, 0);
    }

    CallState state() {
        return switch (state) {
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
        return retired && (name.gloo() || name.hook());
    }

    /** Gloo retires a call that ended; the hook may retire one as soon as it was issued. */
    private CallState endedIfThatMeansIt() {
        return name.gloo() ? CallState.COMPLETED : CallState.UNKNOWN;
    }

    long enqueued() {
        return time(created);
    }

    long started() {
        return time(discoveredStarted);
    }

    long completed() {
        return time(discoveredCompleted);
    }

    private static long time(long time) {
        return time <= 0 ? Call.NO_TIME : time;
    }
}
