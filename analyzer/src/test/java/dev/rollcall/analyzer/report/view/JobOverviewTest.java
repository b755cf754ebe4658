package dev.rollcall.analyzer.report.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.report.ExampleJob;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JobOverviewTest {
    private static Verdict verdict(String id, Outcome outcome) {
        return verdict(id, "/traces", outcome);
    }

    private static Verdict verdict(String id, String folder, Outcome outcome) {
        Job example = new ExampleJob(2).build();
        List<Rank> ranks = example.ranks().stream()
                .map(rank -> new Rank(
                        rank.number(),
                        rank.host(),
                        rank.pid(),
                        folder + "/" + rank.number() + ".trace",
                        rank.ending(),
                        rank.lastAlive(),
                        rank.threads(),
                        rank.copies()))
                .toList();
        return new Verdict(
                new Job(id, ranks, example.communicators(), example.signatures(), example.stacks(), example.coverage()),
                outcome,
                List.of(),
                "",
                List.of());
    }

    @Test
    void countsTheOutcomesAndNamesTheJobsThatNeedAttention() {
        assertEquals(
                "4 jobs: 1 desync (job-2), 1 inconclusive (job-4), 1 progressing, 1 healthy.",
                JobOverview.of(List.of(
                        verdict("job-1", Outcome.HEALTHY),
                        verdict("job-2", Outcome.DESYNC),
                        verdict("job-3", Outcome.PROGRESSING),
                        verdict("job-4", Outcome.INCONCLUSIVE))));
    }

    @Test
    void namesJobsWithoutIdentityByTheirFolderBelowTheSharedOne() {
        assertEquals(
                "3 jobs: 2 desync (run-1, sweep/run-2), 1 inconclusive (dumps).",
                JobOverview.of(List.of(
                        verdict("", "/data/dumps/run-1", Outcome.DESYNC),
                        verdict("", "/data/dumps/sweep/run-2", Outcome.DESYNC),
                        verdict("", "/data/dumps", Outcome.INCONCLUSIVE))));
        assertEquals(
                "2 jobs: 2 desync (a/x, b/x).",
                JobOverview.of(List.of(verdict("", "/a/x", Outcome.DESYNC), verdict("", "/b/x", Outcome.DESYNC))));
    }

    @Test
    void keepsTheEndOfALongFolder() {
        String text = JobOverview.of(List.of(
                verdict("", "/d/" + "long/".repeat(20) + "run-1", Outcome.STALLED),
                verdict("", "/d/run-2", Outcome.STALLED)));

        assertTrue(text.matches("2 jobs: 2 stalled \\(…[long/]{33}/run-1, run-2\\)\\."), text);
    }

    @Test
    void countsMostOfManyJobs() {
        List<Verdict> many = IntStream.range(0, 2_000)
                .mapToObj(number -> verdict("job-" + number, Outcome.STALLED))
                .toList();

        assertEquals("2,000 jobs: 2,000 stalled (job-0, job-1, job-2 and 1,997 more).", JobOverview.of(many));
    }

    @Test
    void ordersOutcomesByExitCodeOneThreeZero() {
        List<Integer> codes = Arrays.stream(Outcome.values())
                .sorted(Outcome.WORST_FIRST)
                .map(Outcome::exitCode)
                .toList();

        assertEquals(List.of(1, 1, 1, 3, 0, 0), codes);
    }
}
