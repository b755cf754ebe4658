package dev.rollcall.samples.wrapped;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.code.trace.StackCode;
import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.verdict.Branch;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Realistic jobs of four ranks whose collectives all go through one class: the verdict names the rank, the cause, the application's
 * line and the condition that decides.
 *
 * <p>Their traces were recorded by the agent; the stacks in them name lines of the sources beside this test. Who moves a line of a job
 * records it again: {@code samples/src/test/record-wrapped JOB}.
 */
class WrappedRunsTest {
    private static final Path TRACES = Path.of("src/test/resources/wrapped");
    private static final Path SOURCES = Path.of("src/test/java/dev/rollcall/samples/wrapped");
    private static final Path CLASSES = Path.of("target/test-classes");

    private static String place(String job, String comment) throws IOException {
        List<String> lines = Files.readAllLines(SOURCES.resolve(job + ".java"));
        int[] found = IntStream.range(0, lines.size())
                .filter(i -> lines.get(i).endsWith("// " + comment))
                .toArray();
        assertEquals(1, found.length, comment);
        return job + ".java:" + (found[0] + 1);
    }

    private static String place(StackFrame frame) {
        return frame.file() + ":" + frame.line();
    }

    @ParameterizedTest
    @CsvSource({
        "NewsRecommender, 2, SKIPPED_COLLECTIVE, the others wait here, the rank is here already, heldOut.isEmpty()",
        "CustomerSegments, 1, SHORT_LOOP, the others go on, the rank is here already, before - spread < 0.05",
        "LoanScoring, 3, SKIPPED_COLLECTIVE, the others wait here, the rank is here already, catch (NumberFormatException)",
        "ClaimsPipeline, 0, EXTRA_COLLECTIVE, the others, the rank alone, switch (name)",
        "WeatherCheckpoints, 1, EXTRA_COLLECTIVE, the others, the rank alone, hour - last >= interval",
        "HeatSolver, 3, SHORT_LOOP, the others go on, the rank is here already, time < 1.0",
        "SpeechTagger, 2, SHORT_LOOP, the others go on, the rank is here already, ''",
        "AdClicks, 0, EXTRA_COLLECTIVE, the others, the rank alone, comm.rank() == 0",
        "GraphRanking, 0, OP_MISMATCH, the workers, the coordinator, switch (role)",
        "SurvivalModel, 1, SKIPPED_COLLECTIVE, the others wait here, the rank is here already, stratum.events() == 0",
    })
    void namesTheLineOfTheApplicationAndTheConditionThatDecides(
            String job, int culprit, Cause cause, String others, String own, String condition) throws IOException {
        Verdict verdict;
        try (StackCode code = new StackCode(List.of(), List.of(CLASSES))) {
            verdict = new Diagnosis(code)
                    .of(new JobReader(-1)
                            .read(List.of(TRACES.resolve(job + ".tar.bz2")))
                            .jobs()
                            .get(0)
                            .job());
        }

        assertEquals(List.of(culprit), verdict.culprits(), verdict::summary);
        assertEquals(cause, verdict.findings().get(0).cause(), verdict::summary);
        verdict.findings().get(0).evidence().forEach(piece -> {
            String site = place(piece.call().stack().siteFrame());
            assertTrue(site.startsWith(job), verdict::summary);
        });
        String shown = cause == Cause.SKIPPED_COLLECTIVE ? place(job, others) : place(job, own);
        assertTrue(verdict.summary().contains(shown), verdict::summary);
        assertTrue(verdict.detail().contains(place(job, others) + ", through "), verdict::detail);
        Branch branch = verdict.findings().get(0).branch();
        assertEquals(condition, branch == null ? "" : branch.condition(), verdict::summary);
        if (branch != null) {
            assertEquals(place(job, "decides"), branch.file() + ":" + branch.line());
        }
    }
}
