package dev.rollcall.analyzer.decision;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.verdict.Verdict;
import java.util.Collection;
import java.util.List;

/** Compares the verdicts on two jobs that differ in nothing but the numbers of their ranks. */
final class Renumbering {
    private Renumbering() {}

    /** Returns the new numbers of some ranks, ascending. */
    static List<Integer> of(Collection<Integer> ranks, List<Integer> numbers) {
        return ranks.stream().map(numbers::get).sorted().toList();
    }

    /**
     * Asserts that the rank numbers decide nothing: neither the outcome, nor the culprits, nor the cause and its advice. Of the
     * sides of a tie, the lowest rank stands for each, so that suspects may be others.
     *
     * @param numbers the new number of each rank
     */
    static void assertSame(Verdict verdict, Verdict renumbered, List<Integer> numbers, String about) {
        String both = about + ", as " + numbers + ": " + verdict.summary() + " / " + renumbered.summary();
        assertEquals(verdict.outcome(), renumbered.outcome(), both);
        assertEquals(of(verdict.culprits(), numbers), renumbered.culprits(), both);
        assertEquals(verdict.suspects().isEmpty(), renumbered.suspects().isEmpty(), both);
        assertEquals(root(verdict), root(renumbered), both);
    }

    /** Returns what the first finding says beside numbers. */
    private static List<Object> root(Verdict verdict) {
        return verdict.findings().stream()
                .limit(1)
                .<Object>map(first -> List.of(first.cause(), first.severity(), first.explanation(), first.remedy()))
                .toList();
    }
}
