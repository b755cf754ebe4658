package dev.rollcall.analyzer.decision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.decision.SimulatedJob.Source;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** Checks what every verdict on a simulated job promises, and counts how many name the truth. Not thread-safe. */
final class SimulatedFamily {
    private static final int MOST_WORDS = 25;

    private final String name;
    private int right;
    private int open;
    private int suspected;

    SimulatedFamily(String name) {
        this.name = name;
    }

    /**
     * Diagnoses a job and checks the verdict.
     *
     * @param job the job, after its run
     * @param guilty the ranks that diverged; empty for a healthy job
     * @param source the kind of source
     * @param young whether every pending call is young
     * @param seed what the job was generated from; failures name it
     * @return the verdict
     */
    Verdict check(SimulatedJob job, Source source, Set<Integer> guilty, boolean young, long seed) {
        Verdict verdict = job.diagnose(source);
        String about = name + ", " + source + ", seed " + seed + ", guilty " + guilty + ": " + verdict.outcome() + " "
                + verdict.culprits() + verdict.suspects() + " " + verdict.summary();
        assertTrue(guilty.containsAll(verdict.culprits()), about);
        promises(verdict, about);
        PictureAssert.assertAgrees(verdict, about);
        assertTrue(verdict.outcome() != Outcome.PROGRESSING || source == Source.TRACE && young, about);
        assertTrue(verdict.outcome() != Outcome.HEALTHY || !job.anyPending(), about);
        Verdict shuffled = job.shuffled(source, new Random(seed));
        assertEquals(told(verdict), told(shuffled), about);
        List<Integer> numbers = new ArrayList<>(job.ranks());
        Collections.shuffle(numbers, new Random(seed));
        Verdict renumbered = job.renumbered(source, numbers);
        promises(renumbered, about);
        Renumbering.assertSame(verdict, renumbered, numbers, about);
        // Of the sides of a tie, the lowest rank stands for each.
        Set<Integer> renumberedGuilty = new TreeSet<>(Renumbering.of(guilty, numbers));
        assertEquals(
                verdict.suspects().stream().anyMatch(guilty::contains),
                renumbered.suspects().stream().anyMatch(renumberedGuilty::contains),
                about);
        if (!verdict.named().isEmpty() && verdict.named().stream().anyMatch(guilty::contains)) {
            right++;
        } else if (verdict.named().isEmpty()) {
            open++;
        } else {
            suspected++;
        }
        return verdict;
    }

    private static List<Object> told(Verdict verdict) {
        return List.of(verdict.outcome(), verdict.culprits(), verdict.suspects(), verdict.summary());
    }

    private static void promises(Verdict verdict, String about) {
        assertTrue(verdict.culprits().isEmpty() || verdict.suspects().isEmpty(), about);
        assertTrue(verdict.suspects().size() <= Ruling.MOST_SUSPECTS, about);
        assertTrue(verdict.summary().split("\\s+").length <= MOST_WORDS, about);
        Set<Integer> explained = new TreeSet<>();
        for (Finding finding : verdict.findings()) {
            if (finding.severity() == Severity.SUSPECT) {
                assertFalse(finding.settles().isBlank(), about);
                explained.addAll(finding.ranks());
            }
        }
        assertTrue(explained.containsAll(verdict.suspects()), about);
        assertTrue(
                verdict.outcome() != Outcome.INCONCLUSIVE
                        || verdict.findings().stream()
                                .anyMatch(finding -> !finding.remedy().isBlank()),
                about);
    }

    /** Asserts that at least so many verdicts named a guilty rank, and at most so many only innocent suspects. */
    void assertRight(int least, int mostInnocent) {
        assertTrue(right >= least && suspected <= mostInnocent, toString());
    }

    @Override
    public String toString() {
        return name + ": right " + right + ", open " + open + ", innocent suspects only " + suspected;
    }
}
