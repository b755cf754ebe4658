package dev.rollcall.analyzer.launch;

/** A command cannot be started so that it is recorded; the message says why and what to do. */
public final class LaunchException extends Exception {
    private static final long serialVersionUID = 1L;

    LaunchException(String message) {
        super(message);
    }
}
