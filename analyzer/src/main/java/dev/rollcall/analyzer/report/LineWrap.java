package dev.rollcall.analyzer.report;

import java.util.ArrayList;
import java.util.List;

/** Breaks text into lines. Stateless. */
public final class LineWrap {
    private LineWrap() {}

    /** Breaks text at blanks into lines of at most this many characters; a longer word stays whole. */
    public static List<String> wrap(String text, int width) {
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
}
