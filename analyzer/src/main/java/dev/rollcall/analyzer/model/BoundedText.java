package dev.rollcall.analyzer.model;

/** Cuts what a source says to what a report can show: a damaged or hostile file can give a name of any length. */
public final class BoundedText {
    /** Longer than any name, path or message that a person reads. */
    private static final int LONGEST = 1000;

    /** The end of a path, and of a message, says more than its middle. */
    private static final int END = 300;

    private BoundedText() {}

    /** Returns the text, of a longer one the beginning and the end; null for null. */
    public static String of(String text) {
        if (text == null || text.length() <= LONGEST) {
            return text;
        }
        return text.substring(0, LONGEST - END - 1) + "…" + text.substring(text.length() - END);
    }
}
