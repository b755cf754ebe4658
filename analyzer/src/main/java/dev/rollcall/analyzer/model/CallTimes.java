package dev.rollcall.analyzer.model;

/** When the calls of a sequence were issued and completed, told without the whole calls. As thread-safe as its maker says. */
public interface CallTimes {
    /** Returns whether the times of the call at this index, from 0, are at hand. */
    boolean has(int index);

    /** Returns when the call at this index was issued, as {@link Call#enqueued}. */
    long enqueued(int index);

    /** Returns when the call at this index completed, as {@link Call#completed}. */
    long completed(int index);
}
