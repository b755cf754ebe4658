package dev.rollcall.analyzer.input.pytorch;

/**
 * Where in an entry of a pickled dump stands what differs between entries that are otherwise alike: numbers of fields, the numbers
 * that the pickle gives to what stands before them, and references to these. Not thread-safe.
 */
final class EntryHoles {
    /** An entry with more, such as the first with all its texts, is like no other. */
    static final int MOST = 64;

    private static final int NO_OTHER = -1;

    private final int[] from = new int[MOST];
    private final int[] to = new int[MOST];
    private final EntryField[] fields = new EntryField[MOST];
    private final int[] numbers = new int[MOST];
    private final int[] others = new int[MOST];
    private int size;

    /** Begins an entry. */
    void begin() {
        size = 0;
    }

    /** Notes the number of a field. */
    void number(EntryField field, int start, int end) {
        add(field, 0, NO_OTHER, start, end);
    }

    /** Notes where the pickle gives a number, and which. */
    void given(int number, int start, int end) {
        add(null, number, NO_OTHER, start, end);
    }

    /** Notes where the pickle refers to a number, if that was given in the same entry. */
    void reference(int number, int start, int end) {
        for (int i = Math.min(size, MOST) - 1; i >= 0; i--) {
            if (fields[i] == null && others[i] == NO_OTHER && numbers[i] == number) {
                add(null, number, i, start, end);
                return;
            }
        }
    }

    private void add(EntryField field, int number, int other, int start, int end) {
        if (size < MOST) {
            from[size] = start;
            to[size] = end;
            fields[size] = field;
            numbers[size] = number;
            others[size] = other;
        }
        size++;
    }

    /** Returns whether there are more than are noted. */
    boolean tooMany() {
        return size > MOST;
    }

    int size() {
        return size;
    }

    /** Returns where one begins. */
    int from(int index) {
        return from[index];
    }

    /** Returns where one ends. */
    int to(int index) {
        return to[index];
    }

    /** Returns of which field it is the number; null where it is one that the pickle gives, or refers to. */
    EntryField field(int index) {
        return fields[index];
    }

    /** Returns the number that the pickle gave. */
    int given(int index) {
        return numbers[index];
    }

    /** Returns the one where the number was given that this one refers to; negative where it is no reference. */
    int other(int index) {
        return others[index];
    }
}
