package dev.rollcall.analyzer.code.match;

import dev.rollcall.analyzer.code.summary.Guard;
import dev.rollcall.analyzer.code.summary.PathEnd;
import dev.rollcall.analyzer.code.summary.Word;
import dev.rollcall.analyzer.code.summary.WordPool;
import dev.rollcall.analyzer.code.value.GuardTest;
import dev.rollcall.analyzer.code.value.RankVariation;
import dev.rollcall.analyzer.code.value.ValuePool;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/** The parts of words that only decide about a failure, and how words end where nothing fails. Not thread-safe. */
final class FailureChecks {
    private final ValuePool values;
    private final WordPool words;
    private final GuardTest tests;
    private final Map<Word, Set<PathEnd>> ends = new IdentityHashMap<>();

    FailureChecks(ValuePool values, WordPool words, GuardTest tests) {
        this.values = values;
        this.words = words;
        this.tests = tests;
    }

    /** Returns how a word ends, if it does, where no check fails: a word that may end otherwise tells what all ranks decide. */
    Set<PathEnd> ends(Word word) {
        Set<PathEnd> known = ends.get(word);
        if (known == null) {
            known = word instanceof Word.Split check && isCheck(check)
                    ? ends(passing(check))
                    : WordPool.ends(word, this::ends);
            ends.put(word, known);
        }
        return known;
    }

    /**
     * Returns whether a split only decides about a failure, and not by the rank alone: no way that a program is meant to take. What one
     * rank throws to a handler is one, and what all ranks throw is none; nor is an exception that ranks agree on by a call before it.
     */
    boolean isCheck(Word.Split split) {
        Guard guard = split.guard();
        if (guard.kind() == Guard.Kind.HANDLER) {
            return !values.dependence(guard.condition()).isNone();
        }
        return fails(split) && !(tests.condition(guard.condition()) instanceof RankVariation.Differs);
    }

    /** Returns whether one side of a split, and not the other, fails before it makes a call. */
    boolean fails(Word.Split split) {
        return words.fails(split.yes()) != words.fails(split.no())
                && WordPool.firstCall(words.fails(split.yes()) ? split.yes() : split.no())
                        .isEmpty();
    }

    /** Returns whether a loop is a search that fails where it finds nothing: it ends in a failure unless a pass leaves it. */
    boolean isSearch(Word.Then sequence) {
        if (!(sequence.first() instanceof Word.Repeat loop)) {
            return false;
        }
        Word behind = sequence.next().get(loop.left());
        return behind != null
                && words.fails(behind)
                && WordPool.firstCall(behind).isEmpty()
                && words.ends(loop.body()).stream()
                        .anyMatch(each -> !each.isFailure() && !each.equals(loop.next()) && !each.equals(loop.left()));
    }

    /** Returns the side of a check on which nothing fails; without an exception where neither does, or both. */
    Word passing(Word.Split check) {
        boolean yes = words.fails(check.yes());
        boolean no = words.fails(check.no());
        boolean onYes = yes == no ? check.guard().kind() != Guard.Kind.HANDLER : no;
        return onYes ? check.yes() : check.no();
    }
}
