package dev.rollcall.trace;

import java.io.IOException;

/** A file is not a trace, or not one that this version can read. The message says which, for the user. */
public final class TraceFormatException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Makes an exception with a message that says what is wrong with the file. */
    public TraceFormatException(String message) {
        super(message);
    }
}
