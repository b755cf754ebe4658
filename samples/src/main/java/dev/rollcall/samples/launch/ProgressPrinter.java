package dev.rollcall.samples.launch;

import java.io.PrintStream;
import java.time.Duration;
import java.util.List;

/** Tells a person what a run is doing. Colour and lines that overwrite themselves only where a terminal reads. */
public final class ProgressPrinter {

    private static final String DIM = "\u001b[2m";
    private static final String BOLD = "\u001b[1m";
    private static final String PLAIN = "\u001b[0m";
    private static final String ERASE_LINE = "\r\u001b[K";
    private static final long QUIET_SECONDS = 5;

    private final PrintStream out;
    private final boolean terminal;
    private long lastWord = System.nanoTime();
    private String status = "";

    /**
     * Makes a narrator.
     *
     * @param terminal whether a terminal reads {@code out}
     */
    public ProgressPrinter(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** Returns a narrator that says nothing. */
    public static ProgressPrinter silent() {
        return new ProgressPrinter(new PrintStream(PrintStream.nullOutputStream()), false);
    }

    /** Says what comes next. */
    public void step(String text) {
        say(terminal ? BOLD + text + PLAIN : text);
    }

    /** Says a plain line. */
    public void say(String text) {
        out.print(terminal && !status.isEmpty() ? ERASE_LINE : "");
        out.println(text);
        out.flush();
        status = "";
        lastWord = System.nanoTime();
    }

    /** Shows what a rank printed. */
    void printed(int rank, List<String> lines) {
        lines.stream().filter(line -> !line.startsWith("[Gloo]")).forEach(line -> say("  " + unprefixed(rank, line)));
    }

    private static String unprefixed(int rank, String line) {
        return line.startsWith("rank " + rank) ? line : "rank " + rank + ": " + line;
    }

    /** Shows what a rank reported on stderr. */
    void reported(int rank, List<String> lines) {
        for (String line : lines) {
            String text = "  rank " + rank + ": " + line;
            say(terminal ? DIM + text + PLAIN : text);
        }
    }

    /** Shows that a job is being watched: on a terminal all the time, elsewhere when nothing was said for a while. */
    void waiting(int alive, int reports, Duration running) {
        String now = String.format(
                "  %d ranks run, %d of them report no progress, %d s", alive, reports, running.toSeconds());
        if (terminal) {
            if (!now.equals(status)) {
                out.print(ERASE_LINE + now);
                out.flush();
                status = now;
            }
        } else if (System.nanoTime() - lastWord > QUIET_SECONDS * 1_000_000_000L) {
            say(now);
        }
    }
}
