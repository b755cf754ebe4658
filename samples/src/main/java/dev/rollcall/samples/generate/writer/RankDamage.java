package dev.rollcall.samples.generate.writer;

import java.util.Locale;

/**
 * What happened to the part of one rank in the files of a job.
 *
 * @param kind what happened
 * @param rank the rank; -1 if nothing happened
 */
public record RankDamage(Kind kind, int rank) {
    /** Nothing happened. */
    public static final RankDamage NONE = new RankDamage(Kind.REMOVED, -1);

    /** What can happen to a rank's part. */
    public enum Kind {
        /** It is not there. */
        REMOVED,
        /** Only the first half of its lines is there. */
        HALVED,
        /** Each of its lines is there twice. */
        DOUBLED,
        /** Its lines come later than those of the other ranks. */
        DELAYED;

        /** Returns the name on the command line. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns whether nothing of a rank is left. */
    public boolean removes(int candidate) {
        return is(Kind.REMOVED, candidate);
    }

    /** Returns whether this kind of damage happened to a rank. */
    public boolean is(Kind candidate, int damaged) {
        return rank >= 0 && rank == damaged && kind == candidate;
    }
}
