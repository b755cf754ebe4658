package dev.rollcall.analyzer.report.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.model.Coverage;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.report.ExampleJob;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobTitlesTest {
    private static final String REST = ", 2 ranks, last alive 2026-09-21 14:14:20 UTC";

    private static Job job(String id, String... sources) {
        Job job = new ExampleJob(sources.length).steps(1).build();
        List<Rank> ranks = job.ranks().stream()
                .map(rank -> new Rank(
                        rank.number(),
                        rank.host(),
                        rank.pid(),
                        sources[rank.number()],
                        rank.ending(),
                        rank.lastAlive(),
                        rank.threads(),
                        rank.copies()))
                .toList();
        return new Job(id, ranks, job.communicators(), job.signatures(), job.stacks(), job.coverage());
    }

    @Test
    void namesAJobByItsIdentity() {
        assertEquals("Job job-7" + REST, JobTitles.of(job("job-7", "/a/0.trace", "/a/1.trace")));
    }

    @Test
    void namesAJobWithoutIdentityByTheFolderOfItsFiles() {
        assertEquals("Job in /dumps/run 3" + REST, JobTitles.of(job("", "/dumps/run 3/r0", "/dumps/run 3/r1")));
        assertEquals("Job without identity" + REST, JobTitles.of(job("", "/dumps/a/r0", "/dumps/b/r1")));
        assertEquals("Job without identity" + REST, JobTitles.of(job("", "", "")));
    }

    @Test
    void keepsTheEndOfALongPath() {
        String deep = "/a-very-long-name-of-a-folder/another-very-long-name-of-a-folder/run-3";

        assertEquals(
                "Job in …/another-very-long-name-of-a-folder/run-3" + REST,
                JobTitles.of(job("", deep + "/r0", deep + "/r1")));
    }

    @Test
    void saysOnceHowManyRanksThereAreAndHowManyWereRead() {
        assertEquals("3 ranks", JobTitles.size(job(new Coverage(3, 3, List.of(), List.of()))));
        assertEquals("3 of 64 ranks read", JobTitles.size(job(new Coverage(64, 3, List.of(), List.of()))));
        assertEquals(
                "at least 1,190 ranks, 3 read", JobTitles.size(job(new Coverage(1190, true, 3, List.of(), List.of()))));
        assertEquals("3 ranks", JobTitles.size(job(new Coverage(-1, 3, List.of(), List.of()))));
    }

    private static Job job(Coverage coverage) {
        Job job = job("", "", "", "");
        return new Job(job.id(), job.ranks(), job.communicators(), job.signatures(), job.stacks(), coverage);
    }
}
