package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.BoundedText;

/**
 * Makes text that came out of a trace safe to show: a thread's name may hold a terminal's escape sequence, an exception's
 * message a character that turns the reading direction around.
 */
public final class Printable {
    private Printable() {}

    /**
     * Returns the text on one line: white space becomes a space, and every other character that is not itself visible
     * becomes its escape, such as {@code \u001b}. Null becomes the empty text.
     */
    public static String of(String text) {
        if (text == null) {
            return "";
        }
        if (plain(text) || text.codePoints().noneMatch(Printable::hidden)) {
            return text;
        }
        StringBuilder clean = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(point -> {
            if (point == '\n' || point == '\r' || point == '\t') {
                clean.append(' ');
            } else if (hidden(point)) {
                clean.append(escape(point));
            } else {
                clean.appendCodePoint(point);
            }
        });
        return clean.toString();
    }

    /** Returns whether a text is of ASCII's visible characters alone, as nearly all are. */
    private static boolean plain(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
                return false;
            }
        }
        return true;
    }

    /** Returns a path as {@link #of} does, of a long one the beginning and the end. */
    public static String path(String path) {
        return of(BoundedText.of(path));
    }

    /** Returns the text as {@link #of} does, cut to this many characters, the last of them an ellipsis. */
    public static String shortened(String text, int length) {
        String clean = of(text);
        return clean.length() <= length ? clean : clean.substring(0, length - 1) + "…";
    }

    /** Returns text of several lines with each line as {@link #of} returns it. */
    public static String lines(String text) {
        return String.join("\n", text.lines().map(Printable::of).toList());
    }

    /** Returns whether showing this character could change what surrounds it: controls, direction marks, lone surrogates. */
    public static boolean hidden(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> true;
            default -> false;
        };
    }

    /** Returns the character as Java and JSON write it in a literal, such as {@code \u001b}. */
    public static String escape(int codePoint) {
        StringBuilder escape = new StringBuilder();
        for (char unit : Character.toChars(codePoint)) {
            escape.append(String.format("\\u%04x", (int) unit));
        }
        return escape.toString();
    }
}
