package dev.rollcall.analyzer.input.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Reads a document, such as JSON, before the lines of which a launcher put its prefixes. Not thread-safe. */
final class UnprefixedInput extends InputStream {
    private final TextLines lines;
    private final LinePrefix prefix;
    private byte[] line = {};
    private int position;

    UnprefixedInput(TextLines lines, LinePrefix prefix) {
        this.lines = lines;
        this.prefix = prefix;
    }

    @Override
    public int read() throws IOException {
        return fill() ? line[position++] & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int read = Math.min(length, line.length - position);
        System.arraycopy(line, position, bytes, offset, read);
        position += read;
        return read;
    }

    private boolean fill() throws IOException {
        while (position == line.length) {
            TextLines.Line next = lines.next();
            if (next == null) {
                return false;
            }
            StringBuilder text = new StringBuilder();
            for (TextLine part : prefix.remove(next.text(), next.whole())) {
                text.append(part.text()).append(part.whole() ? "\n" : "");
            }
            line = text.toString().getBytes(StandardCharsets.ISO_8859_1);
            position = 0;
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
