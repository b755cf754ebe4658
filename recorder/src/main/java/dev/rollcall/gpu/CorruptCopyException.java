package dev.rollcall.gpu;

/** A copy delivered something else than its source held. Thrown to the application where it asked for that. */
public final class CorruptCopyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CorruptCopyException(String message) {
        super(message);
    }
}
