package dev.rollcall.analyzer.report;

/** Colours for a terminal, or none. Immutable and thread-safe. */
public enum Ink {
    /** Text as it is. */
    PLAIN,
    /** ANSI escape sequences, in the sixteen colours that every terminal's own theme defines. */
    ANSI;

    private static final String RESET = "\u001b[0m";

    String strong(String text) {
        return paint("\u001b[1m", text);
    }

    String alarm(String text) {
        return paint("\u001b[1;31m", text);
    }

    String good(String text) {
        return paint("\u001b[1;32m", text);
    }

    String doubt(String text) {
        return paint("\u001b[1;33m", text);
    }

    String faint(String text) {
        return paint("\u001b[2m", text);
    }

    private String paint(String code, String text) {
        return this == PLAIN || text.isBlank() ? text : code + text + RESET;
    }
}
