package dev.rollcall.analyzer.input.pytorch;

import java.io.IOException;

/**
 * Reads single values among the entries of a pickled dump, as c10's pickler and Python's own write them, with what the pickle
 * numbers to be used again. Not thread-safe.
 */
final class PickledValues {
    /** Thrown where the entries are in another form, which {@link Unpickler} reads by itself. */
    static final class OtherForm extends RuntimeException {
        static final OtherForm INSTANCE = new OtherForm();
        private static final long serialVersionUID = 1;

        private OtherForm() {
            super("another form", null, false, false);
        }
    }

    private static final int FRAME = 0x95;
    static final int NOT_NUMBERED = -1;

    private final PickleBytes bytes;
    private final Memo memo;
    private final EntryHoles holes;
    private String ahead;

    /** Makes a reader that notes where it met the numbers that the pickle gives. */
    PickledValues(PickleBytes bytes, Memo memo, EntryHoles holes) {
        this.bytes = bytes;
        this.memo = memo;
        this.holes = holes;
    }

    /** Returns the next opcode; what frames a part of the pickle is passed. */
    int opcode() {
        int opcode = bytes.next();
        return opcode == FRAME ? behindFrame() : opcode;
    }

    private int behindFrame() {
        bytes.skip(Long.BYTES);
        return opcode();
    }

    /** Returns the next opcode without passing it. */
    int peek() {
        while (bytes.peek() == FRAME) {
            bytes.skip(1 + Long.BYTES);
        }
        return bytes.peek();
    }

    /** Returns where the next byte stands. */
    int position() {
        return bytes.position();
    }

    /** Passes an opcode, which must be this one. */
    void expect(int opcode) {
        if (opcode() != opcode) {
            throw OtherForm.INSTANCE;
        }
    }

    /** Returns the next key of a dictionary; null at its end, which is passed. */
    String key() throws IOException {
        if (ahead != null) {
            String key = ahead;
            ahead = null;
            return key;
        }
        int opcode = opcode();
        return opcode == 'u' ? null : text(opcode);
    }

    /** Takes a value for the next key: it was read because, before it, nothing tells that a list has ended. */
    void keepAsKey(String value) {
        ahead = value;
    }

    /** Returns the text that an opcode begins. */
    String text(int opcode) throws IOException {
        if (opcode == 'h' || opcode == 'j') {
            return remembered(opcode, String.class);
        }
        if (opcode != 'X' && opcode != 0x8c) {
            throw OtherForm.INSTANCE;
        }
        String text = (String) bytes.scalar(opcode);
        number(text);
        return text;
    }

    /** Returns the text, or what was numbered, that an opcode begins. */
    Object value(int opcode) throws IOException {
        return opcode == 'X' || opcode == 0x8c ? text(opcode) : remembered(opcode);
    }

    /** Returns the text that follows. */
    String text() throws IOException {
        return text(opcode());
    }

    /** Returns what an opcode refers to; it must be of this type. */
    <T> T remembered(int opcode, Class<T> type) {
        Object value = remembered(opcode);
        if (!type.isInstance(value)) {
            throw OtherForm.INSTANCE;
        }
        return type.cast(value);
    }

    /** Returns what an opcode refers to. */
    Object remembered(int opcode) {
        int start = bytes.position() - 1;
        long number = switch (opcode) {
            case 'h' -> bytes.next();
            case 'j' -> Integer.toUnsignedLong(bytes.word());
            default -> throw OtherForm.INSTANCE;
        };
        Object value = memo.get(number);
        if (!(value instanceof String)) {
            holes.reference((int) number, start, bytes.position());
        }
        return value;
    }

    /** Returns the number that the pickle gives to the container that was just begun; negative for none. */
    int begun() {
        return number(Understood.Unkept.INSTANCE);
    }

    /** Notes what a container was understood as, under the number that it got when it began, or gets now. */
    void ended(int number, Understood value) {
        if (number == NOT_NUMBERED) {
            number(value);
        } else {
            memo.replace(number, value);
        }
    }

    /** Numbers a value if the pickle does. */
    private int number(Object value) {
        long number;
        int start = bytes.position();
        switch (bytes.peek()) {
            case 'q' -> {
                bytes.next();
                number = bytes.next();
            }
            case 'r' -> {
                bytes.next();
                number = Integer.toUnsignedLong(bytes.word());
            }
            case 0x94 -> {
                bytes.next();
                number = memo.size();
            }
            default -> {
                return NOT_NUMBERED;
            }
        }
        give(number, value);
        holes.given((int) number, start, bytes.position());
        return (int) number;
    }

    /** Gives a number to a value, which none had before. */
    void give(long number, Object value) {
        if (memo.has(number)) {
            throw OtherForm.INSTANCE;
        }
        memo.put(number, value);
    }

    /** Returns what has a number. */
    Object numbered(int number) {
        return memo.get(number);
    }

    /** Returns the number that a value gets where the pickle counts them. */
    int next() {
        return memo.size();
    }

    /** Returns the whole number that follows. */
    long number() {
        return number(opcode());
    }

    /** Returns the whole number that an opcode begins. */
    long number(int opcode) {
        return switch (opcode) {
            case 'K' -> bytes.next();
            case 'M' -> bytes.next() | bytes.next() << 8;
            case 'J' -> bytes.word();
            case 0x8a -> whole(bytes.next());
            default -> throw OtherForm.INSTANCE;
        };
    }

    private long whole(int length) {
        if (length == 0 || length > Long.BYTES) {
            throw OtherForm.INSTANCE;
        }
        int unused = Long.SIZE - Byte.SIZE * length;
        return bytes.unsigned(length) << unused >> unused;
    }

    /** Returns the truth value that follows. */
    boolean truth() {
        return switch (opcode()) {
            case 0x88 -> true;
            case 0x89 -> false;
            default -> throw OtherForm.INSTANCE;
        };
    }

    /** Passes a single value. */
    void skip() throws IOException {
        int opcode = opcode();
        switch (opcode) {
            case 'N', 0x88, 0x89 -> bytes.skip(0);
            case 'K' -> bytes.skip(1);
            case 'M' -> bytes.skip(2);
            case 'J' -> bytes.skip(4);
            case 'G' -> bytes.skip(8);
            case 0x8a -> bytes.skip(bytes.next());
            default -> text(opcode);
        }
    }
}
