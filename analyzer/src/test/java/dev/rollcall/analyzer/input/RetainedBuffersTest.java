package dev.rollcall.analyzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.report.HtmlReport;
import dev.rollcall.analyzer.report.Ink;
import dev.rollcall.analyzer.report.JsonReport;
import dev.rollcall.analyzer.report.TextReport;
import dev.rollcall.analyzer.report.view.SourceTree;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.trace.BufferHolderKind;
import dev.rollcall.trace.CommunicatorWriter;
import dev.rollcall.trace.EndKind;
import dev.rollcall.trace.Operation;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Jobs whose collectives' buffers stay allocated. */
class RetainedBuffersTest {
    private static final int WORLD = 4;

    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    @TempDir
    Path folder;

    /** What a rank does after its steps. */
    @FunctionalInterface
    private interface Rest {
        void of(RecordedRank rank, CommunicatorWriter all, long call) throws IOException;
    }

    private Verdict verdict(Rest rest) throws IOException {
        TraceFolder traces = new TraceFolder(folder);
        for (int number = 0; number < WORLD; number++) {
            try (RecordedRank rank = traces.rank(number, WORLD)) {
                CommunicatorWriter all = rank.join("store-1", "world", number, WORLD);
                for (int step = 0; step < 5; step++) {
                    rank.mark(step).steps(all, 1);
                }
                rest.of(rank, all, 1);
            }
        }
        return new Diagnosis().of(traces.onlyJob());
    }

    private static void end(RecordedRank rank) {
        rank.end(EndKind.NORMAL, 0);
    }

    @Test
    void notesBuffersThatAreHeldStepAfterStep() throws Exception {
        Verdict verdict = verdict((rank, all, call) -> {
            rank.held(all, call, 3, 4, BufferHolderKind.WORK, false).alive(1);
            rank.held(all, call, 6, 7, BufferHolderKind.WORK, false);
            end(rank);
        });
        assertEquals(Outcome.HEALTHY, verdict.outcome());
        assertEquals(List.of(), verdict.named());
        Finding finding = verdict.findings().get(0);
        assertEquals(Cause.BUFFER_RETAINED, finding.cause());
        assertEquals(Severity.NOTE, finding.severity());
        assertEquals(List.of(0, 1, 2, 3), finding.ranks());
        TEXTS.verify(finding.summary() + "\n" + finding.detail());
        SourceTree none = new SourceTree(List.of());
        String text = new TextReport(Ink.PLAIN, 500, none).print(List.of(verdict));
        assertTrue(
                text.contains(
                        "Ranks 0–3, inputs of all_reduce at Trainer.java:22: 6 buffers, 6 MiB, up to 7 steps after"
                                + " the calls, held by works (3 MiB → 6 MiB)"),
                text);
        assertTrue(text.contains("buffer-retained (note): "), text);
        StringWriter json = new StringWriter();
        JsonReport.write(List.of(verdict), json);
        assertTrue(json.toString().contains("\"heldBuffers\""), json.toString());
        assertTrue(json.toString().contains("\"bytes\": 6291456"), json.toString());
        String page = new HtmlReport(none).print(List.of(verdict));
        assertTrue(page.contains("<h2>Memory held by collectives</h2>"), page);
        assertTrue(page.contains("3 MiB → 6 MiB"), page);
    }

    @Test
    void saysThatBuffersWereReleasedTogether() throws IOException {
        Verdict verdict = verdict((rank, all, call) -> {
            rank.held(all, call, 3, 4, BufferHolderKind.TENSOR, false).alive(1);
            rank.held(all, call, 0, 0, BufferHolderKind.UNKNOWN, false);
            end(rank);
        });
        Finding finding = verdict.findings().get(0);
        TEXTS.verify(finding.summary() + "\n" + finding.detail());
    }

    @Test
    void findsNothingInACacheThatNoLongerGrows() throws IOException {
        Verdict verdict = verdict((rank, all, call) -> {
            rank.held(all, call, 3, 4, BufferHolderKind.TENSOR, false).alive(1);
            rank.held(all, call, 5, 6, BufferHolderKind.TENSOR, true).alive(1);
            rank.held(all, call, 0, 0, BufferHolderKind.UNKNOWN, true);
            end(rank);
        });
        assertEquals(Outcome.HEALTHY, verdict.outcome());
        assertEquals(List.of(), verdict.findings());
        assertTrue(new TextReport(Ink.PLAIN, 500, new SourceTree(List.of()))
                .print(List.of(verdict))
                .contains("no longer growing"));
    }

    /** Rank 2 wants memory and fails; the others wait for it. */
    private Verdict exhausted(int held, long wanted) throws IOException {
        return exhausted(held, BufferHolderKind.ALLOCATION, rank -> rank.exhausted(wanted, 0), "CUDA error 2");
    }

    /** What a rank does before it fails. */
    @FunctionalInterface
    private interface Exhaustion {
        void of(RecordedRank rank) throws IOException;
    }

    private Verdict exhausted(int held, BufferHolderKind holder, Exhaustion exhaustion, String error)
            throws IOException {
        return verdict((rank, all, call) -> {
            rank.held(all, call, held, held + 1, holder, false);
            if (rank.file().getFileName().toString().startsWith("2-")) {
                exhaustion.of(rank);
                rank.uncaught("main", "java.lang.IllegalStateException", error).end(EndKind.EXIT, 1);
            } else {
                rank.call(all, Operation.ALL_REDUCE, 1024, "step", 22);
                rank.alive(90);
            }
        });
    }

    @Test
    void namesTheRankThatRanOutOfMemoryBecauseOfThem() throws IOException {
        Verdict verdict = exhausted(12, 2 << 20);
        assertEquals(Outcome.DESYNC, verdict.outcome());
        assertEquals(List.of(2), verdict.culprits());
        Finding finding = verdict.findings().get(0);
        assertEquals(Cause.BUFFER_RETAINED, finding.cause());
        assertEquals(Severity.CULPRIT, finding.severity());
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
        assertEquals(Cause.RANK_ABSENT, verdict.findings().get(1).cause());
        assertEquals(Severity.CONSEQUENCE, verdict.findings().get(1).severity());
    }

    @Test
    void doesNotBlameBuffersThatHoldLessThanWhatWasWanted() throws IOException {
        Verdict verdict = exhausted(3, 64 << 20);
        assertEquals(Cause.RANK_ABSENT, verdict.findings().get(0).cause());
        assertEquals(List.of(2), verdict.culprits());
        assertFalse(verdict.summary().contains("memory"), verdict.summary());
        assertTrue(verdict.findings().stream()
                .anyMatch(finding -> finding.cause() == Cause.BUFFER_RETAINED && finding.severity() == Severity.NOTE));
    }

    private static void assertNoted(Verdict verdict) {
        assertEquals(Cause.RANK_ABSENT, verdict.findings().get(0).cause());
        assertTrue(verdict.findings().stream()
                .anyMatch(finding -> finding.cause() == Cause.BUFFER_RETAINED && finding.severity() == Severity.NOTE));
    }

    @Test
    void doesNotBlameBuffersOnTheHostForAnExhaustedDevice() throws IOException {
        assertNoted(exhausted(12, BufferHolderKind.TENSOR, rank -> rank.exhausted(2 << 20, 0), "CUDA error 2"));
    }

    @Test
    void doesNotBlameBuffersOfAnotherDevice() throws IOException {
        assertNoted(exhausted(12, BufferHolderKind.ALLOCATION, rank -> rank.exhausted(2 << 20, 1), "CUDA error 2"));
    }

    @Test
    void doesNotBlameBuffersForAFailureLongAfterAnAllocationFailed() throws IOException {
        assertNoted(verdict((rank, all, call) -> {
            rank.held(all, call, 12, 13, BufferHolderKind.ALLOCATION, false);
            if (rank.file().getFileName().toString().startsWith("2-")) {
                rank.exhausted(2 << 20, 0)
                        .steps(all, 1)
                        .uncaught("main", "java.lang.IllegalStateException", "loss is NaN")
                        .end(EndKind.EXIT, 1);
            } else {
                rank.steps(all, 1).call(all, Operation.ALL_REDUCE, 1024, "step", 22);
                rank.alive(90);
            }
        }));
    }

    @Test
    void blamesBuffersForAFailureThatFollowsAtOnce() throws IOException {
        Verdict verdict =
                exhausted(12, BufferHolderKind.ALLOCATION, rank -> rank.exhausted(2 << 20, 0), "cannot start step");
        assertEquals(Cause.BUFFER_RETAINED, verdict.findings().get(0).cause());
        assertEquals(List.of(2), verdict.culprits());
    }

    @Test
    void doesNotBlameBuffersForAnAllocationThatTheRankSurvived() throws IOException {
        Verdict verdict = verdict((rank, all, call) -> {
            rank.held(all, call, 12, 13, BufferHolderKind.ALLOCATION, false).exhausted(1 << 20, 0);
            end(rank);
        });
        assertEquals(Outcome.HEALTHY, verdict.outcome());
        assertEquals(Severity.NOTE, verdict.findings().get(0).severity());
    }
}
