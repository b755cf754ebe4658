package dev.rollcall.trace;

/**
 * Something that the recorder could not record. Each kind has a counter in the header. Immutable and thread-safe.
 */
public enum LossKind implements TraceCode {
    /** A counter that this version does not know. */
    OTHER,
    /** Slots of the calls ring passed over because another thread was writing them. No event is lost. */
    CALLS_SKIPPED,
    /** The same for the copies ring. */
    COPIES_SKIPPED,
    /** Events of the calls ring for which no slot was free. */
    CALLS_DROPPED,
    /** The same for the copies ring. */
    COPIES_DROPPED,
    /** Pending calls whose slot was reused while an older call occupied their lane's place for a carried call. */
    PENDING_OVERWRITTEN,
    /** Starts and ends of calls that are in neither the ring nor the communicator table any more. */
    UPDATES_DROPPED,
    /** Communicators for which the table had no entry. */
    COMMUNICATORS,
    /** Strings for which the heap had no room. */
    STRINGS,
    /** Stacks and frames for which the heap had no room. */
    STACKS,
    /** Lists for which the heap had no room, or whose place another thread was writing. */
    LISTS,
    /** Instrumentation notes for which the heap had no room. */
    NOTES,
    /** Strings that were cut because they are too long. */
    STRINGS_CUT,
    /** Bytes of the heap wasted because two threads stored equal content at once. */
    HEAP_ABANDONED,
    /** Devices for which the header had no room. */
    DEVICES,
    /** Calls, creations and waits not recorded, or only in part, because a stack or the Java heap was exhausted. */
    CALLS_MISSED;

    private static final LossKind[] VALUES = values();

    /** Returns the constant with this code, or {@link #OTHER} for a code of a later version. */
    public static LossKind ofCode(int code) {
        return TraceCode.of(VALUES, code);
    }
}
