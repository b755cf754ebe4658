package dev.rollcall.analyzer.cli;

import java.util.Collection;

/** Finds the name that somebody meant who mistyped it. Stateless. */
final class SpellingSuggestion {
    /** One slip in a short name, two in a long one. */
    private static final int LETTERS_PER_SLIP = 3;

    private SpellingSuggestion() {}

    /**
     * Returns the name that a mistyped word is nearest to; empty where it is near none, or equally near two.
     *
     * @param word what was typed
     * @param names the names that exist
     */
    static String nearest(String word, Collection<String> names) {
        String nearest = "";
        int least = Integer.MAX_VALUE;
        for (String name : names) {
            // A longer word has more slips than are allowed, and may be a whole file's contents.
            int slips = word.length() > 2 * name.length() ? Integer.MAX_VALUE : slips(word, name);
            if (slips <= name.length() / LETTERS_PER_SLIP && slips <= least) {
                nearest = slips == least ? "" : name;
                least = slips;
            }
        }
        return nearest;
    }

    /**
     * Returns how many letters to insert, remove, replace, or swap with the next one: the optimal string alignment distance (Damerau,
     * "A technique for computer detection and correction of spelling errors", CACM 7(3), 1964).
     */
    private static int slips(String one, String other) {
        int[][] least = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                if (i == 0 || j == 0) {
                    least[i][j] = i + j;
                    continue;
                }
                int replaced = least[i - 1][j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                least[i][j] = Math.min(replaced, Math.min(least[i - 1][j], least[i][j - 1]) + 1);
                boolean swapped = i > 1
                        && j > 1
                        && one.charAt(i - 1) == other.charAt(j - 2)
                        && one.charAt(i - 2) == other.charAt(j - 1);
                if (swapped) {
                    least[i][j] = Math.min(least[i][j], least[i - 2][j - 2] + 1);
                }
            }
        }
        return least[one.length()][other.length()];
    }
}
