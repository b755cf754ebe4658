package dev.rollcall.analyzer.code.python;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** A Python source in UTF-8. Bytes that are no UTF-8 are replaced, a byte-order mark is dropped. Immutable and thread-safe. */
final class SourceText {
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final byte[] bytes;
    private final int[] lineStarts;

    SourceText(byte[] raw) {
        String text = new String(raw, StandardCharsets.UTF_8);
        boolean marked = !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK;
        bytes = (marked ? text.substring(1) : text).getBytes(StandardCharsets.UTF_8);
        int lines = 1;
        for (byte each : bytes) {
            lines += each == '\n' ? 1 : 0;
        }
        lineStarts = new int[lines];
        int line = 1;
        for (int i = 0; i < bytes.length && line < lines; i++) {
            if (bytes[i] == '\n') {
                lineStarts[line++] = i + 1;
            }
        }
    }

    /** Copies bytes from an offset on; returns how many. */
    int read(byte[] buffer, int offset) {
        int length = Math.max(0, Math.min(buffer.length, bytes.length - offset));
        System.arraycopy(bytes, offset, buffer, 0, length);
        return length;
    }

    /** Returns the line of a byte, from 1. */
    int line(int offset) {
        int found = Arrays.binarySearch(lineStarts, offset);
        return found >= 0 ? found + 1 : -found - 1;
    }

    String text(int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    int length() {
        return bytes.length;
    }

    /** Returns whether a byte is zero, which Python refuses. */
    boolean hasZeros() {
        for (byte each : bytes) {
            if (each == 0) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether more brackets than this are open in each other, outside of strings and comments of one line. */
    boolean hasOpenBrackets(int most) {
        int open = 0;
        for (int i = 0; i < bytes.length && open <= most; i++) {
            byte at = bytes[i];
            if (at == '#') {
                i = endOfLine(i);
            } else if (at == '"' || at == '\'') {
                i = endOfString(i);
            } else if (at == '(' || at == '[' || at == '{') {
                open++;
            } else if (at == ')' || at == ']' || at == '}') {
                open = Math.max(0, open - 1);
            }
        }
        return open > most;
    }

    private int endOfLine(int from) {
        int at = from;
        while (at < bytes.length && bytes[at] != '\n') {
            at++;
        }
        return at;
    }

    /** Returns where the string ends that begins at a quote: at the same quotes again, one of them at the latest at the line's end. */
    private int endOfString(int from) {
        byte quote = bytes[from];
        boolean three = from + 2 < bytes.length && bytes[from + 1] == quote && bytes[from + 2] == quote;
        for (int at = from + (three ? 3 : 1); at < bytes.length; at++) {
            if (bytes[at] == '\\') {
                at++;
            } else if (!three && (bytes[at] == quote || bytes[at] == '\n')) {
                return at;
            } else if (three
                    && at + 2 < bytes.length
                    && bytes[at] == quote
                    && bytes[at + 1] == quote
                    && bytes[at + 2] == quote) {
                return at + 2;
            }
        }
        return bytes.length;
    }

    /** Returns the lines without their ends. */
    List<String> lines() {
        return text(0, bytes.length).lines().toList();
    }

    /** Returns whether the string literal that begins at a byte has expressions in it. */
    boolean isFormatted(int start) {
        for (int i = start; i < bytes.length && bytes[i] != '"' && bytes[i] != '\''; i++) {
            int letter = bytes[i] | 0x20;
            if (letter == 'f' || letter == 't') {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether a part of the source mentions one word anywhere, or has a statement that begins with one of some others.
     *
     * @param beginnings first words of statements, each with the blank behind it
     */
    boolean mentions(byte[] word, List<byte[]> beginnings, int from, int to) {
        boolean statement = true;
        for (int i = from; i < to; i++) {
            byte at = bytes[i];
            if (isAt(word, i, to)) {
                return true;
            }
            for (int k = 0; statement && k < beginnings.size(); k++) {
                if (isAt(beginnings.get(k), i, to)) {
                    return true;
                }
            }
            statement = at == '\n' || at == ';' || at == ':' || statement && (at == ' ' || at == '\t');
        }
        return false;
    }

    private boolean isAt(byte[] word, int from, int to) {
        return bytes[from] == word[0]
                && from + word.length <= to
                && Arrays.equals(bytes, from, from + word.length, word, 0, word.length);
    }
}
