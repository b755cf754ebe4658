package dev.rollcall.analyzer.scan.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides what the program's text does not, in the same way for all ranks of one world, and consistently: what follows from
 * earlier decisions is not asked again. A script says how to decide first; beyond it each question gets its first answer.
 */
public final class Oracle {
    private final List<Boolean> script;
    private final int rounds;
    private final List<Choice> choices = new ArrayList<>();
    private final Map<String, Range> known = new HashMap<>();
    private final Map<String, Value> told = new HashMap<>();

    /**
     * One decision.
     *
     * @param place where it was asked
     * @param outcome the answer
     * @param free whether the other answer is worth a run
     * @param minor whether it decides over no collective directly
     */
    public record Choice(String place, boolean outcome, boolean free, boolean minor) {}

    /**
     * How a question is asked.
     *
     * @param place where
     * @param first the answer unless the script has one
     * @param free whether the other answer is worth a run
     * @param minor whether it decides over no collective directly
     */
    public record Question(String place, boolean first, boolean free, boolean minor) {}

    /**
     * Makes an oracle.
     *
     * @param script the first answers
     * @param rounds how often a loop goes round at most whose length is known and the same on all ranks
     */
    public Oracle(List<Boolean> script, int rounds) {
        this.script = script;
        this.rounds = rounds;
    }

    /** Returns how often a loop goes round at most whose length is known and the same on all ranks. */
    public int rounds() {
        return rounds;
    }

    /** Returns whether a comparison of an unknown number with a constant holds. */
    public boolean decide(String unknown, Relation relation, long constant, Question question) {
        Range range = known.computeIfAbsent(unknown, u -> new Range());
        Boolean implied = range.decides(relation, constant);
        if (implied != null) {
            return implied;
        }
        int asked = choices.size();
        boolean outcome = asked < script.size() ? script.get(asked) : question.first();
        choices.add(new Choice(question.place(), outcome, question.free(), question.minor()));
        range.assume(relation, constant, outcome);
        return outcome;
    }

    /** Returns the number that an unknown one must be by now; null where several are possible. */
    public Long pinned(String unknown) {
        Range range = known.get(unknown);
        return range == null ? null : range.pinned();
    }

    /** Returns whether nothing is known yet. */
    boolean blank() {
        return known.isEmpty();
    }

    /** Remembers what the first rank told all others. */
    public void tell(String what, Value value) {
        told.put(what, value);
    }

    /** Returns what the first rank told all others; null where that is not known. */
    public Value told(String what) {
        return told.get(what);
    }

    /** Returns all decisions in their order. */
    List<Choice> choices() {
        return choices;
    }
}
