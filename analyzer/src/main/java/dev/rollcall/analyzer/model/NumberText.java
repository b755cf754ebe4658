package dev.rollcall.analyzer.model;

/** Formats numbers. Without {@link java.util.Formatter}: its locales load longer than most jobs take to analyze. */
public final class NumberText {
    private static final int GROUP = 3;

    private NumberText() {}

    /** Returns {@code 1,024}. */
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

    /** Returns {@code 1.5 GiB}, {@code 16 MiB} or {@code 1,000 bytes}; not below 0. */
    public static String bytes(long bytes) {
        if (bytes < 1 << 10) {
            return bytes + (bytes == 1 ? " byte" : " bytes");
        }
        String[] units = {" KiB", " MiB", " GiB", " TiB"};
        int unit = Math.min(units.length, (63 - Long.numberOfLeadingZeros(bytes)) / 10);
        long one = 1L << 10 * unit;
        long tenths = bytes / one * 10 + bytes % one * 10 / one;
        return (tenths % 10 == 0 ? grouped(tenths / 10) : tenths(tenths)) + units[unit - 1];
    }

    /** Returns {@code 1.2} for 12 tenths; not below 0. */
    public static String tenths(long tenths) {
        return tenths / 10 + "." + tenths % 10;
    }

    /** Returns a number, not below 0, with leading zeros to a number of digits: {@code 007}. */
    public static String padded(long number, int digits) {
        String text = Long.toString(number);
        return "0".repeat(Math.max(0, digits - text.length())) + text;
    }
}
