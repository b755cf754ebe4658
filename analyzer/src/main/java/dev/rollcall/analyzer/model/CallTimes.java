package dev.rollcall.analyzer.model;

/** The times of the calls of a {@link CallSequence}, without the whole calls. Implementations are immutable. */
public interface CallTimes {
    /** Returns whether the times of the call at this index, from 0, are known here. */
    boolean holds(int index);

    /** Returns {@link Call#enqueued} of the call at this index. */
    long enqueued(int index);

    /** Returns {@link Call#completed} of the call at this index. */
    long completed(int index);
}
