package dev.rollcall.recorder;

/**
 * Watches the work of calls through handles that have references of their own. Implementations are thread-safe and do not
 * block.
 */
public interface Completion {
    /** Tells whether the work behind a handle has finished, well or not. */
    boolean finished(Object handle) throws Throwable;

    /** Returns why finished work failed; null if it did not. */
    String failure(Object handle) throws Throwable;

    /** Gives a handle back; it is not used afterwards. */
    void release(Object handle) throws Throwable;
}
