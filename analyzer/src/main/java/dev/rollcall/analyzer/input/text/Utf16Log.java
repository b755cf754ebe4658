package dev.rollcall.analyzer.input.text;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Makes a text in UTF-16 one of a byte a letter, whichever byte comes first. Letters that have no such byte become others, which stand
 * in no line of NCCL's. Not thread-safe.
 */
public final class Utf16Log extends FilterInputStream {
    public Utf16Log(InputStream in) {
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
                // The mark at the beginning is no letter, either.
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
