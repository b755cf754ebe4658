package dev.rollcall.analyzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.trace.CommunicatorWriter;
import dev.rollcall.trace.EndKind;
import dev.rollcall.trace.Operation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A recorder that gave up is not a rank that stopped. Recording stops on rank 2. */
class StoppedRecordingTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    private static final int WORLD = 4;
    private static final String REASON = "IllegalStateException: closed";

    @TempDir
    Path folder;

    private TraceFolder traces;

    @BeforeEach
    void traces() {
        traces = new TraceFolder(folder);
    }

    /** What one rank does. */
    private interface Story {
        void of(RecordedRank rank, CommunicatorWriter all) throws IOException;
    }

    private Job job(Story stopped, Story others) throws IOException {
        for (int number = 0; number < WORLD; number++) {
            try (RecordedRank rank = traces.rank(number, WORLD)) {
                (number == 2 ? stopped : others).of(rank, rank.join("store-1", "world", number, WORLD));
            }
        }
        return traces.onlyJob();
    }

    @Test
    void suspectsAnUnobservedRankThatTheOthersWaitFor() throws IOException {
        Job job = job((rank, all) -> rank.steps(all, 5).stop(REASON).alive(31), (rank, all) -> {
            rank.steps(all, 5);
            rank.call(all, Operation.ALL_REDUCE, 1024, "step", 22);
            rank.alive(30);
        });
        Verdict verdict = new Diagnosis().of(job);

        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome());
        assertEquals(List.of(), verdict.culprits());
        assertEquals(List.of(2), verdict.suspects());
        assertEquals(Severity.SUSPECT, verdict.findings().get(0).severity());
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
        assertEquals(Ending.Kind.UNOBSERVED, job.rank(2).ending().kind());
        Unreadable lack = job.coverage().unreadable().get(0);
        assertTrue(lack.file().endsWith("2-elsewhere-4002.trace"), lack.file());
        assertEquals(
                "recording stopped on rank 2 at 2026-09-21T14:13:25Z (IllegalStateException: closed);"
                        + " what it did from then on is not known",
                lack.reason());
    }

    @Test
    void doesNotCallAnUnobservedRankHealthy() throws IOException {
        Job job = job(
                (rank, all) -> rank.steps(all, 3).stop(REASON).alive(3),
                (rank, all) -> rank.steps(all, 6).end(EndKind.NORMAL, 0));
        Verdict verdict = new Diagnosis().of(job);

        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome());
        assertNobodyBlamed(verdict);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void doesNotTakeAPendingCallAtTheStopForAHang() throws IOException {
        Job job = job(
                (rank, all) -> {
                    rank.steps(all, 3);
                    rank.call(all, Operation.ALL_REDUCE, 1024, "step", 22);
                    rank.stop(REASON).alive(60);
                },
                (rank, all) -> rank.steps(all, 9).end(EndKind.NORMAL, 0));

        Verdict verdict = new Diagnosis().of(job);

        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome());
        assertNobodyBlamed(verdict);
    }

    /** Asserts that the only finding says what to do. */
    private static void assertNobodyBlamed(Verdict verdict) {
        assertEquals(List.of(), verdict.named());
        assertEquals(1, verdict.findings().size());
        assertEquals(Cause.UNDETERMINED, verdict.findings().get(0).cause());
        assertEquals(Severity.NOTE, verdict.findings().get(0).severity());
        assertFalse(verdict.findings().get(0).remedy().isEmpty());
    }

    @Test
    void namesARankThatStoppedBeforeItsRecordingDid() throws IOException {
        Job job = job((rank, all) -> rank.steps(all, 5).end(EndKind.EXIT, 1).stop(REASON), (rank, all) -> {
            rank.steps(all, 5);
            rank.call(all, Operation.ALL_REDUCE, 1024, "step", 22);
            rank.alive(30);
        });

        assertEquals(List.of(2), new Diagnosis().of(job).culprits());
    }

    @Test
    void namesAnObservedRankThatDivergedBesideOneThatWasNot() throws IOException {
        for (int number = 0; number < 5; number++) {
            try (RecordedRank rank = traces.rank(number, 5)) {
                CommunicatorWriter all = rank.join("store-1", "world", number, 5);
                rank.steps(all, 5);
                if (number == 2) {
                    rank.stop(REASON);
                } else {
                    rank.call(all, number == 0 ? Operation.BARRIER : Operation.ALL_REDUCE, 1024, "save", 88 - number);
                }
                rank.alive(30);
            }
        }
        Verdict verdict = new Diagnosis().of(traces.onlyJob());

        assertEquals(List.of(0), verdict.culprits());
        assertTrue(verdict.findings().stream().noneMatch(finding -> finding.cause() == Cause.RANK_ABSENT));
    }

    @Test
    void doesNotLetALongerTraceOutvoteATruncatedOne() throws IOException {
        Job job = job((rank, all) -> rank.steps(all, 3).stop(REASON).alive(40), (rank, all) -> {
            rank.steps(all, 4);
            rank.alive(30).end(EndKind.NORMAL, 0);
        });

        assertEquals(List.of(), new Diagnosis().of(job).culprits());
    }
}
