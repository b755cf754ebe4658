package dev.rollcall.analyzer.input.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads text line by line, one character a byte. Memory is bounded: of a long line only the start is kept. Not thread-safe.
 */
public final class TextLines implements AutoCloseable {
    private static final int LONGEST = 64 << 10;

    private final InputStream in;
    private final byte[] buffer = new byte[LONGEST];
    /** The start of a line that goes on beyond the buffer. */
    private byte[] begun = new byte[256];

    private int position;
    private int end;

    TextLines(InputStream in) {
        this.in = in;
    }

    /**
     * Returns the next line without its line feed, or the first 65,536 characters of a longer one. Returns null at the end of the
     * text, and for a last line without a line feed.
     */
    public String next() throws IOException {
        int length = 0;
        while (fill()) {
            int at = position;
            while (at < end && buffer[at] != '\n') {
                at++;
            }
            boolean whole = at < end;
            if (whole && length == 0) {
                String line = text(buffer, position, at - position);
                position = at + 1;
                return line;
            }
            length = keep(length, Math.min(at - position, LONGEST - length));
            position = whole ? at + 1 : at;
            if (whole) {
                return text(begun, 0, length);
            }
        }
        return null;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private static String text(byte[] bytes, int start, int length) {
        return new String(bytes, start, length, StandardCharsets.ISO_8859_1);
    }

    private int keep(int length, int more) {
        if (length + more > begun.length) {
            begun = Arrays.copyOf(begun, LONGEST);
        }
        System.arraycopy(buffer, position, begun, length, more);
        return length + more;
    }

    private boolean fill() throws IOException {
        if (position == end) {
            position = 0;
            end = Math.max(0, in.read(buffer));
        }
        return end > 0;
    }
}
