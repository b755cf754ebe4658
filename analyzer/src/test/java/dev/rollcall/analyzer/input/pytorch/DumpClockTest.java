package dev.rollcall.analyzer.input.pytorch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DumpClockTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long START = 1_700_000_000 * SECOND;
    private static final long YEAR = TimeUnit.DAYS.toNanos(365);

    private static long[] corrected(long... times) {
        List<DumpEntry> calls = new ArrayList<>();
        for (long time : times) {
            DumpEntry entry = new EntryReader(new PythonFrames()).entry();
            entry.created = time;
            calls.add(entry);
        }
        DumpClock.correct(calls);
        return calls.stream().mapToLong(entry -> entry.created).toArray();
    }

    @Test
    void aTimeThatJumpsAwayAndBackIsThatOfTheNextCall() {
        long[] right = {START, START + 2 * SECOND, START + 2 * SECOND, START + 3 * SECOND};
        assertArrayEquals(right, corrected(right[0], right[1] + YEAR, right[2], right[3]));
        assertArrayEquals(right, corrected(right[0], right[1] - YEAR, right[2], right[3]));
    }

    @Test
    void atTheEndsItMayBeAnyTimeThatAJobTakes() {
        long[] right = {START, START + SECOND, START + 2 * SECOND, START + 3 * SECOND + YEAR / 365};
        assertArrayEquals(right, corrected(right));
        assertArrayEquals(
                new long[] {START, START, START + SECOND, 0},
                corrected(START - YEAR, START, START + SECOND, START + YEAR));
    }

    @Test
    void threadsMayNumberTheirCallsInAnotherOrder() {
        long[] right = {START, START + 5 * SECOND, START + SECOND, START + 6 * SECOND};
        assertArrayEquals(right, corrected(right));
    }
}
