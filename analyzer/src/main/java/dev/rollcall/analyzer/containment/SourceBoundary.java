package dev.rollcall.analyzer.containment;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;

/**
 * The boundary around the reading of one source: a file, an entry of an archive, a class file, a Python module. Whatever goes wrong
 * inside costs this source alone: a damaged format, a bug of a reader, memory, stack, a file that is cut off while it is mapped, time.
 * Outside of it there is one kind of failure, a {@link SourceFailure}. Thread-safe.
 */
public final class SourceBoundary {
    /** When the source of this thread must have been read, as {@link System#nanoTime}; null for no limit. */
    private static final ThreadLocal<Long> DEADLINE = new ThreadLocal<>();

    private SourceBoundary() {}

    /** Reads something of a source. */
    @FunctionalInterface
    public interface Reading<T> {
        /** Returns what was read. */
        T read() throws IOException;
    }

    /** Does something with a source that returns nothing. */
    @FunctionalInterface
    public interface Action {
        /** Does it. */
        void run() throws IOException;
    }

    /** Ends the reading of a source if its time is over. */
    @FunctionalInterface
    public interface TimeCheck {
        /** Throws if the time is over. */
        void check() throws InterruptedIOException;
    }

    /**
     * Reads something of a source. A boundary within another one has that one's time.
     *
     * @throws SourceFailure if it cannot be read, for any reason
     */
    public static <T> T read(Reading<T> reading) throws SourceFailure {
        try {
            return reading.read();
        } catch (SourceFailure known) {
            throw known;
        } catch (IOException | RuntimeException | Error e) {
            throw new SourceFailure(IoErrorText.of(e), e);
        }
    }

    /**
     * Does what {@link #read(Reading)} does, without a result.
     *
     * @throws SourceFailure if the source cannot be read, for any reason
     */
    public static void run(Action action) throws SourceFailure {
        read(() -> {
            action.run();
            return null;
        });
    }

    /**
     * Reads something of a source, which may take so long.
     *
     * @throws SourceFailure if it cannot be read, for any reason
     */
    public static <T> T read(Duration most, Reading<T> reading) throws SourceFailure {
        Long outer = DEADLINE.get();
        if (outer == null) {
            DEADLINE.set(System.nanoTime() + most.toNanos());
        }
        try {
            return read(reading);
        } finally {
            if (outer == null) {
                DEADLINE.remove();
            }
        }
    }

    /**
     * Ends the reading of the source that this thread reads, if its time is over. Readers call this for each block.
     *
     * @throws InterruptedIOException if it is over
     */
    public static void checkTime() throws InterruptedIOException {
        check(DEADLINE.get());
    }

    /** Returns {@link #checkTime} for other threads that read the source of this one. */
    public static TimeCheck timeCheck() {
        Long deadline = DEADLINE.get();
        return () -> check(deadline);
    }

    private static void check(Long deadline) throws InterruptedIOException {
        if (deadline != null && System.nanoTime() - deadline > 0) {
            throw new InterruptedIOException("it takes too long to read; " + InputLimits.Limit.TIME.toRaise());
        }
    }
}
