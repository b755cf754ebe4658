package dev.rollcall.analyzer.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.code.trace.StackCode;
import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.verdict.Branch;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The condition by which a rank took another branch, found in the source of the recorded jobs. */
class RecordedBranchesTest {
    private static final Path SOURCE = Path.of("src/test/resources/corpus/pytorch-fr/hangs.py");

    static Stream<CorpusJob> jobs() throws IOException {
        return CorpusJob.of("pytorch-fr").stream().filter(job -> job.truth().has("branch"));
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void areFoundInTheSource(CorpusJob job) throws IOException {
        Verdict verdict;
        try (StackCode code = new StackCode(List.of(SOURCE), List.of())) {
            verdict = new Diagnosis(code)
                    .of(new JobReader(-1).read(job.files()).jobs().get(0).job());
        }

        Branch branch = verdict.findings().get(0).branch();
        assertEquals(job.truth().get("branch").asText(), branch.file() + ":" + branch.line());
        assertEquals("rank==0", branch.condition());
        assertTrue(verdict.summary().contains("inside `if (rank==0)` (line "), verdict.summary());
        assertEquals("", job.miss(verdict));
    }
}
