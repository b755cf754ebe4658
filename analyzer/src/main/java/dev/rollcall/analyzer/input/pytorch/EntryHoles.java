package dev.rollcall.analyzer.input.pytorch;

/**
 * Where in an entry of a pickled dump stands what differs between entries that are otherwise alike: numbers of fields, and the
 * numbers that the pickle gives to what stands before them. Not thread-safe.
 */
final class EntryHoles {
    /** An entry with more, such as the first with all its texts, is like no other. */
    static final int MOST = 64;

    private final int[] from = new int[MOST];
    private final int[] to = new int[MOST];
    private final EntryField[] fields = new EntryField[MOST];
    private final int[] numbered = new int[MOST];
    private int size;

    /** Begins an entry. */
    void begin() {
        size = 0;
    }

    /** Notes the number of a field. */
    void number(EntryField field, int start, int end) {
        add(field, 0, start, end);
    }

    /** Notes where the pickle gives a number, and which. */
    void numbered(int number, int start, int end) {
        add(null, number, start, end);
    }

    private void add(EntryField field, int number, int start, int end) {
        if (size < MOST) {
            from[size] = start;
            to[size] = end;
            fields[size] = field;
            numbered[size] = number;
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

    /** Returns of which field it is the number; null where it is one that the pickle gives. */
    EntryField field(int index) {
        return fields[index];
    }

    /** Returns the number that the pickle gave. */
    int given(int index) {
        return numbered[index];
    }
}
