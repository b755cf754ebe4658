package dev.rollcall.analyzer.report.view;

import java.util.ArrayList;
import java.util.List;

/**
 * A sentence in which what stands between backticks is code.
 *
 * @param parts in order; code and words alternate as they come
 */
public record Prose(List<Part> parts) {

    public Prose {
        parts = List.copyOf(parts);
    }

    /**
     * A piece of a sentence.
     *
     * @param text safe to print
     * @param code whether it is code
     */
    public record Part(String text, boolean code) {}

    /** Takes a sentence apart; a backtick without a partner is a character like others. Null is the empty sentence. */
    public static Prose of(String sentence) {
        String clean = Printable.of(sentence);
        List<Part> parts = new ArrayList<>();
        int from = 0;
        while (from < clean.length()) {
            int open = clean.indexOf('`', from);
            int close = open < 0 ? -1 : clean.indexOf('`', open + 1);
            if (close < 0) {
                break;
            }
            add(parts, clean.substring(from, open), false);
            add(parts, clean.substring(open + 1, close), true);
            from = close + 1;
        }
        add(parts, clean.substring(from), false);
        return new Prose(parts);
    }

    /** Returns the sentence without its backticks. */
    public String plain() {
        StringBuilder text = new StringBuilder();
        parts.forEach(part -> text.append(part.text()));
        return text.toString();
    }

    private static void add(List<Part> parts, String text, boolean code) {
        if (!text.isEmpty()) {
            parts.add(new Part(text, code));
        }
    }
}
