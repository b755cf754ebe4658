package dev.rollcall.library;

import dev.rollcall.recorder.RecordedCall;

/**
 * Decodes the arguments of one catalogued method, which the hook has put into the call. Implementations are thread-safe.
 */
@FunctionalInterface
public interface CallReader {
    /**
     * Resolves the arguments in a call into its counts, splits, type, reduction, root, peer and tag.
     *
     * @throws Throwable what the library throws; the call is recorded with what was resolved until then
     */
    void read(RecordedCall call) throws Throwable;
}
