package dev.rollcall.trace;

/**
 * The layout of a slot of a ring: a control word, on which every change of hands is a compare-and-set, and a body whose
 * layout the tag tells.
 *
 * <pre>
 *      63      56 55                          16 15          0
 *     +----------+------------------------------+-------------+
 *   0 | tag      | generation                   | state       |
 *     +----------+------------------------------+-------------+
 *   8 | body, 120 bytes                                       |
 *     +-------------------------------------------------------+
 * 128
 * </pre>
 *
 * <p>The position of an event is {@code generation * slots + index of the slot}. A call that was carried out of its slot
 * into its communicator's entry keeps its body, under a control word of the position (48 bits) and the state.
 */
final class SlotDescriptor {
    static final int LENGTH = 128;
    static final int BODY_OFFSET = 8;

    static final int STATE_BITS = 16;
    static final int GENERATION_BITS = 40;
    static final int TAG_SHIFT = STATE_BITS + GENERATION_BITS;

    /** The body is being written by the thread that claimed the slot. */
    static final long LOCKED = 1;
    /** The body is whole. */
    static final long PUBLISHED = 1 << 1;
    /** Somebody writes the start time. */
    static final long STARTING = 1 << 2;
    /** The start time is there. */
    static final long STARTED = 1 << 3;
    /** Somebody writes the outcome. */
    static final long ENDING = 1 << 4;
    /** It ended well; its end time, and what else its kind of event learns at its end, are there. */
    static final long COMPLETED = 1 << 5;
    /** It ended in an error; the end time and the error's text are there. */
    static final long FAILED = 1 << 6;
    /** What became of it cannot be known. */
    static final long UNKNOWN = 1 << 7;

    /** Somebody is about to take the slot, and carries its pending call into its communicator's entry first. */
    static final long CARRYING = 1 << 8;

    /** While one of these is set, nobody else may take the slot. */
    static final long BUSY = LOCKED | STARTING | ENDING | CARRYING;
    /** A published call without any of these is pending. */
    static final long ENDED = COMPLETED | FAILED | UNKNOWN;

    private static final long STATE_MASK = (1L << STATE_BITS) - 1;
    private static final long GENERATION_MASK = (1L << GENERATION_BITS) - 1;

    private SlotDescriptor() {}

    static long control(EventTag tag, long generation, long state) {
        return (long) tag.code() << TAG_SHIFT | (generation & GENERATION_MASK) << STATE_BITS | state;
    }

    static int tag(long control) {
        return (int) (control >>> TAG_SHIFT);
    }

    static long generation(long control) {
        return control >>> STATE_BITS & GENERATION_MASK;
    }

    static long state(long control) {
        return control & STATE_MASK;
    }

    /** Returns what does not change while a slot is in one hand: tag and generation. */
    static long identity(long control) {
        return control & ~STATE_MASK;
    }

    /** Returns the identity of the carried copy of the call at this position. */
    static long carriedIdentity(long position) {
        return position << STATE_BITS;
    }

    /** Returns the position of the call that a carried copy's control word tells of. */
    static long carriedPosition(long control) {
        return control >>> STATE_BITS;
    }

    static boolean pending(long control) {
        return (control & (PUBLISHED | ENDED)) == PUBLISHED;
    }
}
