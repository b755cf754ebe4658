package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.OperationTraits;
import dev.rollcall.analyzer.model.Signature;

/**
 * One entry of a dump. {@link EntryReader} sets its fields, which have their initial value if the dump lacks them; the methods say
 * what they mean in the model. Not thread-safe while it is filled.
 */
final class DumpEntry {
    /** No job makes more calls on one group, but a damaged dump can contain a higher sequence number. */
    static final long MOST_CALLS = Integer.MAX_VALUE;

    CallStack stack = CallStack.UNKNOWN;
    long record = -1;
    /** The group's name. */
    String group = "";

    String groupDescription = "";
    /** The process's own number of the group. */
    String localGroup = "";

    ProfilingName name;
    String thread = "";
    String state = "";
    /** Whether the watchdog has let the call go. */
    boolean retired;

    boolean pointToPoint;
    long collectiveSequence = -1;
    long pointToPointSequence;
    /** The count of all calls, in dumps before version 2.0. */
    long sequence;
    /** Whether the times were found to be damage. */
    boolean clockDamaged;
    /** Times in nanoseconds since the epoch. */
    long created;

    long discoveredStarted;
    long discoveredCompleted;
    /** Short names as in {@link ElementTypes}; null if unknown. */
    String inputType;

    String outputType;
    long inputElements = EntryReader.UNKNOWN;
    long outputElements = EntryReader.UNKNOWN;
    int inputTensors;

    /** Makes an entry without fields; {@code unnamed} is the empty name. */
    DumpEntry(ProfilingName unnamed) {
        name = unnamed;
    }

    /** Returns whether this describes a call at all; a damaged dump can contain anything. */
    boolean isCall() {
        return !state.isEmpty() || !name.text().isEmpty();
    }

    /** Replaces the time at which the call was made, and forgets the others; 0 is unknown. */
    void forgetTimes(long made) {
        clockDamaged = true;
        created = made;
        discoveredStarted = 0;
        discoveredCompleted = 0;
    }

    boolean isPointToPoint() {
        return pointToPoint || name.pointToPoint();
    }

    /** Returns how many calls of the library below this one is: c10d makes one of each tensor of a coalesced list. */
    int libraryCalls() {
        return name.tensorList() ? Math.max(1, inputTensors) : 1;
    }

    /** Returns the ordinal of a send or receive, or of a batch of them; of a collective, that of the last one before it. */
    long pointToPointOrdinal() {
        return pointToPointSequence > MOST_CALLS ? 0 : pointToPointSequence;
    }

    /** Returns the ordinal among the group's collectives, or among its sends and receives; 0 if the entry has none. */
    long ordinal() {
        long ordinal = isPointToPoint() ? pointToPointSequence : collectiveSequence < 0 ? sequence : collectiveSequence;
        return ordinal > MOST_CALLS ? 0 : ordinal;
    }

    /** Returns whether this is a collective of a group on which the process has sent or received before. */
    boolean followsSends() {
        return !isPointToPoint() && pointToPointSequence > 0;
    }

    /** Returns whether the end of the call was noted only so many nanoseconds, or more, after it was made. */
    boolean endedLongAfterCreation(long nanos) {
        return created > 0 && discoveredCompleted - created >= nanos;
    }

    /** Returns the call's signature; {@link Signature#LOST} if the entry has no name. */
    Signature signature() {
        if (name.text().isEmpty()) {
            return Signature.LOST;
        }
        String operation = name.operation();
        if (OperationTraits.of(operation).counts() == OperationTraits.Counts.NO_BUFFER) {
            return Signature.of(operation);
        }
        int peer = isPointToPoint() ? name.peer() : -1;
        String type = inputType == null ? outputType : inputType;
        return new Signature(operation, type, inputElements, outputElements, null, -1, peer, 0);
    }

    /**
     * Returns how far the call got. Gloo and c10d's own hook give the recorder no events, so that their calls stay scheduled: Gloo
     * retires a call that ended, the hook may retire one as soon as it was issued. NCCL retires a scheduled call that timed out.
     */
    CallState state() {
        return switch (state) {
            case "completed" -> CallState.COMPLETED;
            case "started" -> CallState.STARTED;
            case "scheduled" -> {
                if (retired && name.gloo()) {
                    yield CallState.COMPLETED;
                }
                yield retired && name.c10dHook() ? CallState.UNKNOWN : CallState.ENQUEUED;
            }
            default -> CallState.UNKNOWN;
        };
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
