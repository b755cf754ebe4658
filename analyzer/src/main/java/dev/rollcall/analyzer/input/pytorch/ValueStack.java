package dev.rollcall.analyzer.input.pytorch;

import java.io.IOException;
import java.util.Arrays;

/**
 * The stack on which the values of a dump are put together, by {@link Unpickler} as the pickle's opcodes say and by
 * {@link DumpJson}. Not thread-safe.
 *
 * <p>A dictionary among the entries is a {@link DumpEntry} from its beginning, which takes its fields as they come. Other short
 * lists and dictionaries are shared: one that is equal to another becomes the same object, so that neither a dump's frames nor
 * its shapes are kept or read twice. What is kept is counted: a file cannot take memory beyond a multiple of its length.
 */
final class ValueStack {
    /** What may be kept whatever the file's length, bytes. */
    private static final long ROOM = 64L << 20;

    /** What may be kept for each byte of the file: the events of a memory snapshot take up to three times their length. */
    private static final int MEMORY_PER_BYTE = 4;

    /** Several dumps are read at once. */
    private static final int PART_OF_HEAP = 4;

    /** Approximate costs of what is kept, bytes; an entry also becomes a row of {@link DumpCalls} and {@link DumpLanes}. */
    private static final int SLOT = 12;
    /** While an array grows, its old copy is there too. */
    private static final int GROWN_SLOT = 24;

    private static final int GROWN_MARK = 8;
    private static final int DOUBLE = 16;
    private static final int TEXT = 48;
    private static final int ITEMS = 80;
    private static final int ENTRY = 200;

    /** Longer lists and dictionaries are not shared. */
    private static final int LONGEST_SHARED = 64;

    private static final int SHARED_BITS = 10;
    private static final int PROBES = 8;

    private final EntryReader reader;
    private final int mostMemoized;
    private final boolean boundByHeap;
    private long room;
    private Object[] values = new Object[256];
    /**
     * Of a whole number its value; of a list or dictionary one more than its number in the memo, 0 for none; of a text the number of
     * the {@link EntryField} with that key.
     */
    private long[] numbers = new long[256];

    private int size;
    /** The stack's size at each mark. */
    private int[] marks = new int[64];

    private int marked;
    private Object[] memo = new Object[256];
    private long[] memoNumbers = new long[256];
    private int memoized;
    private final DumpItems[] shared = new DumpItems[1 << SHARED_BITS];
    /** The newest entry whose fields were all there. */
    private DumpEntry whole;

    /** Makes an empty stack for a file of {@code length} bytes, whose entries {@code reader} understands. */
    ValueStack(EntryReader reader, long length) {
        this.reader = reader;
        this.mostMemoized = (int) Math.min(Integer.MAX_VALUE - Long.BYTES, length);
        long ofHeap = Math.max(ROOM, Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
        long ofLength = ROOM + MEMORY_PER_BYTE * length;
        this.boundByHeap = ofHeap < ofLength;
        this.room = Math.min(ofLength, ofHeap);
    }

    /**
     * Counts memory that is kept.
     *
     * @throws IOException if it is more than a dump of this length needs
     */
    private void reserve(long bytes) throws IOException {
        room -= bytes;
        if (room < 0) {
            throw new IOException(
                    boundByHeap
                            ? "its values need more memory: give the JVM more, such as JAVA_OPTIONS=-Xmx16g"
                            : "not a dump: it holds far more values than a dump of its length does");
        }
    }

    /** Pushes a truth value, or null. */
    void push(Boolean value) throws IOException {
        push(value, 0);
    }

    /** Pushes a number that need not be whole. */
    void push(double number) throws IOException {
        reserve(DOUBLE);
        push(number, 0);
    }

    /** Pushes a text. */
    void push(String text) throws IOException {
        reserve(TEXT + text.length());
        push(text, EntryField.number(text));
    }

    /** Pushes a whole number. */
    void push(long number) throws IOException {
        push(DumpItems.NUMBER, number);
    }

    private void push(Object value, long number) throws IOException {
        if (size == values.length) {
            grow();
        }
        values[size] = value;
        numbers[size++] = number;
    }

    private void grow() throws IOException {
        reserve((long) GROWN_SLOT * size);
        values = Arrays.copyOf(values, size * 2);
        numbers = Arrays.copyOf(numbers, size * 2);
    }

    /** Pushes an empty list, which is that of the entries if it is the dump itself or its key says so. */
    void pushList() throws IOException {
        if (size == 0 || "entries".equals(values[size - 1])) {
            reserve(ITEMS);
            push(new DumpEntries(), 0);
        } else {
            push(DumpList.EMPTY, 0);
        }
    }

    /** Pushes an empty dictionary, which is an entry if it stands in the list of the entries. */
    void pushDictionary() throws IOException {
        if (amongEntries()) {
            reserve(ENTRY);
            push(reader.entry(), 0);
        } else {
            push(DumpDictionary.EMPTY, 0);
        }
    }

    private boolean amongEntries() {
        Object top = size == 0 ? null : values[size - 1];
        if (top instanceof DumpEntry) {
            int mark = marked == 0 ? 0 : marks[marked - 1];
            return mark > 0 && values[mark - 1] instanceof DumpEntries;
        }
        return top instanceof DumpEntries;
    }

    /** Pushes the top value again. */
    void duplicate() throws IOException {
        push(values[size - 1], numbers[size - 1]);
    }

    /** Removes the top value, or the mark above it. */
    void pop() {
        if (marked > 0 && marks[marked - 1] == size) {
            marked--;
        } else {
            drop(size - 1);
        }
    }

    /** Removes what stands above the topmost mark, and the mark. */
    void popToMark() {
        drop(popMark());
    }

    private void drop(int from) {
        if (from < 0) {
            throw new IndexOutOfBoundsException("the stack is empty");
        }
        size = from;
    }

    /** Sets a mark: the values above it belong together. */
    void mark() throws IOException {
        if (marked == marks.length) {
            reserve((long) GROWN_MARK * marked);
            marks = Arrays.copyOf(marks, marked * 2);
        }
        marks[marked++] = size;
    }

    /** Removes the topmost mark and returns its place. A damaged pickle may have dropped marks together with values. */
    private int popMark() {
        while (marks[--marked] > size) {
            // Its place is gone.
        }
        return marks[marked];
    }

    /** Numbers the top value, so that {@link #recall} finds it. Throws IndexOutOfBoundsException for a number that is too high. */
    void memoize(long number) throws IOException {
        if (number >= memo.length) {
            growMemo(number);
        }
        int at = (int) number;
        int top = size - 1;
        if (values[top] instanceof DumpItems) {
            numbers[top] = number + 1;
        }
        memo[at] = values[top];
        memoNumbers[at] = numbers[top];
        memoized = Math.max(memoized, at + 1);
    }

    private void growMemo(long number) throws IOException {
        if (number > mostMemoized) {
            throw new IndexOutOfBoundsException("more values are numbered than there are bytes");
        }
        int most = Math.max((int) number + 1, memo.length * 2);
        reserve((long) GROWN_SLOT * (most - memo.length));
        memo = Arrays.copyOf(memo, most);
        memoNumbers = Arrays.copyOf(memoNumbers, most);
    }

    /** Numbers the top value with the first number after all that were used. */
    void memoize() throws IOException {
        memoize(memoized);
    }

    /** Pushes the value with a number. Throws IndexOutOfBoundsException for a number far above all that were used. */
    void recall(long number) throws IOException {
        int at = (int) Math.min(number, Integer.MAX_VALUE);
        push(memo[at], memoNumbers[at]);
    }

    /** Adds the top value to the list below it. */
    void append() throws IOException {
        append(size - 2, size - 1);
    }

    /** Adds the values above the topmost mark to the list below it. */
    void appendMarked() throws IOException {
        int mark = popMark();
        append(mark - 1, mark);
    }

    /** Adds the top two values, a key and its value, to the dictionary below them. */
    void put() throws IOException {
        put(size - 3, size - 2);
    }

    /** Adds the keys and values above the topmost mark to the dictionary below it. */
    void putMarked() throws IOException {
        int mark = popMark();
        put(mark - 1, mark);
        if (values[mark - 1] instanceof DumpEntry entry) {
            whole = entry;
        }
    }

    /** Makes a list of the top values. */
    void listOf(int count) throws IOException {
        collect(size - count, false);
    }

    /** Makes a list of the values above the topmost mark. */
    void listOfMarked() throws IOException {
        collect(popMark(), false);
    }

    /** Makes a dictionary of the keys and values above the topmost mark. */
    void dictionaryOfMarked() throws IOException {
        collect(popMark(), true);
    }

    private void collect(int first, boolean dictionary) throws IOException {
        if (first < size) {
            DumpItems made = items(first, dictionary);
            size = first;
            push(made, 0);
        } else if (dictionary) {
            pushDictionary();
        } else {
            pushList();
        }
    }

    /** Adds the values from an index to the top to the list at another. */
    private void append(int at, int first) throws IOException {
        Object into = values[at];
        if (into instanceof DumpList list) {
            extend(at, list, first);
        } else if (into instanceof DumpEntries entries) {
            for (int i = first; i < size; i++) {
                add(entries, values[i]);
            }
        } else {
            throw new ClassCastException("what is added to is no list");
        }
        drop(at + 1);
    }

    /** Adds the keys and values from an index to the top to the dictionary at another. */
    private void put(int at, int first) throws IOException {
        Object into = values[at];
        if (into instanceof DumpEntry entry) {
            checkPairs(first);
            for (int i = first; i < size; i += 2) {
                if (values[i] instanceof String) {
                    reader.put(entry, numbers[i], values[i + 1], numbers[i + 1]);
                }
            }
        } else if (into instanceof DumpDictionary dictionary) {
            extend(at, dictionary, first);
        } else {
            throw new ClassCastException("what is added to is no dictionary");
        }
        drop(at + 1);
    }

    private void checkPairs(int first) {
        if ((size - first) % 2 != 0) {
            throw new ClassCastException("a key has no value");
        }
    }

    /** Adds the values from an index to the top to the list or dictionary at another, also as the memo holds it. */
    private void extend(int at, DumpItems items, int first) throws IOException {
        DumpItems extended = items;
        if (items.count() == 0) {
            extended = items(first, items instanceof DumpDictionary);
        } else {
            if (items.shared()) {
                reserve(ITEMS + (long) SLOT * items.count());
                extended = items.copy();
            }
            reserve((long) SLOT * (size - first));
            extended.add(values, numbers, first, size);
        }
        values[at] = extended;
        if (numbers[at] > 0) {
            memo[(int) numbers[at] - 1] = extended;
        }
    }

    private void add(DumpEntries entries, Object value) throws IOException {
        if (value instanceof DumpEntry entry) {
            reserve(Integer.BYTES);
            entries.add(entry);
        } else if (value instanceof DumpDictionary dictionary) {
            reserve(ENTRY + (long) SLOT * dictionary.count());
            entries.add(reader.entry(dictionary));
        }
    }

    /** Returns the values from an index to the top as a list or a dictionary; a shared one if it is short. */
    private DumpItems items(int first, boolean dictionary) throws IOException {
        if (dictionary) {
            checkPairs(first);
        }
        int count = size - first;
        int hash = dictionary ? 1 : 0;
        if (count > LONGEST_SHARED) {
            return items(first, dictionary, false, hash);
        }
        for (int i = first; i < size; i++) {
            Object value = values[i];
            hash = 31 * hash
                    + (value == DumpItems.NUMBER ? Long.hashCode(numbers[i]) : value == null ? 0 : value.hashCode());
        }
        int home = hash * 0x9E3779B9 >>> Integer.SIZE - SHARED_BITS;
        int at = home;
        for (int probe = 0; probe < PROBES && shared[at] != null; probe++) {
            if (shared[at].same(dictionary, values, numbers, first, count)) {
                return shared[at];
            }
            at = at + 1 & shared.length - 1;
        }
        DumpItems made = items(first, dictionary, true, hash);
        shared[shared[at] == null ? at : home] = made;
        return made;
    }

    private DumpItems items(int first, boolean dictionary, boolean shared, int hash) throws IOException {
        reserve(ITEMS + (long) SLOT * (size - first));
        DumpItems made = dictionary ? new DumpDictionary(shared, hash) : new DumpList(shared, hash);
        made.add(values, numbers, first, size);
        return made;
    }

    /** Returns the top value. */
    Object top() {
        return values[size - 1];
    }

    /**
     * Returns the value at the bottom of a file that lacks its end, with all that was still to be added to it and to what stands
     * open in it. A part of a dictionary is better than nothing, but an entry that lacks fields is left out.
     */
    Object topOfCut() throws IOException {
        while (marked > 0) {
            int mark = marks[--marked];
            if (mark > 0 && mark < size) {
                Object into = values[mark - 1];
                if (into instanceof DumpEntries) {
                    size -= values[size - 1] == whole ? 0 : 1;
                    append(mark - 1, mark);
                } else if (into instanceof DumpDictionary) {
                    size -= (size - mark) % 2;
                    put(mark - 1, mark);
                } else {
                    // An entry that lacks fields, or a list that no part of a dump is without its end.
                    size = mark;
                }
            }
        }
        if (size > 1 && values[0] instanceof DumpDictionary) {
            size -= (size - 1) % 2;
            put(0, 1);
        }
        return size == 0 ? null : values[0];
    }
}
