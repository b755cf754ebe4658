package dev.rollcall.analyzer.decision;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;

/** Assertions on what a verdict found; how it is worded is a matter of approved texts. */
final class VerdictAssert {
    private VerdictAssert() {}

    /**
     * Asserts the cause of the first finding and the culprits of the verdict.
     *
     * @param culprits all of them, ascending; none where no rank is accused
     * @return the first finding
     */
    static Finding assertFinding(Verdict verdict, Cause cause, Integer... culprits) {
        assertCulprits(verdict, culprits);
        Finding first = verdict.findings().get(0);
        assertEquals(cause, first.cause(), verdict.summary());
        return first;
    }

    /** Asserts the culprits of the verdict, ascending; none where no rank is accused. */
    static void assertCulprits(Verdict verdict, Integer... culprits) {
        assertEquals(List.of(culprits), verdict.culprits(), verdict.summary());
    }

    /** Asserts an outcome that accuses no rank. */
    static void assertNoCulprit(Outcome outcome, Verdict verdict) {
        assertEquals(outcome, verdict.outcome(), verdict.summary());
        assertCulprits(verdict);
    }

    /** Asserts the call and the line at which the first rank of a finding's evidence diverged. */
    static void assertPlace(long sequence, int line, Finding finding) {
        assertEquals(sequence, finding.sequence(), finding.summary());
        assertEquals(line, finding.evidence().get(0).call().stack().siteFrame().line(), finding.summary());
    }
}
