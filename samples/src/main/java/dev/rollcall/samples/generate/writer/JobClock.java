package dev.rollcall.samples.generate.writer;

/**
 * The clocks of one rank. The wall clocks of all ranks agree; the monotonic clocks start at different values, as on different
 * hosts.
 *
 * @param seed the job's seed
 * @param rank the rank
 */
public record JobClock(long seed, int rank) {
    private static final long EPOCH_MILLIS = 1_790_000_000_000L;
    private static final long MILLIS_PER_SEED = 3_600_000;
    private static final long SEEDS = 100_000;
    private static final long BETWEEN_BOOTS_NANOS = 987_654_321;
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** Returns when a job with this seed started, milliseconds since the epoch. */
    public static long startMillis(long seed) {
        return EPOCH_MILLIS + Math.floorMod(seed, SEEDS) * MILLIS_PER_SEED;
    }

    /** Returns when the job started, milliseconds since the epoch. */
    long startMillis() {
        return startMillis(seed);
    }

    /** Returns the monotonic clock's value at a time, nanoseconds since the job's start. */
    long nanos(long sinceStart) {
        return (rank + 1) * BETWEEN_BOOTS_NANOS + sinceStart;
    }

    /** Returns the wall clock's value at a time, in milliseconds since the epoch. */
    long wallMillis(long sinceStart) {
        return startMillis() + sinceStart / NANOS_PER_MILLI;
    }
}
