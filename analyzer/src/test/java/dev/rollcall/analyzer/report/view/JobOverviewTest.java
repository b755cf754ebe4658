package dev.rollcall.analyzer.report.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.report.ExampleJob;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JobOverviewTest {
    private static Verdict verdict(String id, Outcome outcome) {
        Job job = new ExampleJob(2).build();
        return new Verdict(
                new Job(id, job.ranks(), job.communicators(), job.signatures(), job.sites(), job.coverage()),
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
