package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.OperationTraits;
import dev.rollcall.analyzer.model.Signature;

/**
 * One entry of a dump: what it holds, as the fields, and what that means in the words of the model. Filled by one reader, then
 * left as it is; not thread-safe before.
 */
final class DumpEntry {
    /** No job makes more calls on one group; a damaged dump can tell of more. */
    static final long MOST_CALLS = Integer.MAX_VALUE;

    /** Whatever was not there is as it stands here. */
    CallStack stack = CallStack.UNKNOWN;

    long record = -1;
    String group = "";
    String groupDescription = "";
    String localGroup = "";
    ProfilingName name;
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
    /** How many tensors go in. */
    int tensors;

    /** Makes an entry without fields; {@code unnamed} is the empty name. */
    DumpEntry(ProfilingName unnamed) {
        name = unnamed;
    }

    /** Returns whether it tells of a call at all; a damaged dump can hold anything. */
    boolean isCall() {
        return !state.isEmpty() || !name.text().isEmpty();
    }

    boolean pointToPoint() {
        return message || name.messages();
    }

    /** Returns how many calls this one is to the library below: a list of tensors that c10d coalesced is one of each. */
    int libraryCalls() {
        return name.coalesced() ? Math.max(1, tensors) : 1;
    }

    /** Returns the ordinal of a send or receive, or of the batch of them; of a collective, that of the last one before it. */
    long pointToPointSequence() {
        return messageSequence > MOST_CALLS ? 0 : messageSequence;
    }

    /** Returns the ordinal among the group's collectives, or of its sends and receives; 0 where the entry tells none. */
    long sequence() {
        // Dumps before version 2.0 had one count for all.
        long told = pointToPoint() ? messageSequence : collectiveSequence < 0 ? anySequence : collectiveSequence;
        return told > MOST_CALLS ? 0 : told;
    }

    /** Returns what the call asks for; of an entry whose name is gone, that a call was made is all that is known. */
    Signature signature() {
        if (name.text().isEmpty()) {
            return Signature.LOST;
        }
        String operation = name.operation();
        if (OperationTraits.of(operation).counts() == OperationTraits.Counts.NO_BUFFER) {
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
