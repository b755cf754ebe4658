package dev.rollcall.analyzer.input.job;

/** Receives the progress of reading. Called by several threads at once. */
@FunctionalInterface
public interface Progress {
    /** Ignores the progress. */
    Progress NONE = (what, done, all) -> {};

    /**
     * Receives the progress of one kind of work.
     *
     * @param what the work, such as {@code sources read}
     * @param done how many items are done, from 1
     * @param all how many items there are
     */
    void done(String what, int done, int all);
}
