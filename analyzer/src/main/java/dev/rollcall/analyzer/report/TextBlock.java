package dev.rollcall.analyzer.report;

import java.util.List;
import java.util.function.UnaryOperator;

/** Lines of text under construction, no wider than asked. Not thread-safe. */
final class TextBlock {
    /** A longer label would push its text to the edge. */
    private static final int LONGEST_LABEL = 20;
    /** How far the text under a long label is indented beyond it. */
    private static final int HANGING = 4;

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
        LineWrap.wrap(title, width).forEach(line -> line(ink.strong(line)));
        return this;
    }

    /** Adds a paragraph, each of its lines behind the indent. */
    TextBlock paragraph(String indent, String paragraph) {
        LineWrap.wrap(paragraph, width - indent.length()).forEach(line -> line(indent + line));
        return this;
    }

    /** Adds a command line; where it is too long, it goes on behind a backslash, as a shell reads it. */
    TextBlock command(String indent, String command) {
        List<String> lines = LineWrap.wrap(command, width - indent.length() - 2);
        for (int i = 0; i < lines.size(); i++) {
            line(indent + lines.get(i) + (i < lines.size() - 1 ? " \\" : ""));
        }
        return this;
    }

    /** Adds a paragraph whose first line starts with a label, and the others below the text, or indented under a long label. */
    TextBlock labelled(String label, String paragraph) {
        return labelled(label, paragraph, UnaryOperator.identity());
    }

    /** Adds the same, with the text coloured. */
    TextBlock labelled(String label, String paragraph, UnaryOperator<String> paint) {
        String mark = label.strip();
        if (mark.length() > LONGEST_LABEL) {
            String margin = label.substring(0, label.indexOf(mark));
            String hanging = margin + " ".repeat(HANGING);
            String begin = margin;
            for (String line : LineWrap.wrap(mark + " " + paragraph, width - hanging.length())) {
                line(begin + paint.apply(line));
                begin = hanging;
            }
            return this;
        }
        String indent = " ".repeat(label.length());
        String start = label;
        for (String line : LineWrap.wrap(paragraph, width - indent.length())) {
            line(start + paint.apply(line));
            start = indent;
        }
        return this;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
