package dev.rollcall.analyzer.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Lines of text under construction, no wider than asked. Not thread-safe. */
final class TextBlock {
    private final StringBuilder text = new StringBuilder();
    private final int width;
    private final Ink ink;

    TextBlock(int width, Ink ink) {
        this.width = width;
        this.ink = ink;
    }

    int width() {
        return width;
    }

    Ink ink() {
        return ink;
    }

    /** Adds a line as it is, without the blanks at its end, and with plain blanks for those that wrapping keeps. */
    TextBlock line(String line) {
        text.append(line.stripTrailing().replace('\u00a0', ' ')).append('\n');
        return this;
    }

    /** Adds an empty line, unless one is there, and a heading. */
    TextBlock heading(String title) {
        if (text.length() >= 2 && text.charAt(text.length() - 2) != '\n') {
            line("");
        }
        return line(ink.strong(title));
    }

    /** Adds a paragraph, each of its lines behind the indent. */
    TextBlock paragraph(String indent, String paragraph) {
        wrap(paragraph, width - indent.length()).forEach(line -> line(indent + line));
        return this;
    }

    /** Adds a paragraph whose first line starts with a label, and the others below the text. */
    TextBlock labelled(String label, String paragraph) {
        return labelled(label, paragraph, UnaryOperator.identity());
    }

    /** Adds the same, with the text coloured. */
    TextBlock labelled(String label, String paragraph, UnaryOperator<String> paint) {
        String indent = " ".repeat(label.length());
        String start = label;
        for (String line : wrap(paragraph, width - indent.length())) {
            line(start + paint.apply(line));
            start = indent;
        }
        return this;
    }

    /** Breaks text at blanks into lines of at most this many characters; a longer word stays whole. */
    static List<String> wrap(String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.strip().split("\\s+")) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
