package dev.rollcall.gpu;

/** A copy delivered other data than its source held. Thrown to the application with {@code corrupt=throw} or {@code reroute}. */
public final class CorruptCopyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CorruptCopyException(String message) {
        super(message);
    }
}
