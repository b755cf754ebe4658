package dev.rollcall.analyzer.input.pytorch;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/** The bytes of a pickle, and the numbers and texts among them. Not thread-safe. */
final class PickleBytes {
    private final byte[] bytes;
    private int position;

    PickleBytes(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Thrown where the bytes end before the pickle does. */
    static final class End extends RuntimeException {
        private static final long serialVersionUID = 1;
        private static final End INSTANCE = new End();

        private End() {
            super("the file ends here", null, false, false);
        }
    }

    byte[] array() {
        return bytes;
    }

    int position() {
        return position;
    }

    /** Goes to a position that was one before. */
    void position(int at) {
        position = at;
    }

    /** Returns the next byte, 0 to 255, without passing it. */
    int peek() {
        if (position >= bytes.length) {
            throw End.INSTANCE;
        }
        return bytes[position] & 0xff;
    }

    /** Returns the next byte, 0 to 255. */
    int next() {
        if (position >= bytes.length) {
            throw End.INSTANCE;
        }
        return bytes[position++] & 0xff;
    }

    void skip(int count) {
        need(count);
        position += count;
    }

    private void need(long count) {
        if (count < 0 || count > bytes.length - position) {
            throw End.INSTANCE;
        }
    }

    /** Returns the little-endian number in the next bytes, 1 to 8 of them; of 8 the sign is kept. */
    long unsigned(int count) {
        need(count);
        if (count == Long.BYTES) {
            position += Long.BYTES;
            return word(bytes, position - Long.BYTES) & 0xffff_ffffL
                    | (long) word(bytes, position - Integer.BYTES) << Integer.SIZE;
        }
        long value = 0;
        for (int i = 0; i < count; i++) {
            value |= (bytes[position + i] & 0xffL) << 8 * i;
        }
        position += count;
        return value;
    }

    /** Returns the little-endian number in the next four bytes, with its sign. */
    int word() {
        need(Integer.BYTES);
        position += Integer.BYTES;
        return word(bytes, position - Integer.BYTES);
    }

    /** Returns the little-endian number in four bytes of an array, with its sign. */
    static int word(byte[] bytes, int at) {
        return bytes[at] & 0xff | (bytes[at + 1] & 0xff) << 8 | (bytes[at + 2] & 0xff) << 16 | bytes[at + 3] << 24;
    }

    /** Returns the text up to the end of the line, and passes that. */
    String line() {
        int start = position;
        while (next() != '\n') {
            // Up to there.
        }
        return new String(bytes, start, position - 1 - start, StandardCharsets.UTF_8);
    }

    /**
     * Returns what an opcode of a plain value stands for.
     *
     * @throws IOException if the opcode is of no plain value
     */
    Object scalar(int opcode) throws IOException {
        return switch (opcode) {
            case 'N' -> null;
            case 0x88 -> Boolean.TRUE;
            case 0x89 -> Boolean.FALSE;
            case 'K' -> (long) next();
            case 'M' -> next() | (long) next() << 8;
            case 'J' -> (long) word();
            case 'I' -> decimal(line());
            case 'L' -> decimal(line().replace("L", ""));
            case 0x8a -> integer(next()); // LONG1
            case 0x8b -> integer(unsigned(4)); // LONG4
            case 'G' -> Double.longBitsToDouble(Long.reverseBytes(unsigned(8)));
            case 'F' -> Double.valueOf(line());
            case 'X', 'T', 'B' -> text(Integer.toUnsignedLong(word()));
            case 0x8c, 'U', 'C' -> text(next());
            case 0x8d, 0x8e, 0x96 -> text(unsigned(8)); // BINUNICODE8, BINBYTES8, BYTEARRAY8
            case 'V' -> line();
            case 'S' -> quoted(line());
            default ->
                throw new IOException("not a dump: at byte " + (position - 1)
                        + " it holds more than plain values (opcode " + opcode + "), which Rollcall never runs");
        };
    }

    private static Object decimal(String digits) {
        return switch (digits) {
            case "00" -> Boolean.FALSE;
            case "01" -> Boolean.TRUE;
            default -> Long.valueOf(digits);
        };
    }

    /** Two's complement, little-endian; what does not fit into 64 bits keeps its nearest. */
    private Long integer(long count) {
        need(count);
        if (count <= 8) {
            long value = unsigned((int) count);
            int unused = 64 - 8 * (int) count;
            return count == 0 ? 0 : value << unused >> unused;
        }
        byte[] reversed = new byte[(int) count];
        for (int i = 0; i < count; i++) {
            reversed[(int) count - 1 - i] = bytes[position + i];
        }
        position += (int) count;
        return new BigInteger(reversed)
                .max(BigInteger.valueOf(Long.MIN_VALUE))
                .min(BigInteger.valueOf(Long.MAX_VALUE))
                .longValue();
    }

    private String text(long count) {
        need(count);
        position += (int) count;
        return InternedTexts.of(bytes, position - (int) count, (int) count);
    }

    private static String quoted(String line) {
        return line.length() >= 2 ? line.substring(1, line.length() - 1) : line;
    }
}
