package dev.rollcall.analyzer.input.job;

/** Is told how far the reading got. Called by several threads at once. */
@FunctionalInterface
public interface Progress {
    /** Tells nobody. */
    Progress NONE = (what, done, all) -> {};

    /**
     * Tells how many things are done.
     *
     * @param what what is done to what, such as {@code files read}
     * @param done how many are done by now, from 1
     * @param all how many there are
     */
    void done(String what, int done, int all);

    /** Returns what counts the things of one kind of work. */
    default Step of(String what) {
        return (done, all) -> done(what, done, all);
    }

    /** Is told how far one kind of work got. Called by several threads at once. */
    @FunctionalInterface
    interface Step {
        /** Tells how many of all things are done. */
        void done(int done, int all);
    }
}
