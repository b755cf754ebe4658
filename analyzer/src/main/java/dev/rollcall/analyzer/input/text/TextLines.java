package dev.rollcall.analyzer.input.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;

/**
 * Reads text line by line, one character a byte, and skips lines that are not searched for. Memory is bounded: of a long line only
 * a part is kept, around the first word that is searched for. Not thread-safe.
 */
final class TextLines implements AutoCloseable {
    /** Fits into a processor's second cache. */
    private static final int BLOCK = 256 << 10;

    private final InputStream in;
    private final WordSearch words;
    private final byte[] buffer;

    /** The longest line that is kept whole, in bytes. */
    private final int longest;

    /** How much of a long line before a word is kept. */
    private final int beforeWord;

    private int position;
    private int end;
    private boolean atEnd;
    private byte last = '\n';
    /** Whether the buffer begins within a line whose start was returned. */
    private boolean withinLongLine;

    /**
     * Reads the lines of a text.
     *
     * @param words what {@link #nextWithWord} searches for; null where it is not called
     * @param longest the longest line that is kept whole, in bytes
     */
    TextLines(InputStream in, WordSearch words, int longest) {
        this.in = in;
        this.words = words;
        this.longest = longest;
        this.beforeWord = longest / 2;
        this.buffer = new byte[Math.addExact(BLOCK, longest)];
    }

    /**
     * A line, valid until the next one is read.
     *
     * @param bytes the buffer that it is in
     * @param start where it begins
     * @param end where it ends, before its line feed
     * @param whole whether a line feed ends it
     */
    record Line(byte[] bytes, int start, int end, boolean whole) {
        String text() {
            return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
        }

        BitSet wordsOf(WordSearch search) {
            return search.wordsIn(bytes, start, end);
        }
    }

    /** Returns the next line, whatever is in it; null at the end of the text. */
    Line next() throws IOException {
        return goOn() ? line() : null;
    }

    /** Returns the next line that has a word; null at the end of the text. */
    Line nextWithWord() throws IOException {
        while (goOn()) {
            int found = words.find(buffer, position, end);
            if (found >= 0) {
                position = Math.max(startOfLine(found), found - beforeWord);
                return line();
            }
            if (atEnd || in instanceof FilesInput files && files.skipToWord(words, beforeWord)) {
                position = end;
            } else {
                // A word may go on behind the last byte.
                position = Math.max(startOfLine(end), end - beforeWord);
            }
            fill();
        }
        return null;
    }

    /** Returns whether what was read ends within a line. */
    boolean endsWithinLine() {
        return last != '\n';
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /** Moves to the end of a line that was returned in part. Returns whether there is more text. */
    private boolean goOn() throws IOException {
        if (withinLongLine) {
            skipRestOfLine();
        }
        return position < end || fill();
    }

    private int startOfLine(int within) {
        int at = within;
        while (at > position && buffer[at - 1] != '\n') {
            at--;
        }
        return at;
    }

    /** Takes the line at the position, of which at least a byte is in the buffer. */
    private Line line() throws IOException {
        int feed = feed(position);
        while (feed < 0 && end - position < longest && !atEnd) {
            int known = end - position;
            fill();
            feed = feed(position + known);
        }
        int start = position;
        int limit = Math.min(feed < 0 ? end : feed, start + longest);
        withinLongLine = feed < 0 && !atEnd;
        position = feed < 0 ? end : feed + 1;
        return new Line(buffer, start, limit, feed >= 0 || withinLongLine);
    }

    private int feed(int from) {
        for (int at = from; at < end; at++) {
            if (buffer[at] == '\n') {
                return at;
            }
        }
        return -1;
    }

    private void skipRestOfLine() throws IOException {
        while (position < end || fill()) {
            int feed = feed(position);
            position = feed < 0 ? end : feed + 1;
            if (feed >= 0) {
                break;
            }
        }
        withinLongLine = false;
    }

    /** Moves what is left to the front of the buffer and reads more. Returns whether anything is left. */
    private boolean fill() throws IOException {
        System.arraycopy(buffer, position, buffer, 0, end - position);
        end -= position;
        position = 0;
        int read = atEnd ? -1 : in.read(buffer, end, buffer.length - end);
        atEnd = read < 0;
        if (read > 0) {
            end += read;
            last = buffer[end - 1];
        }
        return end > 0;
    }
}
