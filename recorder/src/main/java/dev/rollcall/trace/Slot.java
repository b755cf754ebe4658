package dev.rollcall.trace;

import java.nio.ByteBuffer;

/**
 * The layout of a slot, and the changes to the state of a published event.
 *
 * <pre>
 *      63      56 55                          16 15          0
 *     +----------+------------------------------+-------------+
 *   0 | tag      | generation                   | state       |   the control word
 *     +----------+------------------------------+-------------+
 *   8 | body, 120 bytes; the tag determines its layout        |
 *     +-------------------------------------------------------+
 * 128
 * </pre>
 *
 * <p>The position of an event is {@code generation * slots + index of the slot}. A pending call whose slot the ring needs is
 * <em>carried</em>: {@link CarriedCalls} copies its body to the one place of its lane in the communicator table. There the
 * control word is the position (48 bits) and the state (16 bits).
 *
 * <p>Every change but {@link #unlock} is a compare-and-set on the control word that fails if tag or generation differ, so no
 * late change reaches a slot that was reused. A change that also writes fields first sets a lock bit of its own, and then
 * replaces it by the bit that makes the fields valid. While the lock bit is set, the slot is not reused and readers ignore the
 * fields. docs/trace-format.md, "Writing", has the legal changes.
 */
final class Slot {
    static final int LENGTH = 128;
    static final int BODY_OFFSET = 8;
    static final int STATE_BITS = 16;
    static final int GENERATION_BITS = 40;
    static final int TAG_SHIFT = STATE_BITS + GENERATION_BITS;

    /** The thread that claimed the slot is writing the body. */
    static final long LOCKED = 1;
    /** The body is complete. */
    static final long PUBLISHED = 1 << 1;
    /** A thread is writing the start time. */
    static final long STARTING = 1 << 2;
    /** The start time is valid. */
    static final long STARTED = 1 << 3;
    /** A thread is writing the outcome. */
    static final long ENDING = 1 << 4;
    /** The operation succeeded; the end time, and the other fields of a successful end, are valid. */
    static final long COMPLETED = 1 << 5;
    /** The operation failed; the end time and the error's text are valid. */
    static final long FAILED = 1 << 6;
    /**
     * The outcome is not known. Cleared if the program waits for the call after all; stays set beside {@link #COMPLETED} or
     * {@link #FAILED}, which then decide.
     */
    static final long UNKNOWN = 1 << 7;
    /** A thread is about to reuse the slot, and first carries the pending call to its place in the communicator table. */
    static final long CARRYING = 1 << 8;

    /** While one of these is set, no other thread may take the slot. */
    static final long BUSY = LOCKED | STARTING | ENDING | CARRYING;
    /** A published call without any of these is pending. */
    static final long ENDED = COMPLETED | FAILED | UNKNOWN;

    private static final long STATE_MASK = (1L << STATE_BITS) - 1;
    private static final long GENERATION_MASK = (1L << GENERATION_BITS) - 1;

    private Slot() {}

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

    /** Returns the tag and the generation, which identify the event as long as it is in the slot. */
    static long identity(long control) {
        return control & ~STATE_MASK;
    }

    /** Returns the identity of the carried copy of the call at this position. */
    static long carriedIdentity(long position) {
        return position << STATE_BITS;
    }

    /** Returns the position of the call whose carried copy has this control word. */
    static long carriedPosition(long control) {
        return control >>> STATE_BITS;
    }

    static boolean pending(long control) {
        return (control & (PUBLISHED | ENDED)) == PUBLISHED;
    }

    /**
     * Sets a lock bit.
     *
     * @param identity the {@link #identity} that the control word must have
     * @param refused bits that must not be set
     * @return false where the slot was reused, is not published, or has a refused bit
     */
    static boolean lock(ByteBuffer memory, int offset, long identity, long lock, long refused) {
        return set(memory, offset, identity, lock, refused | lock);
    }

    /** Replaces a lock bit that the caller holds by the bit of the result. */
    static void unlock(ByteBuffer memory, int offset, long lock, long result) {
        for (; ; ) {
            long found = AtomicWords.getVolatile(memory, offset);
            if (AtomicWords.compareAndSet(memory, offset, found, found & ~lock | result)) {
                return;
            }
        }
    }

    /** Sets bits; returns false where the slot was reused, is not published or has a refused bit. */
    static boolean set(ByteBuffer memory, int offset, long identity, long bits, long refused) {
        return change(memory, offset, identity, 0, bits, refused);
    }

    /** Clears bits, under the same conditions as {@link #set}. */
    static boolean clear(ByteBuffer memory, int offset, long identity, long bits, long refused) {
        return change(memory, offset, identity, bits, 0, refused);
    }

    private static boolean change(
            ByteBuffer memory, int offset, long identity, long cleared, long added, long refused) {
        for (; ; ) {
            long found = AtomicWords.getVolatile(memory, offset);
            if (identity(found) != identity || (found & PUBLISHED) == 0 || (found & refused) != 0) {
                return false;
            }
            if (AtomicWords.compareAndSet(memory, offset, found, found & ~cleared | added)) {
                return true;
            }
        }
    }
}
