package dev.rollcall.analyzer.containment;

import java.io.IOException;

/** Says why a source, or a part of it, is left out. The message gives the user the reason in a few words. */
public final class SourceFailure extends IOException {
    private static final long serialVersionUID = 1;

    SourceFailure(String reason, Throwable cause) {
        super(reason, cause);
    }

    /** Returns whether memory did not suffice, so that the source may be read when no other one is. */
    public boolean isOfMemory() {
        return getCause() instanceof OutOfMemoryError;
    }
}
