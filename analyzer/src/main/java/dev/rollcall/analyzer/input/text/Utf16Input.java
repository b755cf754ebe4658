package dev.rollcall.analyzer.input.text;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads UTF-16 of either byte order as one byte a character. Characters beyond U+00FF become others, which occur in no line that
 * a reader looks for. Not thread-safe.
 */
final class Utf16Input extends FilterInputStream {
    Utf16Input(InputStream in) {
        super(in);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int kept = 0;
        while (kept == 0) {
            int read = super.read(bytes, offset, length);
            if (read < 0) {
                return -1;
            }
            for (int i = offset; i < offset + read; i++) {
                // 0xff and 0xfe are the byte order mark.
                if (bytes[i] != 0 && bytes[i] != (byte) 0xff && bytes[i] != (byte) 0xfe) {
                    bytes[offset + kept++] = bytes[i];
                }
            }
            if (length == 0) {
                return 0;
            }
        }
        return kept;
    }
}
