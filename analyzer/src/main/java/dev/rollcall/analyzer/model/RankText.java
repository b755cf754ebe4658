package dev.rollcall.analyzer.model;

import java.util.ArrayList;
import java.util.List;

/** Lists of ranks as text: {@code rank 0}, {@code ranks 0, 1 and 3}, {@code ranks 2–511}. All lists are ascending. */
public final class RankText {
    private static final int MOST_PARTS = 8;
    private static final int SHORTEST_RANGE = 3;
    private static final int MOST_RANGES = 200;

    private RankText() {}

    /** Returns {@code rank 0} or {@code ranks 1–3}; {@code no rank} for none. */
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

    /**
     * Returns the numbers alone, three or more in a row as a range: {@code 0, 1 and 4–9}. A list of more than eight numbers and
     * ranges ends with a count: {@code 0, 2, 4, 6, 8, 10, 12, 14 and 42 others}.
     */
    public static String numbers(List<Integer> ranks) {
        List<String> parts = new ArrayList<>();
        int told = 0;
        while (told < ranks.size() && parts.size() < MOST_PARTS) {
            int end = told + 1;
            while (end < ranks.size() && ranks.get(end) == ranks.get(end - 1) + 1) {
                end++;
            }
            if (end - told < SHORTEST_RANGE) {
                end = told + 1;
            }
            parts.add(ranks.get(told) + (end > told + 1 ? "–" + ranks.get(end - 1) : ""));
            told = end;
        }
        if (told < ranks.size()) {
            int others = ranks.size() - told;
            parts.add(NumberText.grouped(others) + (others == 1 ? " other" : " others"));
        }
        int last = parts.size() - 1;
        return last < 1
                ? String.join("", parts)
                : String.join(", ", parts.subList(0, last)) + " and " + parts.get(last);
    }

    /** Returns the same for a program, as {@code 0-1,4-9}: at most the first 200 ranges. */
    public static String ranges(List<Integer> ranks) {
        StringBuilder text = new StringBuilder();
        int from = 0;
        for (int count = 0; from < ranks.size() && count < MOST_RANGES; count++) {
            int end = from + 1;
            while (end < ranks.size() && ranks.get(end) == ranks.get(end - 1) + 1) {
                end++;
            }
            text.append(text.isEmpty() ? "" : ",").append(ranks.get(from));
            if (end > from + 1) {
                text.append('-').append(ranks.get(end - 1));
            }
            from = end;
        }
        return text.toString();
    }
}
