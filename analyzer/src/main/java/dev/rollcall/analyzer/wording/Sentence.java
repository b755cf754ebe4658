package dev.rollcall.analyzer.wording;

import java.util.ArrayList;
import java.util.List;

/**
 * A sentence of 25 words at most. Clauses that are not needed are left out, the last first, until it is short enough. Not
 * thread-safe.
 */
final class Sentence {
    /** What a reader takes in at one look. */
    static final int MOST_WORDS = 25;

    private record Clause(String text, boolean needed) {}

    private final List<Clause> clauses = new ArrayList<>();

    Sentence(String beginning) {
        clauses.add(new Clause(beginning, true));
    }

    /** Adds a clause that the sentence needs, with the space or comma before it. */
    Sentence with(String clause) {
        clauses.add(new Clause(clause, true));
        return this;
    }

    /** Adds a clause that is left out where the sentence becomes too long. */
    Sentence withOptional(String clause) {
        clauses.add(new Clause(clause, false));
        return this;
    }

    /** Returns the sentence with its full stop. What is needed and still too long ends in an ellipsis. */
    @Override
    public String toString() {
        List<Clause> kept = new ArrayList<>(clauses);
        for (int i = kept.size() - 1; i > 0 && words(join(kept)) > MOST_WORDS; i--) {
            if (!kept.get(i).needed()) {
                kept.remove(i);
            }
        }
        String text = join(kept);
        return (words(text) > MOST_WORDS ? clipped(text, MOST_WORDS) : text) + ".";
    }

    private static String join(List<Clause> clauses) {
        StringBuilder text = new StringBuilder();
        clauses.forEach(clause -> text.append(clause.text()));
        return text.toString();
    }

    /** Returns how many words a text has: what stands between white space. */
    static int words(String text) {
        return text.isBlank() ? 0 : text.strip().split("\\s+").length;
    }

    /** Returns the first words of a text, with an ellipsis where some are cut. */
    static String clipped(String text, int most) {
        String[] words = text.strip().split("\\s+");
        if (words.length <= most) {
            return text;
        }
        String clipped = String.join(" ", List.of(words).subList(0, most)) + "…";
        boolean quoting = clipped.chars().filter(character -> character == '"').count() % 2 == 1;
        return quoting ? clipped + '"' : clipped;
    }
}
