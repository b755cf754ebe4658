package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.model.CallStack;

/** A list or a tuple of a dump. It keeps what {@link EntryReader} made of it, so that a list in many entries is read once. */
final class DumpList extends DumpItems {
    /** The empty list. */
    static final DumpList EMPTY = new DumpList(true, 0);

    /** {@link #elements} or {@link #product} before it was counted. */
    static final long UNCOUNTED = Long.MIN_VALUE;

    /** As a list of frames: the stack; null before it was read. */
    CallStack stack;
    /** As a list of element types: their short names, empty for none; null before it was read. */
    String types;
    /** As a list of shapes: the number of elements of all tensors. */
    long elements = UNCOUNTED;
    /** As one shape: the number of elements of the tensor. */
    long product = UNCOUNTED;

    DumpList(boolean shared, int hash) {
        super(shared, hash);
    }

    @Override
    DumpList copy() {
        DumpList copy = new DumpList(false, hashCode());
        copy.add(this);
        return copy;
    }

    /** Returns how many values there are. */
    int size() {
        return count();
    }

    /** Returns the value at an index; null beyond the last. */
    Object get(int index) {
        return index < count() ? boxed(index) : null;
    }

    /** Returns the value at an index as text; empty where there is none. */
    String text(int index) {
        return text(get(index));
    }
}
