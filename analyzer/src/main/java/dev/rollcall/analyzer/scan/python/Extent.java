package dev.rollcall.analyzer.scan.python;

import java.nio.charset.StandardCharsets;

/** A part of a source. The source is held once for all its parts; short parts keep their text. Immutable. */
final class Extent {
    private static final int SHORT = 64;

    private final byte[] source;
    private final int from;
    private final int to;
    private final int lastLine;
    private final String text;

    /**
     * Makes a part.
     *
     * @param source the whole source in UTF-8; not copied
     * @param from the first byte
     * @param to the byte after the last
     * @param lastLine the line where it ends, from 1
     */
    Extent(byte[] source, int from, int to, int lastLine) {
        this.source = source;
        this.from = from;
        this.to = to;
        this.lastLine = lastLine;
        text = to - from <= SHORT ? read() : null;
    }

    private String read() {
        return new String(source, from, to - from, StandardCharsets.UTF_8);
    }

    String text() {
        return text == null ? read() : text;
    }

    int lastLine() {
        return lastLine;
    }
}
