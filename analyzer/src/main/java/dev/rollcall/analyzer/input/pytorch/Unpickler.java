package dev.rollcall.analyzer.input.pytorch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Reads plain values out of a pickle: dictionaries ({@link Fields}), lists and tuples ({@link Sequence}), text, numbers, truth
 * values. Protocols 0 to 5, as Python's {@code pickletools} describes their opcodes.
 *
 * <p>An opcode that makes objects of classes is refused, so that nothing in a file can run code; and every value stands for
 * at least one byte, so that a file cannot take more memory than a small multiple of its size. Not thread-safe.
 */
final class Unpickler {
    private static final Object MARK = new Object();
    private static final int NOWHERE = -1;

    private final PickleBytes bytes;
    private Object[] stack = new Object[1024];
    private int size;
    private int[] marks = new int[64];
    private int marked;
    private final Memo memo;
    private final PickledEntry entries;
    private int entriesMark = NOWHERE;
    private boolean cut;

    /** Reads a pickle as it is. */
    Unpickler(byte[] pickle) {
        this.bytes = new PickleBytes(pickle);
        this.memo = new Memo(pickle.length);
        this.entries = null;
    }

    /** Reads a dump whose entries become a {@link DumpEntry} each; in another form they are none of those that are known. */
    Unpickler(byte[] dump, PythonFrames frames, DumpName.Table names) {
        this.bytes = new PickleBytes(dump);
        this.memo = new Memo(dump.length);
        this.entries = new PickledEntry(frames, names, bytes, memo);
    }

    /**
     * Reads the value.
     *
     * @return the value; of a pickle that lacks its end, what of the outermost dictionary is there
     * @throws IOException if it is no pickle, or of more than plain values; the message says which
     * @throws PickledValues.OtherForm if the entries have to be read as plain values, by a reader of its own
     */
    Object read() throws IOException {
        try {
            for (int opcode = bytes.next(); opcode != '.'; opcode = bytes.next()) {
                apply(opcode);
            }
            return stack[size - 1];
        } catch (PickleBytes.End end) {
            cut = true;
            return size > 0 && stack[0] != MARK ? fold() : null;
        } catch (IndexOutOfBoundsException | NumberFormatException | ClassCastException e) {
            throw new IOException("damaged near byte " + bytes.position(), e);
        }
    }

    /** Returns whether the pickle lacked its end. */
    boolean cut() {
        return cut;
    }

    private void apply(int opcode) throws IOException {
        switch (opcode) {
            case 0x80 -> bytes.skip(1); // PROTO
            case 0x95 -> bytes.skip(8); // FRAME
            case '(' -> open();
            case 'h' -> push(remembered(bytes.next()));
            case '0' -> drop(size - 1);
            case '1' -> drop(mark());
            case '2' -> push(stack[size - 1]);
            case ']', ')', 0x8f -> push(new Sequence());
            case '}' -> dictionary();
            case 'a' -> append(size - 2, size - 1);
            case 'e', 0x90 -> appendFrom(mark());
            case 's' -> setItems(size - 3, size - 2);
            case 'u' -> setItemsFrom(mark());
            case 'd' -> dictionary(mark());
            case 'l', 't', 0x91 -> sequenceFrom(mark());
            case 0x85 -> sequence(size - 1, size - 1); // TUPLE1
            case 0x86 -> sequence(size - 2, size - 2);
            case 0x87 -> sequence(size - 3, size - 3);
            case 'q' -> number(bytes.next());
            case 'r' -> number(Integer.toUnsignedLong(bytes.word()));
            case 'p' -> number(Long.parseLong(bytes.line()));
            case 0x94 -> number(memo.size()); // MEMOIZE
            case 'j' -> push(remembered(Integer.toUnsignedLong(bytes.word())));
            case 'g' -> push(remembered(Long.parseLong(bytes.line())));
            default -> push(bytes.scalar(opcode));
        }
    }

    private void push(Object value) {
        if (size == stack.length) {
            stack = Arrays.copyOf(stack, size * 2);
        }
        stack[size++] = value;
    }

    private Object remembered(long number) {
        Object value = memo.get(number);
        if (value instanceof Understood) {
            throw PickledValues.OtherForm.INSTANCE;
        }
        return value;
    }

    /** Leaves what stood above where it is: nothing looks there. */
    private void drop(int from) {
        size = Objects.checkIndex(from, size + 1);
    }

    private void open() {
        if (marked == marks.length) {
            marks = Arrays.copyOf(marks, marked * 2);
        }
        if (entries != null && size > 1 && stack[size - 1] instanceof Sequence && "entries".equals(stack[size - 2])) {
            entriesMark = size;
        }
        marks[marked++] = size;
        push(MARK);
    }

    /** Begins a dictionary; those that stand among a dump's entries are read as a whole, all that follow one another. */
    private void dictionary() throws IOException {
        boolean entry = marked > 0 && marks[marked - 1] == entriesMark;
        push(entry ? entries.read() : new Fields());
        while (entry && bytes.peek() == '}') {
            bytes.skip(1);
            push(entries.read());
        }
    }

    /** Returns the place of the topmost mark, which is taken away. A damaged pickle may have dropped marks with values. */
    private int mark() {
        int at = marks[--marked];
        while (at >= size || stack[at] != MARK) {
            at = marks[--marked];
        }
        return at;
    }

    private void appendFrom(int mark) {
        append(mark - 1, mark + 1);
    }

    private void setItemsFrom(int mark) {
        setItems(mark - 1, mark + 1);
    }

    private void sequenceFrom(int mark) {
        sequence(mark, mark + 1);
    }

    private void append(int list, int first) {
        if (!(stack[list] instanceof Sequence into)) {
            throw new ClassCastException("what is added to is no list");
        }
        into.add(stack, first, size);
        drop(list + 1);
    }

    private void setItems(int dictionary, int first) {
        if (!(stack[dictionary] instanceof Fields into)) {
            throw new ClassCastException("what is added to is no dictionary");
        }
        into.put(stack, first, paired(first));
        drop(dictionary + 1);
    }

    /** Returns the stack's size, where keys and values stand there in pairs. */
    private int paired(int first) {
        if ((size - first) % 2 != 0) {
            throw new ClassCastException("a key has no value");
        }
        return size;
    }

    private void dictionary(int mark) {
        Fields made = new Fields();
        made.put(stack, mark + 1, paired(mark + 1));
        drop(mark);
        push(made);
    }

    private void sequence(int from, int first) {
        Sequence made = new Sequence();
        made.add(stack, first, size);
        drop(from);
        push(made);
    }

    private void number(long number) {
        memo.put(number, stack[size - 1]);
    }

    /**
     * Returns the container at the bottom of the stack with what was still to be added to it, and to those that stand open in it,
     * the innermost first. A list's last element is left out if it may still have been filled; a dictionary's part is better than
     * nothing.
     */
    private Object fold() {
        List<Integer> open = new ArrayList<>();
        for (int at = 0; at < size; at = next(at)) {
            open.add(at);
        }
        for (int i = open.size() - 1; i >= 0; i--) {
            int at = open.get(i);
            fold(at, i + 1 < open.size() ? open.get(i + 1) : size);
        }
        return stack[0];
    }

    /** Returns where the next container stands that has a mark above it; the stack's size where there is none. */
    private int next(int at) {
        int next = first(at);
        while (next < size && !(next + 1 < size && stack[next + 1] == MARK)) {
            next++;
        }
        return next;
    }

    private int first(int at) {
        return at + 1 < size && stack[at + 1] == MARK ? at + 2 : at + 1;
    }

    private void fold(int at, int open) {
        int first = first(at);
        if (stack[at] instanceof Sequence list) {
            boolean unfinished =
                    open == size && (stack[size - 1] instanceof Fields || stack[size - 1] instanceof Sequence);
            int end = unfinished ? size - 1 : Math.min(open, size);
            list.add(stack, Math.min(first, end), end);
        } else if (stack[at] instanceof Fields fields) {
            for (int i = first; i + 1 < Math.min(open, size); i += 2) {
                fields.put(stack[i], stack[i + 1]);
            }
            if (open < size && (open - first) % 2 == 1) {
                fields.put(stack[open - 1], stack[open]);
            }
        }
    }
}
