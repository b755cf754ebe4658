package dev.rollcall.analyzer.input.elf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Reads the little-endian numbers and texts of an ELF file one after the other. Every method fails with an {@code IOException} where
 * the bytes end early. Not thread-safe.
 */
final class ElfBytes {
    private static final int LONGEST_TEXT = 4096;

    /** No bytes at all. */
    static final ElfBytes NONE = new ElfBytes(ByteBuffer.allocate(0));

    private final ByteBuffer bytes;

    /** Makes a reader of a buffer's remaining bytes, from their start on. */
    ElfBytes(ByteBuffer bytes) {
        this.bytes = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns another reader of the same bytes, at their start. */
    ElfBytes fromStart() {
        return new ElfBytes(bytes.duplicate().rewind());
    }

    /** Returns the bytes from here to the end. */
    ByteBuffer buffer() {
        return bytes.slice();
    }

    int position() {
        return bytes.position();
    }

    int remaining() {
        return bytes.remaining();
    }

    /** Goes to a position from the start. */
    ElfBytes at(long position) throws IOException {
        if (position < 0 || position > bytes.limit()) {
            throw new IOException("position " + position + " of " + bytes.limit() + " bytes");
        }
        bytes.position((int) position);
        return this;
    }

    void skip(long count) throws IOException {
        need(count);
        bytes.position(bytes.position() + (int) count);
    }

    /** Returns a reader of the next bytes, and goes past them. */
    ElfBytes next(long count) throws IOException {
        need(count);
        ElfBytes part = new ElfBytes(bytes.slice(bytes.position(), (int) count));
        skip(count);
        return part;
    }

    int u8() throws IOException {
        need(1);
        return bytes.get() & 0xFF;
    }

    int u16() throws IOException {
        need(2);
        return bytes.getShort() & 0xFFFF;
    }

    long u32() throws IOException {
        need(4);
        return bytes.getInt() & 0xFFFFFFFFL;
    }

    long i64() throws IOException {
        need(8);
        return bytes.getLong();
    }

    /** Returns the bytes as they are. */
    byte[] array(int count) throws IOException {
        need(count);
        byte[] array = new byte[count];
        bytes.get(array);
        return array;
    }

    /** Returns an unsigned LEB128 number (DWARF 5, section 7.6); bits beyond the 64th are lost. */
    long uleb() throws IOException {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            int next = u8();
            if (shift < 64) {
                value |= (next & 0x7FL) << shift;
            }
            if (next < 0x80) {
                return value;
            }
        }
    }

    /** Returns a signed LEB128 number, as above. */
    long sleb() throws IOException {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            int next = u8();
            if (shift < 64) {
                value |= (next & 0x7FL) << shift;
            }
            if (next < 0x80) {
                boolean negative = (next & 0x40) != 0 && shift + 7 < 64;
                return negative ? value | -1L << shift + 7 : value;
            }
        }
    }

    /** Returns a text that ends with a zero, without it. One of more than 4,096 bytes is damage. */
    String text() throws IOException {
        int start = position();
        int length = skipText();
        String text = new String(at(start).array(length), StandardCharsets.UTF_8);
        skip(1);
        return text;
    }

    /** Goes past a text and its zero; returns its length in bytes. */
    int skipText() throws IOException {
        int start = position();
        while (u8() != 0) {
            if (position() - start > LONGEST_TEXT) {
                throw new IOException("text without an end");
            }
        }
        return position() - 1 - start;
    }

    private void need(long count) throws IOException {
        if (count < 0 || count > bytes.remaining()) {
            throw new IOException(count + " bytes of " + bytes.remaining());
        }
    }
}
