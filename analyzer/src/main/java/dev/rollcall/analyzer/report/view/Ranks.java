package dev.rollcall.analyzer.report.view;

import java.util.ArrayList;
import java.util.List;

/** Rank numbers as a person writes them: {@code rank 0}, {@code ranks 0, 1 and 3}, {@code ranks 2–511}. */
public final class Ranks {
    private static final int MOST_PARTS = 10;

    private Ranks() {}

    /** Returns {@code rank 0} or {@code ranks 1–3}; {@code no rank} for none. The ranks are ascending. */
    public static String describe(List<Integer> ranks) {
        return switch (ranks.size()) {
            case 0 -> "no rank";
            case 1 -> "rank " + ranks.get(0);
            default -> "ranks " + numbers(ranks);
        };
    }

    /** Returns {@link #describe} with a capital letter. */
    public static String title(List<Integer> ranks) {
        String text = describe(ranks);
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    /** Returns the numbers alone, three or more in a row as a range: {@code 0, 1 and 4–9}, long lists cut. Ascending. */
    public static String numbers(List<Integer> ranks) {
        List<String> parts = new ArrayList<>();
        for (int from = 0; from < ranks.size(); ) {
            int to = from;
            while (to + 1 < ranks.size() && ranks.get(to + 1) == ranks.get(to) + 1) {
                to++;
            }
            if (to - from >= 2) {
                parts.add(ranks.get(from) + "–" + ranks.get(to));
            } else {
                ranks.subList(from, to + 1).forEach(rank -> parts.add(rank.toString()));
            }
            from = to + 1;
        }
        if (parts.size() < 2) {
            return String.join("", parts);
        }
        if (parts.size() > MOST_PARTS) {
            return String.join(", ", parts.subList(0, MOST_PARTS)) + ", … (" + ranks.size() + " ranks)";
        }
        int last = parts.size() - 1;
        return String.join(", ", parts.subList(0, last)) + " and " + parts.get(last);
    }
}
