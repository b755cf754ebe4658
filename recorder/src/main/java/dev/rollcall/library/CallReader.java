package dev.rollcall.library;

/** Reads the arguments of one catalogued call. Implementations are thread-safe. */
@FunctionalInterface
public interface CallReader {
    /**
     * Reads what was passed for each role; null or -1 where the method has no such parameter.
     *
     * @param into receives what could be read, cleared before
     * @throws Throwable whatever the library throws; the call is then recorded with what was read until then
     */
    void read(
            Object input,
            Object output,
            Object options,
            Object type,
            Object reduction,
            long count,
            long root,
            long peer,
            long tag,
            CallArguments into)
            throws Throwable;
}
