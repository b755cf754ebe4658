package dev.rollcall.analyzer.model;

import java.util.List;

/**
 * How much of a job the sources still tell.
 *
 * @param expected the world size; -1 where nothing tells it
 * @param read how many ranks were read
 * @param unreadable files that were taken for a rank's and could not be read, not whole, or not used
 * @param overwritten ranks whose earliest calls are gone, because the ring was used again
 */
public record Coverage(int expected, int read, List<Unreadable> unreadable, List<Overwritten> overwritten) {

    public Coverage {
        unreadable = List.copyOf(unreadable);
        overwritten = List.copyOf(overwritten);
    }

    /** Returns the files of one kind. */
    public List<Unreadable> of(Kind kind) {
        return unreadable.stream().filter(file -> file.kind() == kind).toList();
    }

    /**
     * A file that tells less than it should.
     *
     * @param file its name
     * @param reason why, in a few words
     * @param kind how little
     */
    public record Unreadable(String file, String reason, Kind kind) {

        /** A file of which nothing was read. */
        public Unreadable(String file, String reason) {
            this(file, reason, Kind.UNREADABLE);
        }
    }

    /** How little a file tells. */
    public enum Kind {
        /** Nothing of it could be read. */
        UNREADABLE,
        /** It was read, and lacks something: its end, calls, or whatever came after its recording stopped. */
        INCOMPLETE,
        /** It was read, and tells of calls that it does not hold, so that nobody can say that all is well. */
        DOUBTFUL,
        /** It could be read, and was not used. */
        LEFT_ASIDE,
        /** It could be read, and was not used because it has a number that another process has, too: numbers tell nothing. */
        UNNUMBERED
    }

    /**
     * Calls that are gone from the front of a sequence.
     *
     * @param rank the global rank
     * @param communicator the communicator's name
     * @param calls how many are gone
     */
    public record Overwritten(int rank, String communicator, long calls) {}
}
