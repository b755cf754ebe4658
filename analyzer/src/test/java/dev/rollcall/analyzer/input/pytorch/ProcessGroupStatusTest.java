package dev.rollcall.analyzer.input.pytorch;

import static dev.rollcall.analyzer.input.pytorch.DumpedJob.steps;
import static dev.rollcall.analyzer.input.pytorch.DumpedJob.world;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Dumps whose status counts calls that have no entry, and dumps without calls. */
class ProcessGroupStatusTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    @TempDir
    private Path folder;

    private DumpedJob job;

    @BeforeEach
    void open() {
        job = new DumpedJob(folder);
    }

    private static void assertInconclusive(List<Integer> suspects, Verdict verdict) {
        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome(), verdict::summary);
        assertEquals(List.of(), verdict.culprits(), verdict::summary);
        assertEquals(suspects, verdict.suspects(), verdict::summary);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    /** Three ranks wait in the fourth call of a group, and later calls on the group of all pushed it out of the ring. */
    @Test
    void isNotHealthyWhereTheStatusOfAGroupWithoutEntriesTellsOfAnUnfinishedCall() throws IOException {
        Verdict verdict = job.verdict(rank -> steps("nccl", "completed")
                .group("1", "pg_1", 0, 1, 2, 3)
                .status("0", 5, 5)
                .status("1", rank == 2 ? 3 : 4, 3));

        assertInconclusive(List.of(2), verdict);
    }

    /** As {@code _dump_nccl_trace(includeCollectives=False)} writes it. */
    @Test
    void isNotHealthyWhereAStatusAloneTellsOfUnfinishedCalls() throws IOException {
        Verdict verdict = job.verdict(rank -> {
            RecordedDump dump = world().status("0", rank == 2 ? 10 : 12, 10);
            dump.root().remove("entries");
            return dump;
        });

        assertInconclusive(List.of(2), verdict);
    }

    @Test
    void isHealthyWhereAStatusAloneTellsThatAllCompleted() throws IOException {
        Verdict verdict = job.verdict(rank -> {
            RecordedDump dump = world().status("0", 10, 10);
            dump.root().remove("entries");
            return dump;
        });

        assertEquals(Outcome.HEALTHY, verdict.outcome(), verdict::summary);
    }

    @Test
    void saysThatAnUnfinishedCallIsOnAGroupThatNothingNames() throws IOException {
        Verdict verdict = job.verdict(rank -> steps("nccl", "completed")
                .group("a1f0", "tp", 0, 1, 2, 3)
                .group("b2e1", "dp", 0, 1, 2, 3)
                .status("0", 5, 5)
                .status("7", rank == 2 ? 3 : 4, 3)
                .status("9", 3, 3));

        assertInconclusive(List.of(), verdict);
    }

    @Test
    void takesADumpWithoutCallsForNoEvidence() throws IOException {
        Verdict verdict = job.verdict(rank -> rank == 0 ? world() : steps("nccl", "completed"));

        assertInconclusive(List.of(), verdict);
        assertTrue(
                verdict.job().coverage().unreadable().stream()
                        .anyMatch(file -> file.reason()
                                .equals("holds no calls: was TORCH_NCCL_TRACE_BUFFER_SIZE set for this rank?")),
                () -> verdict.job().coverage().unreadable().toString());
    }

    @Test
    void takesADumpWhoseEntriesAreNoneForNoEvidence() throws IOException {
        Verdict verdict = job.verdict(rank -> {
            RecordedDump dump = rank == 0 ? world() : steps("nccl", "completed");
            if (rank == 0) {
                dump.root().put("entries", List.of(1, "two", Map.of()));
            }
            return dump;
        });

        assertInconclusive(List.of(), verdict);
    }

    @Test
    void believesNoStatusBeyondReason() throws IOException {
        Verdict verdict = job.verdict(rank -> rank == 1
                ? steps("nccl", "completed").status("0", 1L << 62, 1L << 62)
                : steps("nccl", "completed").status("0", 5, 5));

        assertInconclusive(List.of(), verdict);
    }

    @Test
    void believesNoSequenceNumberBeyondReason() throws IOException {
        Verdict verdict = job.verdict(rank -> rank == 1
                ? steps("nccl", "completed").with("collective_seq_id", 1L << 62)
                : steps("nccl", "completed"));

        assertEquals(Outcome.HEALTHY, verdict.outcome(), verdict::summary);
        assertTrue(verdict.summary().contains("4 ranks, 5 calls each"), verdict::summary);
    }

    @Test
    void accusesNobodyOfASizeThatNoTensorHas() throws IOException {
        Verdict verdict = job.verdict(rank -> rank == 1
                ? steps("nccl", "completed").with("input_sizes", List.of(List.of(1L << 40, 1L << 40)))
                : steps("nccl", "completed"));

        assertEquals(List.of(), verdict.culprits(), verdict::summary);
    }
}
