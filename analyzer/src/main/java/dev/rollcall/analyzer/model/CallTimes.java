package dev.rollcall.analyzer.model;

/** The times of the calls of a {@link CallSequence}, without the whole calls. Implementations are immutable. */
public interface CallTimes {
    /**
     * Returns whether the times of the call at this index, from 0, are held here; otherwise they must be taken from the whole
     * call. A time that is held may still be {@link Call#NO_TIME}.
     */
    boolean holds(int index);

    /** Returns {@link Call#enqueued} of the call at this index. */
    long enqueued(int index);

    /** Returns {@link Call#completed} of the call at this index. */
    long completed(int index);
}
