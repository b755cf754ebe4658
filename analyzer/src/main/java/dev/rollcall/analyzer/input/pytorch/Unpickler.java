package dev.rollcall.analyzer.input.pytorch;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/**
 * Reads a pickle of plain values: dictionaries, lists, tuples, texts, numbers and truth values, in protocols 0 to 5, as Python's
 * {@code pickletools} describes their opcodes. An opcode that makes objects of classes is refused, so that nothing in a file can
 * run code. Not thread-safe.
 */
final class Unpickler {
    private final byte[] bytes;
    private final ValueStack stack;
    private int position;
    private boolean cut;

    /** Makes a reader of a pickle whose entries {@code reader} understands. */
    Unpickler(byte[] pickle, EntryReader reader) {
        this.bytes = pickle;
        this.stack = new ValueStack(reader, pickle.length);
    }

    /** Thrown where the bytes end before the pickle does. */
    private static final class End extends RuntimeException {
        private static final long serialVersionUID = 1;
        private static final End INSTANCE = new End();

        private End() {
            super("the file ends here", null, false, false);
        }
    }

    /**
     * Reads the value.
     *
     * @return the value; of a pickle that lacks its end, the part of the outermost value that is there, or null
     * @throws IOException if it is no pickle, or not one of plain values; the message says which
     */
    Object read() throws IOException {
        try {
            try {
                for (int opcode = next(); opcode != '.'; opcode = next()) {
                    apply(opcode);
                }
                return stack.top();
            } catch (End end) {
                cut = true;
                return stack.topOfCut();
            }
        } catch (IndexOutOfBoundsException | NumberFormatException | ClassCastException e) {
            throw new IOException("damaged near byte " + position, e);
        }
    }

    /** Returns whether the pickle lacked its end. */
    boolean cut() {
        return cut;
    }

    /** Applies an opcode. The first compiler turns a switch into comparisons one by one: nearly all opcodes are among these. */
    private void apply(int opcode) throws IOException {
        switch (opcode) {
            case 'h' -> stack.recall(next()); // BINGET
            case 'q' -> stack.memoize(next()); // BINPUT
            case 'r' -> stack.memoize(Integer.toUnsignedLong(word()));
            case 'j' -> stack.recall(Integer.toUnsignedLong(word()));
            case 0x94 -> stack.memoize(); // MEMOIZE
            case '(' -> stack.mark();
            case ']' -> stack.pushList();
            case 'e' -> stack.appendMarked(); // APPENDS
            case '}' -> stack.pushDictionary();
            case 'u' -> stack.putMarked(); // SETITEMS
            case 'K' -> stack.push((long) next()); // BININT1
            case 'M' -> stack.push(next() | (long) next() << 8);
            case 'J' -> stack.push((long) word());
            case 0x8a -> stack.push(integer(next())); // LONG1
            case 0x88 -> stack.push(Boolean.TRUE);
            case 0x89 -> stack.push(Boolean.FALSE);
            case 'N' -> stack.push((Boolean) null);
            default -> applyRare(opcode);
        }
    }

    private void applyRare(int opcode) throws IOException {
        switch (opcode) {
            case 0x80 -> skip(1); // PROTO
            case 0x95 -> skip(8); // FRAME

            case '0' -> stack.pop();
            case '1' -> stack.popToMark();
            case '2' -> stack.duplicate();
            case 'p' -> stack.memoize(Long.parseLong(line()));
            case 'g' -> stack.recall(Long.parseLong(line()));

            case ')', 0x8f -> stack.pushList(); // EMPTY_TUPLE, EMPTY_SET
            case 'a' -> stack.append();
            case 0x90 -> stack.appendMarked(); // ADDITEMS
            case 'l', 't', 0x91 -> stack.listOfMarked(); // LIST, TUPLE, FROZENSET
            case 0x85 -> stack.listOf(1); // TUPLE1
            case 0x86 -> stack.listOf(2);
            case 0x87 -> stack.listOf(3);
            case 's' -> stack.put();
            case 'd' -> stack.dictionaryOfMarked();

            case 'I' -> decimal(line());
            case 'L' -> decimal(line().replace("L", ""));
            case 0x8b -> stack.push(integer(Integer.toUnsignedLong(word())));
            case 'G' -> stack.push(Double.longBitsToDouble(Long.reverseBytes(integer(Double.BYTES))));
            case 'F' -> stack.push(Double.parseDouble(line()));

            case 'X', 'T', 'B' -> text(Integer.toUnsignedLong(word())); // BINUNICODE, BINSTRING, BINBYTES
            case 0x8c, 'U', 'C' -> text(next()); // the short forms
            case 0x8d, 0x8e, 0x96 -> text(integer(Long.BYTES)); // BINUNICODE8, BINBYTES8, BYTEARRAY8
            case 'V' -> stack.push(line());
            case 'S' -> stack.push(unquoted(line()));

            default ->
                throw new IOException("not a dump: at byte " + (position - 1)
                        + " it holds more than plain values (opcode " + opcode + "), which Rollcall never runs");
        }
    }

    /** Returns the next byte, 0 to 255. */
    private int next() {
        int at = position;
        if (at == bytes.length) {
            throw End.INSTANCE;
        }
        position = at + 1;
        return Byte.toUnsignedInt(bytes[at]);
    }

    private void skip(long count) {
        if (count < 0 || count > bytes.length - position) {
            throw End.INSTANCE;
        }
        position += (int) count;
    }

    /** Returns the little-endian number in the next four bytes, with its sign. */
    private int word() {
        skip(Integer.BYTES);
        int at = position - Integer.BYTES;
        return bytes[at] & 0xff | (bytes[at + 1] & 0xff) << 8 | (bytes[at + 2] & 0xff) << 16 | bytes[at + 3] << 24;
    }

    /** Returns the little-endian number in the next bytes, with its sign; the nearest one that a long holds. */
    private long integer(long count) {
        skip(count);
        if (count > Long.BYTES) {
            return large((int) count);
        }
        long value = 0;
        for (int i = 1; i <= count; i++) {
            value = value << 8 | bytes[position - i] & 0xff;
        }
        int unused = Long.SIZE - Byte.SIZE * (int) count;
        return count == 0 ? 0 : value << unused >> unused;
    }

    private long large(int count) {
        byte[] reversed = new byte[count];
        for (int i = 0; i < count; i++) {
            reversed[i] = bytes[position - 1 - i];
        }
        return new BigInteger(reversed)
                .max(BigInteger.valueOf(Long.MIN_VALUE))
                .min(BigInteger.valueOf(Long.MAX_VALUE))
                .longValue();
    }

    /** Returns the text up to the end of the line, and passes that. */
    private String line() {
        int start = position;
        while (next() != '\n') {
            // Up to there.
        }
        return new String(bytes, start, position - 1 - start, StandardCharsets.UTF_8);
    }

    private void decimal(String digits) throws IOException {
        switch (digits) {
            case "00" -> stack.push(Boolean.FALSE);
            case "01" -> stack.push(Boolean.TRUE);
            default -> stack.push(Long.parseLong(digits));
        }
    }

    private void text(long length) throws IOException {
        skip(length);
        stack.push(new String(bytes, position - (int) length, (int) length, StandardCharsets.UTF_8));
    }

    private static String unquoted(String line) {
        return line.length() >= 2 ? line.substring(1, line.length() - 1) : line;
    }
}
