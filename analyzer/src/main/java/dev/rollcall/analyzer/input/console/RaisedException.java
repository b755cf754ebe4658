package dev.rollcall.analyzer.input.console;

import dev.rollcall.analyzer.model.CallStack;
import java.util.regex.Pattern;

/**
 * An exception that a rank wrote last. Immutable.
 *
 * @param text the class, without its module, and the message
 * @param stack where it was raised
 * @param uncaught whether it ended the program: Python, PyTorch or torchrun says so. A program can also log one and go on
 * @param moment when it was written
 */
record RaisedException(String text, CallStack stack, boolean uncaught, Moment moment) {
    /** What a process says of the end of its own helpers: workers of a DataLoader, a manager, the other end of a pipe. */
    private static final Pattern LOST_HELPER =
            Pattern.compile("^(?:EOFError|BrokenPipeError|Connection\\w*Error|InterruptedError|SignalException)\\b"
                    + "|DataLoader worker .*(?:exited unexpectedly|killed by signal: (?:Terminated|Interrupt|Hangup))"
                    + "|Interrupted system call|\\bSIG(?:TERM|INT|HUP)\\b|(?:interpreter|after) shutdown");

    /** Returns whether it can follow from a signal to the whole job at a moment; null for no such signal. */
    boolean canFollow(Moment interruption) {
        return interruption != null && reportsLostHelper() && moment.near(interruption);
    }

    /** Returns whether it is what the rank reports of helper processes that end, as all do when the whole job is ended. */
    private boolean reportsLostHelper() {
        return LOST_HELPER.matcher(text).find();
    }
}
