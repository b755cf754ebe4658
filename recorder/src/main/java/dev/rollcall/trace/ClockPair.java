package dev.rollcall.trace;

import java.nio.ByteBuffer;

/**
 * The two clocks of a process at one instant.
 *
 * @param nanoTime the monotonic clock, nanoseconds since an unknown instant
 * @param wallMillis the wall clock, milliseconds since the epoch
 */
public record ClockPair(long nanoTime, long wallMillis) {
    /** Returns the wall clock's time of an instant of the monotonic clock, in nanoseconds since the epoch. */
    public long toWallNanos(long nanos) {
        return wallMillis * 1_000_000 + (nanos - nanoTime);
    }

    void write(ByteBuffer memory, int offset) {
        memory.putLong(offset, nanoTime);
        memory.putLong(offset + Long.BYTES, wallMillis);
    }

    static ClockPair read(ByteBuffer memory, int offset) {
        return new ClockPair(memory.getLong(offset), memory.getLong(offset + Long.BYTES));
    }
}
