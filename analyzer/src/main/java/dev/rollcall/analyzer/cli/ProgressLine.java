package dev.rollcall.analyzer.cli;

import dev.rollcall.analyzer.input.job.Progress;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.LongSupplier;

/** Shows the progress of long work on one line of a terminal, and erases it at the end. Thread-safe. */
final class ProgressLine implements Progress, AutoCloseable {
    private static final long FIRST_AFTER = 1_000_000_000L;
    private static final long AGAIN_AFTER = 200_000_000L;
    private static final String ERASE = "\r\u001b[K";

    private final PrintStream terminal;
    private final LongSupplier clock;
    private long next;
    private boolean shown;

    /**
     * Creates a line that shows nothing for the first second.
     *
     * @param terminal the stream to show it on
     * @param clock nanoseconds, such as {@link System#nanoTime}
     */
    ProgressLine(PrintStream terminal, LongSupplier clock) {
        this.terminal = terminal;
        this.clock = clock;
        this.next = clock.getAsLong() + FIRST_AFTER;
    }

    /** Returns whether standard error is a terminal; {@link System#console} knows only about standard output. */
    static boolean possible() {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (IOException | UnsupportedOperationException unknown) {
            return false;
        }
    }

    @Override
    public synchronized void done(String what, int done, int all) {
        long now = clock.getAsLong();
        if (now - next >= 0) {
            next = now + AGAIN_AFTER;
            shown = true;
            terminal.print(ERASE + String.format(Locale.ROOT, "%s: %,d of %,d", what, done, all));
            terminal.flush();
        }
    }

    @Override
    public synchronized void close() {
        if (shown) {
            terminal.print(ERASE);
            terminal.flush();
            shown = false;
        }
    }
}
