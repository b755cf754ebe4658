package dev.rollcall.recorder;

/**
 * Polls the works of calls by handles. A handle has a reference of its own, so that it stays valid when the application
 * frees the work. Implementations are thread-safe and do not block.
 */
public interface Completion {
    /** Returns whether the work has completed or failed. */
    boolean finished(Object handle) throws Throwable;

    /** Returns why a finished work failed; null if it did not. */
    String failure(Object handle) throws Throwable;

    /** Releases a handle; it is not used afterwards. */
    void release(Object handle) throws Throwable;
}
