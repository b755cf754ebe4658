package dev.rollcall.analyzer.report.picture;

/** The colours that tell lines of code, communicators and stacks apart, as classes of the style sheet. */
final class Hues {
    /** How many there are. */
    static final int COUNT = 6;

    /** The class of all that has no colour of its own. */
    static final String OTHER = "p-site-other";

    private Hues() {}

    /** Returns the class of a colour by its number, from 0: {@link #OTHER} after the last one. */
    static String style(int number) {
        return number < COUNT ? "p-site-" + number : OTHER;
    }
}
