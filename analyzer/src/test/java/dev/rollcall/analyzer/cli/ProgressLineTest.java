package dev.rollcall.analyzer.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final AtomicLong nanos = new AtomicLong();
    private final ProgressLine line =
            new ProgressLine(new PrintStream(printed, true, StandardCharsets.UTF_8), nanos::get);

    private void after(long millis, int done) {
        nanos.addAndGet(millis * 1_000_000);
        line.done("sources read", done, 16_384);
    }

    @Test
    void showsNothingForShortWork() {
        after(900, 5);
        line.close();

        assertEquals("", printed.toString(StandardCharsets.UTF_8));
    }

    @Test
    void showsProgressFiveTimesASecondAndErasesIt() {
        after(1000, 5_000);
        after(100, 5_500);
        after(100, 6_000);
        line.close();

        assertEquals(
                "\r\u001b[Ksources read: 5,000 of 16,384\r\u001b[Ksources read: 6,000 of 16,384\r\u001b[K",
                printed.toString(StandardCharsets.UTF_8));
    }
}
