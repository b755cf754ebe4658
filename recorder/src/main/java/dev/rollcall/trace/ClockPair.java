package dev.rollcall.trace;

/**
 * The two clocks of a process at one instant.
 *
 * @param nanoTime the monotonic clock, nanoseconds since an unknown instant
 * @param wallMillis the wall clock, milliseconds since the epoch
 */
public record ClockPair(long nanoTime, long wallMillis) {

    /** Returns the wall clock's time, in nanoseconds since the epoch, of an instant of the monotonic clock. */
    public long toWallNanos(long nanos) {
        return wallMillis * 1_000_000 + (nanos - nanoTime);
    }
}
