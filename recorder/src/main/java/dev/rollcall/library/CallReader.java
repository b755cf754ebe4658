package dev.rollcall.library;

/** Reads the arguments of one catalogued call. Implementations are thread-safe. */
@FunctionalInterface
public interface CallReader {
    /**
     * Reads what was passed.
     *
     * @param given the application's objects and numbers, not kept
     * @param into receives what could be read, cleared before
     * @throws Throwable whatever the library throws; the call is then recorded with what was read until then
     */
    void read(GivenArguments given, CallArguments into) throws Throwable;
}
