package dev.rollcall.analyzer.report.picture;

/**
 * Estimates the width of text in the page's sans-serif font. Which font that is differs from reader to reader, so the estimate
 * is for a wide one, with a reserve.
 */
final class TextWidth {
    private static final double RESERVE = 1.1;
    private static final String NARROW = "iljtfrI.,:;|!'()[]-·";
    private static final String WIDE = "mwMW@%—…";

    private TextWidth() {}

    /** Returns the width in pixels at a font size in pixels. */
    static int of(String text, double size) {
        double ems = text.codePoints().mapToDouble(TextWidth::ems).sum();
        return (int) Math.ceil(ems * size * RESERVE);
    }

    /** Returns the text, cut with an ellipsis where it is wider than there is room. */
    static String fit(String text, int room, double size) {
        if (of(text, size) <= room) {
            return text;
        }
        int end = text.length();
        while (end > 0 && of(text.substring(0, end) + "…", size) > room) {
            end = text.offsetByCodePoints(end, -1);
        }
        return text.substring(0, end).stripTrailing() + "…";
    }

    /** Returns the text, cut at its beginning: the end of a place is its line. */
    static String fitEnd(String text, int room, double size) {
        if (of(text, size) <= room) {
            return text;
        }
        int begin = 0;
        while (begin < text.length() && of("…" + text.substring(begin), size) > room) {
            begin = text.offsetByCodePoints(begin, 1);
        }
        return "…" + text.substring(begin).stripLeading();
    }

    private static double ems(int point) {
        if (point > 0x2e80) {
            return 1;
        }
        if (NARROW.indexOf(point) >= 0) {
            return 0.36;
        }
        if (WIDE.indexOf(point) >= 0) {
            return 0.95;
        }
        return Character.isUpperCase(point) ? 0.7 : point == ' ' ? 0.32 : 0.6;
    }
}
