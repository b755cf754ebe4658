package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.containment.SourceBoundary;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads a pickle of plain values: dictionaries, lists, tuples, texts, numbers and truth values, in protocols 0 to 5, as Python's
 * {@code pickletools} describes their opcodes. An opcode that makes objects of classes is refused, so that nothing in a file can
 * run code. Not thread-safe.
 */
final class Unpickler {
    private static final String TOO_LONG =
            "not a dump: it holds what is longer, or deeper in itself, than anything in a dump";

    private static final int BUFFER = 64 << 10;

    /** A longer text or number is in no dump. */
    private static final int LONGEST = 16 << 20;

    private final InputStream in;
    private final long length;
    private final ValueStack stack;
    private byte[] buffer = new byte[BUFFER];
    /** In the buffer. */
    private int position;

    private int end;
    /** How many bytes were read before those in the buffer. */
    private long before;

    private boolean cut;

    /**
     * Makes a reader of a pickle whose entries {@code reader} understands.
     *
     * @param length the pickle's length, bytes
     */
    Unpickler(InputStream in, long length, EntryReader reader) {
        this.in = in;
        this.length = length;
        this.stack = new ValueStack(reader, length);
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
            throw new IOException("damaged near byte " + (before + position), e);
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
            case 0x80 -> take(1); // PROTO
            case 0x95 -> take(Long.BYTES); // FRAME

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
                throw new IOException("not a dump: at byte " + (before + position - 1)
                        + " it holds more than plain values (opcode " + opcode + "), which Rollcall never runs");
        }
    }

    /** Returns the next byte, 0 to 255. */
    private int next() throws IOException {
        if (position == end && !fill()) {
            throw End.INSTANCE;
        }
        return Byte.toUnsignedInt(buffer[position++]);
    }

    /** Moves what is left to the front of the buffer and reads more. Returns whether there was more. */
    private boolean fill() throws IOException {
        SourceBoundary.checkTime();
        System.arraycopy(buffer, position, buffer, 0, end - position);
        before += position;
        end -= position;
        position = 0;
        int read = in.read(buffer, end, buffer.length - end);
        end += Math.max(0, read);
        return read > 0;
    }

    /** Passes the next bytes, and returns where they begin in the buffer. */
    private int take(long count) throws IOException {
        if (count < 0 || count > length - before - position) {
            position = end;
            throw End.INSTANCE;
        }
        if (count > LONGEST) {
            throw new IOException(TOO_LONG);
        }
        if (count > buffer.length) {
            buffer = Arrays.copyOf(buffer, (int) count);
        }
        while (end - position < count) {
            if (!fill()) {
                position = end;
                throw End.INSTANCE;
            }
        }
        position += (int) count;
        return position - (int) count;
    }

    /** Returns the little-endian number in the next four bytes, with its sign. */
    private int word() throws IOException {
        int at = take(Integer.BYTES);
        return buffer[at] & 0xff | (buffer[at + 1] & 0xff) << 8 | (buffer[at + 2] & 0xff) << 16 | buffer[at + 3] << 24;
    }

    /** Returns the little-endian number in the next bytes, with its sign; the nearest one that a long holds. */
    private long integer(long count) throws IOException {
        take(count);
        if (count > Long.BYTES) {
            return large((int) count);
        }
        long value = 0;
        for (int i = 1; i <= count; i++) {
            value = value << 8 | buffer[position - i] & 0xff;
        }
        int unused = Long.SIZE - Byte.SIZE * (int) count;
        return count == 0 ? 0 : value << unused >> unused;
    }

    private long large(int count) {
        byte[] reversed = new byte[count];
        for (int i = 0; i < count; i++) {
            reversed[i] = buffer[position - 1 - i];
        }
        return new BigInteger(reversed)
                .max(BigInteger.valueOf(Long.MIN_VALUE))
                .min(BigInteger.valueOf(Long.MAX_VALUE))
                .longValue();
    }

    /** Returns the text up to the end of the line, and passes that. */
    private String line() throws IOException {
        int length = 0;
        while (true) {
            int first = take(length + 1L);
            for (int known = first + length; known < end; known++) {
                if (buffer[known] == '\n') {
                    position = known + 1;
                    return new String(buffer, first, known - first, StandardCharsets.UTF_8);
                }
            }
            length = end - first;
            position = first;
        }
    }

    private void decimal(String digits) throws IOException {
        switch (digits) {
            case "00" -> stack.push(Boolean.FALSE);
            case "01" -> stack.push(Boolean.TRUE);
            default -> stack.push(Long.parseLong(digits));
        }
    }

    private void text(long length) throws IOException {
        int at = take(length);
        stack.push(new String(buffer, at, (int) length, StandardCharsets.UTF_8));
    }

    private static String unquoted(String line) {
        return line.length() >= 2 ? line.substring(1, line.length() - 1) : line;
    }
}
