package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.model.StackFrame;

/** A dictionary of a dump. It has few keys, so that a search from the end costs less than a hash table. */
final class DumpDictionary extends DumpItems {
    /** The empty dictionary. */
    static final DumpDictionary EMPTY = new DumpDictionary(true, 1);

    /** As a frame: what {@link PythonFrames} made of it; null before it was read. */
    StackFrame frame;

    DumpDictionary(boolean shared, int hash) {
        super(shared, hash);
    }

    @Override
    DumpDictionary copy() {
        DumpDictionary copy = new DumpDictionary(false, hashCode());
        copy.add(this);
        return copy;
    }

    /** Returns how many fields there are. */
    int size() {
        return count() / 2;
    }

    /** Returns the key of the field at an index, as text. */
    String key(int index) {
        return String.valueOf(boxed(2 * index));
    }

    /** Returns the value of the field at an index. */
    Object value(int index) {
        return boxed(2 * index + 1);
    }

    /** Returns a field's value, the last one if the key occurs twice; null if there is none. */
    Object get(String key) {
        for (int i = size() - 1; i >= 0; i--) {
            if (key.equals(raw(2 * i))) {
                return value(i);
            }
        }
        return null;
    }

    /** Returns a field as text; empty if there is none. */
    String text(String key) {
        return text(get(key));
    }

    /** Returns a field as a whole number; {@code otherwise} if it is none. */
    long number(String key, long otherwise) {
        return whole(get(key), otherwise);
    }

    /** Returns a field that is a dictionary; an empty one if it is none. */
    DumpDictionary dictionary(String key) {
        return get(key) instanceof DumpDictionary dictionary ? dictionary : EMPTY;
    }
}
