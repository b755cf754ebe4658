package dev.rollcall.analyzer.input.text;

/**
 * One line of a program's output, without what terminals, launchers and log collectors added to it. Immutable.
 *
 * @param text what the program wrote
 * @param rank the global rank that a launcher's prefix names; -1 where none does
 * @param ownRank whether PyTorch wrote the rank within the process: in a traceback, its hook for uncaught exceptions
 * @param host the host, the pod or the container that a prefix names; empty where none does
 * @param writer all that the prefixes say about the process that wrote the line, such as its host, its pid and its local rank:
 *     lines of different writers are of different processes; empty where no prefix says anything
 * @param time the time in a prefix, nanoseconds since the epoch as if the host's clock were at UTC; {@code Call.NO_TIME} where
 *     none is
 * @param alikeLeftOut whether a log collector left out lines of other processes that differ from this one in numbers at most
 * @param whole whether the line ends with a line feed; the last line of a file that is cut off does not
 */
public record TextLine(
        String text,
        int rank,
        boolean ownRank,
        String host,
        String writer,
        long time,
        boolean alikeLeftOut,
        boolean whole) {

    /** Returns this line with another text. */
    TextLine with(String otherText, boolean isWhole) {
        return new TextLine(otherText, rank, ownRank, host, writer, time, alikeLeftOut, isWhole);
    }
}
