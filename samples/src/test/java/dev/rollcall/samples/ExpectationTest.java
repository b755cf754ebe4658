package dev.rollcall.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class ExpectationTest {

    private static final Expectation DESYNC = expectation(4, false);

    private static Expectation expectation(int worldSize, boolean undeterminedToo) {
        return new Expectation(
                "desync",
                1,
                List.of(List.of(1)),
                false,
                List.of("extra-collective"),
                "",
                List.of("Train.java:41"),
                "Train.java:39",
                undeterminedToo,
                worldSize);
    }

    private static AnalyzerResult answer(List<Integer> culprits, String cause, String summary) {
        return new AnalyzerResult(1, "desync", culprits, List.of(), cause, summary, "Train.java:39", List.of());
    }

    @Test
    void acceptsTheRightRankCauseAndLine() {
        AnalyzerResult right = answer(List.of(1), "extra-collective", "Rank 1 diverged at Train.step (Train.java:41).");

        assertEquals(List.of(), DESYNC.misses(right));
    }

    @Test
    void rejectsAnInnocentRankBesideTheCulprit() {
        AnalyzerResult tooMany = answer(List.of(1, 2), "extra-collective", "Ranks 1 and 2 diverged (Train.java:41).");

        assertEquals(List.of("culprits: expected [[1]], was [1, 2]"), DESYNC.misses(tooMany));
    }

    @Test
    void rejectsALineThatOnlyStartsAlike() {
        AnalyzerResult otherLine = answer(List.of(1), "extra-collective", "Rank 1 diverged (Train.java:410).");

        assertEquals(1, DESYNC.misses(otherLine).size());
    }

    @Test
    void reportsEveryDifference() {
        AnalyzerResult wrong = new AnalyzerResult(
                0, "healthy", List.of(0), List.of(), "op-mismatch", "Nothing diverged.", "", List.of());

        assertEquals(6, DESYNC.misses(wrong).size());
    }

    @Test
    void acceptsUndeterminedOnlyWhereTwoRanksAreUndecidable() {
        AnalyzerResult none = answer(List.of(), "undetermined", "Two ranks, two stories.");
        AnalyzerResult both = answer(List.of(0, 1), "undetermined", "Two ranks, two stories.");
        AnalyzerResult innocent = answer(List.of(0), "undetermined", "Rank 0.");
        AnalyzerResult open = answer(List.of(), "extra-collective", "One of two.");
        AnalyzerResult openBoth = answer(List.of(0, 1), "extra-collective", "One of two.");
        AnalyzerResult otherCause = answer(List.of(), "straggler", "One of two.");

        assertEquals(List.of(), expectation(2, true).misses(none));
        assertEquals(List.of(), expectation(2, true).misses(both));
        assertEquals(1, expectation(2, true).misses(innocent).size());
        assertEquals(List.of(), expectation(2, true).misses(open));
        assertEquals(List.of(), expectation(2, true).misses(openBoth));
        assertEquals(1, expectation(2, true).misses(otherCause).size());
        assertTrue(DESYNC.misses(none).contains("culprits: expected [[1]], was []"));
    }

    @Test
    void rejectsAnotherCondition() {
        AnalyzerResult other = new AnalyzerResult(
                1,
                "desync",
                List.of(1),
                List.of(),
                "extra-collective",
                "At Train.java:41.",
                "Train.java:12",
                List.of());

        assertEquals(List.of("branch: expected Train.java:39, was Train.java:12"), DESYNC.misses(other));
    }

    @Test
    void acceptsALineThatOnlyTheEvidenceNames() {
        AnalyzerResult inEvidence = new AnalyzerResult(
                1,
                "desync",
                List.of(1),
                List.of(),
                "extra-collective",
                "Rank 1.",
                "Train.java:39",
                List.of("Train.java:41"));

        assertEquals(List.of(), DESYNC.misses(inEvidence));
    }

    @Test
    void parsesTheAnalyzersJson() throws Exception {
        String json = """
                {"verdict": "desync", "culprits": [0, 3], "suspects": [2], "summary": "both",
                 "findings": [
                   {"cause": "order-swap", "branch": {"file": "Train.java", "line": 39}, "evidence": [
                     {"rank": 0, "stack": [
                       {"method": "Gloo.allreduce"},
                       {"method": "Train.step", "file": "Train.java", "line": 41},
                       {"method": "Train.main", "file": "Train.java", "line": 7}]},
                     {"rank": 1, "stack": [{"method": "Train.step", "file": "Train.java", "line": 43}]}]},
                   {"cause": "straggler"}]}
                """;

        assertEquals(
                new AnalyzerResult(
                        1,
                        "desync",
                        List.of(0, 3),
                        List.of(2),
                        "order-swap",
                        "both",
                        "Train.java:39",
                        List.of("Train.java:41")),
                AnalyzerResult.parse(1, json));
    }
}
