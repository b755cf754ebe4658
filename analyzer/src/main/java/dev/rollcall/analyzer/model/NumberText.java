package dev.rollcall.analyzer.model;

/** Numbers as they are said, in figures. */
public final class NumberText {
    private static final int GROUP = 3;

    private NumberText() {}

    /** Returns {@code 1,024}. Not by {@link java.util.Formatter}, whose locales take longer to load than most jobs to analyze. */
    public static String grouped(long number) {
        String digits = Long.toString(number);
        int first = number < 0 ? 1 : 0;
        if (digits.length() - first <= GROUP) {
            return digits;
        }
        StringBuilder grouped = new StringBuilder(digits);
        for (int at = digits.length() - GROUP; at > first; at -= GROUP) {
            grouped.insert(at, ',');
        }
        return grouped.toString();
    }

    /** Returns {@code 1.2} for 12 tenths; not below 0. */
    public static String tenths(long tenths) {
        return tenths / 10 + "." + tenths % 10;
    }

    /** Returns a number, not below 0, in so many digits at least: {@code 007}. */
    public static String padded(long number, int digits) {
        String text = Long.toString(number);
        return "0".repeat(Math.max(0, digits - text.length())) + text;
    }
}
