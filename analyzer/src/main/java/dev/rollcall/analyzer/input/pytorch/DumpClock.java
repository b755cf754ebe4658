package dev.rollcall.analyzer.input.pytorch;

import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Finds calls with times that their neighbours refute: the entries of a dump are in the order in which the calls were made, so one time
 * that jumps away and back is damage, and would be taken for the end of the job.
 */
final class DumpClock {
    /** Threads that make calls at once may number them in another order. */
    private static final long TOLERANCE = TimeUnit.MINUTES.toNanos(1);

    /** At the ends of a dump nothing shows a way back, so two neighbours must agree; no job pauses for so long between two calls. */
    private static final long LONGEST_PAUSE = TimeUnit.DAYS.toNanos(30);

    private DumpClock() {}

    /** Takes the next call's time for that of such a call, which was made no later; that of the last one is unknown. */
    static void correct(List<DumpEntry> calls) {
        List<DumpEntry> timed =
                calls.stream().filter(entry -> entry.created > 0).toList();
        long[] times = timed.stream().mapToLong(entry -> entry.created).toArray();
        int last = times.length - 1;
        for (int i = 0; i <= last && last > 1; i++) {
            long before = times[i == 0 ? 1 : i - 1];
            long after = times[i == last ? last - 1 : i + 1];
            long own = times[i];
            boolean outlier = i == 0
                    ? isLater(own, Math.max(after, times[2]), TOLERANCE)
                            || isLater(Math.min(after, times[2]), own, LONGEST_PAUSE)
                    : i == last
                            ? isLater(Math.min(before, times[last - 2]), own, TOLERANCE)
                                    || isLater(own, Math.max(before, times[last - 2]), LONGEST_PAUSE)
                            : !isLater(before, after, TOLERANCE)
                                    && (isLater(before, own, TOLERANCE) || isLater(own, after, TOLERANCE));
            if (outlier) {
                timed.get(i).forgetTimes(i == last ? 0 : after);
            }
        }
    }

    private static boolean isLater(long time, long other, long tolerance) {
        return time - tolerance > other;
    }
}
