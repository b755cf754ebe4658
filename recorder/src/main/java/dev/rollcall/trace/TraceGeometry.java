package dev.rollcall.trace;

/**
 * The sizes of the parts of a trace file, which are fixed when the file is created.
 *
 * @param slots number of slots of each of the two rings; a power of two, {@link #MIN_SLOTS} to {@link #MAX_SLOTS}
 * @param heapBytes size of the heap in bytes; a multiple of 8, {@link #MIN_HEAP_BYTES} to {@link #MAX_HEAP_BYTES}
 * @param communicators number of entries of the communicator table, 1 to {@link #MAX_COMMUNICATORS}
 */
public record TraceGeometry(int slots, long heapBytes, int communicators) {

    /** The fewest slots a ring can have. */
    public static final int MIN_SLOTS = 16;

    /** The most slots a ring can have. */
    public static final int MAX_SLOTS = 1 << 22;

    /** The smallest heap. */
    public static final long MIN_HEAP_BYTES = 4096;

    /** The largest heap. */
    public static final long MAX_HEAP_BYTES = 1L << 29;

    /** The most entries a communicator table can have. */
    public static final int MAX_COMMUNICATORS = 1 << 16;

    /** The sizes that a recorder uses by default. */
    public static final TraceGeometry DEFAULT = new TraceGeometry(16_384, 4L << 20, 1024);

    /** Throws IllegalArgumentException, which names the range, for a size out of its range. */
    public TraceGeometry {
        if (slots < MIN_SLOTS || slots > MAX_SLOTS || Integer.bitCount(slots) != 1) {
            throw new IllegalArgumentException(
                    slots + " slots: must be a power of two from " + MIN_SLOTS + " to " + MAX_SLOTS);
        }
        if (heapBytes < MIN_HEAP_BYTES || heapBytes > MAX_HEAP_BYTES || heapBytes % 8 != 0) {
            throw new IllegalArgumentException("a heap of " + heapBytes + " bytes: must be a multiple of 8 from "
                    + MIN_HEAP_BYTES + " to " + MAX_HEAP_BYTES);
        }
        if (communicators < 1 || communicators > MAX_COMMUNICATORS) {
            throw new IllegalArgumentException(communicators + " communicators: must be 1 to " + MAX_COMMUNICATORS);
        }
    }
}
