package dev.rollcall.analyzer.model;

/**
 * How far the library got with one rank's collectives on a communicator, by the library's own counters. They cover calls that the
 * source does not hold. Numbers are sequence numbers, 0 where no call got so far and {@link #UNCOUNTED} where the library does not
 * count. Immutable.
 *
 * @param launched the last call that the library handed to the device: a call that the application made and that has a higher number
 *     is still inside the library's function
 * @param started the last call that the device was seen to begin
 * @param completed the last call that was seen to complete; all before it completed, too
 */
public record LibraryProgress(long launched, long started, long completed) {
    /** A counter that the library does not have. */
    public static final long UNCOUNTED = -1;

    /** The progress of a library that counts nothing, or whose counters the source does not have. */
    public static final LibraryProgress UNKNOWN = new LibraryProgress(UNCOUNTED, UNCOUNTED, UNCOUNTED);

    /** Returns for each counter the later of two looks at it. */
    public LibraryProgress orLater(LibraryProgress other) {
        return new LibraryProgress(
                Math.max(launched, other.launched),
                Math.max(started, other.started),
                Math.max(completed, other.completed));
    }
}
