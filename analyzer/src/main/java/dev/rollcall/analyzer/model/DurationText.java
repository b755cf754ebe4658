package dev.rollcall.analyzer.model;

/** Formats durations, in one way for sentences, pictures and tables, so that one wait is as long everywhere. */
public final class DurationText {
    private static final long MICRO = 1_000L;
    private static final long MILLI = 1_000 * MICRO;
    private static final long SECOND = 1_000 * MILLI;
    private static final int MINUTE = 60;
    private static final int HOUR = 60 * MINUTE;

    private DurationText() {}

    /**
     * Returns {@code 345 µs}, {@code 1.2 ms}, {@code 37 s}, {@code 12 min 5 s} or {@code 3 h 20 min}: rounded to a tenth below ten
     * milliseconds or seconds, to a second below two hours, and else to a minute.
     *
     * @param nanos the duration in nanoseconds; a negative one counts as 0
     */
    public static String of(long nanos) {
        long length = Math.max(0, nanos);
        if (length < MILLI - MICRO / 2) {
            return length < MICRO / 2 ? "0 ms" : rounded(length, MICRO) + " µs";
        }
        if (length < SECOND - MILLI / 2) {
            return tenths(length, MILLI) + " ms";
        }
        long seconds = rounded(length, SECOND);
        if (seconds < 2 * MINUTE) {
            return tenths(length, SECOND) + " s";
        }
        if (seconds < 2 * HOUR) {
            return parts(seconds / MINUTE, " min", seconds % MINUTE, " s");
        }
        long minutes = rounded(length, MINUTE * SECOND);
        return parts(minutes / MINUTE, " h", minutes % MINUTE, " min");
    }

    private static long rounded(long length, long unit) {
        return length / unit + (length % unit >= unit / 2 ? 1 : 0);
    }

    private static String tenths(long length, long unit) {
        long tenths = rounded(length, unit / 10);
        return tenths >= 100
                ? Long.toString(rounded(length, unit))
                : tenths % 10 == 0 ? Long.toString(tenths / 10) : NumberText.tenths(tenths);
    }

    private static String parts(long whole, String unit, long rest, String smaller) {
        return whole + unit + (rest == 0 ? "" : " " + rest + smaller);
    }
}
