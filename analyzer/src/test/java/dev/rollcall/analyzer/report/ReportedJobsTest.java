package dev.rollcall.analyzer.report;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.decision.PictureAssert;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The jobs of the other tests are what their names say. */
class ReportedJobsTest {
    @Test
    void haveTheCausesOfTheirNames() {
        assertCause(Cause.SKIPPED_COLLECTIVE, 42, ReportedJobs.skipped(64, 42));
        assertCause(Cause.RANK_ABSENT, 13, ReportedJobs.crashed(64, 13));
    }

    @Test
    void havePicturesThatSayWhatTheirSentencesSay() {
        Map<String, Verdict> jobs = ReportedJobs.all();
        ReportedJobs.recorded("torchrun", jobs);
        assertAll(jobs.entrySet().stream()
                .map(job -> () -> PictureAssert.assertAgrees(
                        job.getValue(), job.getKey() + ": " + job.getValue().summary())));
    }

    private static void assertCause(Cause cause, int culprit, Verdict verdict) {
        assertEquals(cause, verdict.mainFinding().cause(), verdict.summary());
        assertEquals(List.of(culprit), verdict.culprits());
    }
}
