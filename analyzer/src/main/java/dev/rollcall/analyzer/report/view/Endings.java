package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.ThreadSnapshot;
import java.util.Locale;

/** How processes ended, and what those that did not were doing, in words. */
public final class Endings {
    private static final int LONGEST_NAME = 60;

    private Endings() {}

    /** Returns how a process ended, as in {@code exited with code 1}; safe to print. */
    public static String describe(Ending ending) {
        return switch (ending.kind()) {
            case ALIVE ->
                ending.signal().isEmpty() ? "alive when last seen" : "alive until " + Printable.of(ending.signal());
            case STOPPED ->
                "alive until thread " + Printable.shortened(ending.thread(), LONGEST_NAME) + " exited with code 0";
            case EXITED -> ending.exitCode() < 0 ? "exited" : "exited with code " + ending.exitCode();
            case UNCAUGHT_EXCEPTION -> thread(ending) + "ended with " + exception(ending) + at(ending);
            case DIED ->
                ending.signal().isEmpty()
                        ? "died without an end record: killed or aborted"
                        : "ended by " + Printable.of(ending.signal());
            case UNOBSERVED ->
                "recording stopped"
                        + (ending.reason().isEmpty() ? "" : " (" + Failures.brief(ending.reason()) + ")")
                        + "; its later calls are unknown";
            case UNRESPONSIVE, FILTERED -> Failures.brief(ending.reason());
            case UNKNOWN -> "end unknown";
        };
    }

    /**
     * Returns what a thread was doing, as in {@code thread main, timed waiting}, or {@code thread main, blocked by worker-1},
     * which holds the lock; safe to print.
     */
    public static String describe(ThreadSnapshot seen) {
        String state = seen.state().toLowerCase(Locale.ROOT).replace('_', ' ');
        String thread = "thread " + Printable.shortened(seen.thread(), LONGEST_NAME);
        if (!seen.owner().isEmpty()) {
            return thread + ", blocked by " + Printable.shortened(seen.owner(), LONGEST_NAME);
        }
        return thread + (state.isEmpty() ? "" : ", " + Printable.of(state));
    }

    private static String thread(Ending ending) {
        return ending.thread().isEmpty() ? "" : "thread " + Printable.shortened(ending.thread(), LONGEST_NAME) + " ";
    }

    private static String exception(Ending ending) {
        return ending.reason().isEmpty() ? "an exception" : Failures.brief(ending.reason());
    }

    private static String at(Ending ending) {
        String place = FrameView.place(ending.stack().siteFrame());
        return place.isEmpty() ? "" : " at " + place;
    }
}
