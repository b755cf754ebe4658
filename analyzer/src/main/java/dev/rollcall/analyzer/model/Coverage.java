package dev.rollcall.analyzer.model;

import java.util.List;

/**
 * How much of a job the sources show. Immutable.
 *
 * @param expected the world size; -1 where unknown
 * @param read how many ranks were read
 * @param unreadable files of ranks that could not be read, were read in part, or were not used
 * @param overwritten ranks whose oldest calls were overwritten in the ring
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
     * A file that shows less than it should.
     *
     * @param file its name
     * @param reason why, in a few words
     * @param kind how much is lacking
     */
    public record Unreadable(String file, String reason, Kind kind) {

        /** Makes the entry of a file that could not be read at all. */
        public Unreadable(String file, String reason) {
            this(file, reason, Kind.UNREADABLE);
        }
    }

    /** How much of a file is lacking. */
    public enum Kind {
        /** It could not be read at all. */
        UNREADABLE,
        /** It was read, and lacks its end, some calls, or what came after the recording stopped. */
        INCOMPLETE,
        /** It was read, and mentions calls that it does not hold, so that the job cannot be called healthy. */
        DOUBTFUL,
        /** It was read and not used. */
        LEFT_ASIDE,
        /** It was read and not used, because another process has the same rank number. */
        UNNUMBERED
    }

    /**
     * Calls at the front of a sequence that were overwritten.
     *
     * @param rank the global rank
     * @param communicator the communicator's name
     * @param calls how many
     */
    public record Overwritten(int rank, String communicator, long calls) {}
}
