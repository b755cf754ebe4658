package dev.rollcall.analyzer.input.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads a text line by line, a byte a character. A file without line ends takes no more memory than another. Not thread-safe. */
public final class TextLines {
    private static final int LONGEST = 64 << 10;

    private final InputStream in;
    private final byte[] bytes = new byte[LONGEST];
    private byte[] begun = new byte[256];
    private int position;
    private int end;

    public TextLines(InputStream in) {
        this.in = in;
    }

    /** Returns the next line, of a longer one its beginning; null at the end, and for a line that the end cuts off. */
    public String next() throws IOException {
        int length = 0;
        while (fill()) {
            int at = position;
            while (at < end && bytes[at] != '\n') {
                at++;
            }
            boolean whole = at < end;
            if (whole && length == 0) {
                String line = text(bytes, position, at - position);
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

    private static String text(byte[] from, int start, int length) {
        return new String(from, start, length, StandardCharsets.ISO_8859_1);
    }

    private int keep(int length, int more) {
        if (length + more > begun.length) {
            begun = Arrays.copyOf(begun, LONGEST);
        }
        System.arraycopy(bytes, position, begun, length, more);
        return length + more;
    }

    private boolean fill() throws IOException {
        if (position == end) {
            position = 0;
            end = Math.max(0, in.read(bytes));
        }
        return end > 0;
    }
}
