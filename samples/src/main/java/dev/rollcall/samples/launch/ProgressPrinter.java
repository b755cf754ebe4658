package dev.rollcall.samples.launch;

import java.io.PrintStream;
import java.time.Duration;
import java.util.List;

/** Prints the progress of a run. Only a terminal gets bold text and a status line that is overwritten. Not thread-safe. */
public final class ProgressPrinter {

    private static final String DIM = "\u001b[2m";
    private static final String BOLD = "\u001b[1m";
    private static final String PLAIN = "\u001b[0m";
    private static final String ERASE_LINE = "\r\u001b[K";
    private static final long QUIET_SECONDS = 5;

    private final PrintStream out;
    private final boolean terminal;
    private long lastPrinted = System.nanoTime();
    private String status = "";

    /**
     * Makes a printer.
     *
     * @param terminal whether {@code out} is a terminal
     */
    public ProgressPrinter(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** Returns a printer that prints nothing. */
    public static ProgressPrinter silent() {
        return new ProgressPrinter(new PrintStream(PrintStream.nullOutputStream()), false);
    }

    /** Prints the heading of the next step. */
    public void step(String text) {
        say(terminal ? BOLD + text + PLAIN : text);
    }

    /** Prints a line. */
    public void say(String text) {
        out.print(terminal && !status.isEmpty() ? ERASE_LINE : "");
        out.println(text);
        out.flush();
        status = "";
        lastPrinted = System.nanoTime();
    }

    /** Prints what a rank wrote to stdout. */
    void printed(int rank, List<String> lines) {
        lines.stream().filter(line -> !line.startsWith("[Gloo]")).forEach(line -> say("  " + unprefixed(rank, line)));
    }

    private static String unprefixed(int rank, String line) {
        return line.startsWith("rank " + rank) ? line : "rank " + rank + ": " + line;
    }

    /** Prints what a rank wrote to stderr. */
    void reported(int rank, List<String> lines) {
        for (String line : lines) {
            String text = "  rank " + rank + ": " + line;
            say(terminal ? DIM + text + PLAIN : text);
        }
    }

    /** Updates the status line on a terminal; elsewhere prints it when nothing was printed for some seconds. */
    void waiting(int alive, int reports, Duration running) {
        String now =
                String.format("  %d ranks running, %d report no progress, %d s", alive, reports, running.toSeconds());
        if (terminal) {
            if (!now.equals(status)) {
                out.print(ERASE_LINE + now);
                out.flush();
                status = now;
            }
        } else if (System.nanoTime() - lastPrinted > QUIET_SECONDS * 1_000_000_000L) {
            say(now);
        }
    }
}
