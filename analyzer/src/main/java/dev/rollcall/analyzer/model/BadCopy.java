package dev.rollcall.analyzer.model;

import java.util.Locale;

/**
 * A copy whose destination was not what its source held.
 *
 * @param source ordinal of the device that it came from; {@link CopyTally#HOST} for the host's memory
 * @param destination ordinal of the device that it went to, likewise
 * @param function the library's function
 * @param bytes how many were copied
 * @param verdict what became of them, as the trace has it, such as {@code zeroed}
 * @param firstBad the first byte of the first block that is bad
 * @param stack where it was issued
 * @param time when, nanoseconds since the epoch; {@link Call#NO_TIME} where unknown
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
                + CopyTally.device(destination) + ", " + verdict + " from byte " + grouped(firstBad) + " on";
    }

    /** Returns {@code 16 MiB}, or {@code 1,000 bytes} where that is no round number. */
    public String size() {
        if (bytes >= 1 << 20 && bytes % (1 << 20) == 0) {
            return grouped(bytes >> 20) + " MiB";
        }
        if (bytes >= 1 << 10 && bytes % (1 << 10) == 0) {
            return grouped(bytes >> 10) + " KiB";
        }
        return grouped(bytes) + (bytes == 1 ? " byte" : " bytes");
    }

    private static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
