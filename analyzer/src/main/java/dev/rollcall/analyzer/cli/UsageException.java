package dev.rollcall.analyzer.cli;

/** The command line cannot be executed; the message says why and what to do, in one or two lines. */
final class UsageException extends Exception {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }
}
