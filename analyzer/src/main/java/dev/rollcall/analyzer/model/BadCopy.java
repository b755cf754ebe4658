package dev.rollcall.analyzer.model;

/**
 * A copy whose destination did not hold the source's bytes afterwards. Immutable.
 *
 * @param source ordinal of the source device in the process; {@link CopyTally#HOST} for the host's memory or an
 *     unknown device
 * @param destination ordinal of the destination device in the process; {@link CopyTally#HOST} for the host's memory or an
 *     unknown device
 * @param function the library's function; empty where unknown
 * @param bytes the size of the copy
 * @param verdict the result as the trace names it, such as {@code zeroed}
 * @param firstBad offset of the first bad block, in bytes
 * @param stack where it was issued
 * @param time when it was issued, nanoseconds since the epoch; {@link Call#NO_TIME} where unknown
 */
public record BadCopy(
        int source,
        int destination,
        String function,
        long bytes,
        String verdict,
        long firstBad,
        CallStack stack,
        long time) {
    /** Returns the same copy at another time. */
    BadCopy at(long other) {
        return new BadCopy(source, destination, function, bytes, verdict, firstBad, stack, other);
    }

    /** Returns {@code cudaMemcpyPeer of 16 MiB, GPU 0 → GPU 1, zeroed from byte 0 on}. */
    public String describe() {
        return (function.isEmpty() ? "a copy" : function) + " of " + size() + ", " + CopyTally.device(source) + " → "
                + CopyTally.device(destination) + ", " + verdict + " from byte " + NumberText.grouped(firstBad) + " on";
    }

    /** Returns {@code 16 MiB}, or {@code 1,000 bytes} for sizes that are no multiple of a KiB. */
    public String size() {
        if (bytes >= 1 << 20 && bytes % (1 << 20) == 0) {
            return NumberText.grouped(bytes >> 20) + " MiB";
        }
        if (bytes >= 1 << 10 && bytes % (1 << 10) == 0) {
            return NumberText.grouped(bytes >> 10) + " KiB";
        }
        return NumberText.grouped(bytes) + (bytes == 1 ? " byte" : " bytes");
    }
}
