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
import dev.rollcall.trace.CommunicatorWriter;
import dev.rollcall.trace.ElementType;
import dev.rollcall.trace.EndKind;
import dev.rollcall.trace.Operation;
import dev.rollcall.trace.Reduction;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs whose results were summed. */
class DifferentResultsTest {
    private static final long WRONG = 0xBADL;

    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    @TempDir
    Path folder;

    /** What one rank does on the communicator of all ranks. */
    @FunctionalInterface
    private interface Program {
        void run(int rank, RecordedRank trace, CommunicatorWriter world) throws IOException;
    }

    /** Returns the verdict of a job whose ranks exit after this. */
    private Verdict ended(int ranks, Program program) throws IOException {
        for (int number = 0; number < ranks; number++) {
            try (RecordedRank rank = RecordedRank.of(folder, "job-7", number, ranks, 64)) {
                program.run(number, rank, rank.join("store-1", "world", number, ranks));
                rank.end(EndKind.NORMAL, 0);
            }
        }
        return new Diagnosis().of(new TraceFolder(folder).onlyJob());
    }

    private static void sums(RecordedRank trace, CommunicatorWriter world, long... sums) {
        for (long sum : sums) {
            trace.reduced(world, ElementType.F32, Reduction.SUM, sum);
        }
    }

    private static void assertHealthy(Verdict verdict) {
        assertEquals(Outcome.HEALTHY, verdict.outcome(), verdict.summary());
        assertEquals(List.of(), verdict.findings());
    }

    @Test
    void namesTheStepOfTheFirstResultThatDiffers() throws IOException {
        Verdict verdict = ended(4, (rank, trace, world) -> {
            for (int step = 0; step < 5; step++) {
                trace.mark(300 + step);
                sums(trace, world, 2L * step, rank == 3 && step > 0 ? WRONG + step : 2L * step + 1);
            }
        });
        assertEquals(List.of(3), verdict.suspects());
        assertTrue(verdict.detail().endsWith(" Rank 3 was in step 301."), verdict.detail());
    }

    @Test
    void namesTheRankWithAnotherResultThanAllOthers() throws IOException {
        Verdict verdict = ended(
                4, (rank, trace, world) -> sums(trace, world, 1, 2, rank == 3 ? WRONG : 3, 4, rank == 3 ? 77 : 5));
        assertEquals(Outcome.CORRUPTED, verdict.outcome());
        assertEquals(List.of(3), verdict.suspects());
        assertEquals(1, verdict.findings().size());
        Finding finding = verdict.findings().get(0);
        assertEquals(Cause.RESULT_MISMATCH, finding.cause());
        assertEquals(3, finding.sequence());
        String text = new TextReport(Ink.PLAIN, 120, new SourceTree(List.of())).print(List.of(verdict));
        TEXTS.verify(text.substring(0, text.indexOf("Where the ranks")));
        assertTrue(new HtmlReport(new SourceTree(List.of()))
                .print(List.of(verdict))
                .contains("<li>world: 5 results compared, 2 differ: calls 3, 5</li>"));
        StringWriter json = new StringWriter();
        JsonReport.write(List.of(verdict), json);
        TEXTS.verify(
                "json",
                json.toString()
                        .substring(
                                json.toString().indexOf("\"results\""),
                                json.toString().indexOf("\"coverage\"")));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void namesTheSameRankUnderAnyNumber(int odd) throws IOException {
        Verdict verdict = ended(5, (rank, trace, world) -> sums(trace, world, 1, rank == odd ? WRONG : 2));
        assertEquals(List.of(odd), verdict.suspects());
    }

    @Test
    void acceptsEqualResults() throws IOException {
        Verdict verdict = ended(4, (rank, trace, world) -> sums(trace, world, 1, 2, 3));
        assertHealthy(verdict);
        String text = new TextReport(Ink.PLAIN, 120, new SourceTree(List.of())).print(List.of(verdict));
        assertTrue(text.contains("world: 3 results compared, all are equal on all ranks"), text);
    }

    @Test
    void saysNothingOfResultsThatWereNotSummed() throws IOException {
        Verdict verdict = ended(2, (rank, trace, world) -> trace.steps(world, 3));
        assertHealthy(verdict);
        assertFalse(new TextReport(Ink.PLAIN, 120, new SourceTree(List.of()))
                .print(List.of(verdict))
                .contains("compared"));
    }

    @Test
    void suspectsBothOfTwoRanks() throws IOException {
        Verdict verdict = ended(2, (rank, trace, world) -> sums(trace, world, 1, 2, rank == 1 ? WRONG : 3));
        assertEquals(Outcome.CORRUPTED, verdict.outcome());
        assertEquals(List.of(), verdict.culprits());
        assertEquals(List.of(0, 1), verdict.suspects());
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void suspectsOneRankOfEachHalf() throws IOException {
        Verdict verdict = ended(4, (rank, trace, world) -> sums(trace, world, 1, rank < 2 ? WRONG : 2));
        assertEquals(List.of(), verdict.culprits());
        assertEquals(List.of(0, 2), verdict.suspects());
    }

    @Test
    void namesNobodyWhereAllDiffer() throws IOException {
        Verdict verdict =
                ended(4, (rank, trace, world) -> trace.reduced(world, ElementType.I64, Reduction.SUM, WRONG + rank));
        assertEquals(Outcome.CORRUPTED, verdict.outcome());
        assertEquals(List.of(), verdict.named());
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void doesNotTakeTheRootsResultForTheTruth() throws IOException {
        Verdict verdict = ended(3, (rank, trace, world) -> trace.broadcast(world, 1, rank == 1 ? WRONG : 2));
        assertEquals(List.of(1), verdict.suspects());
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    /** A library may add up on each rank in another order. */
    @Test
    void expectsEqualBitsOfRoundedSumsOnlyWhereTheLibraryGivesThem() throws IOException {
        assertHealthy(ended(4, (rank, trace, world) -> sums(trace, world, 10 + rank / 2, 20 + rank % 2, 30 + rank)));
    }

    @Test
    void expectsEqualBitsOfMaximaAndIntegers() throws IOException {
        Verdict verdict =
                ended(2, (rank, trace, world) -> trace.reduced(world, ElementType.F32, Reduction.MAX, WRONG + rank));
        assertEquals(Cause.RESULT_MISMATCH, verdict.findings().get(0).cause());
    }

    /** Two threads of one rank made calls that the recorder numbers in another order than the library. */
    @Test
    void takesResultsUnderEachOthersNumbersForNoFault() throws IOException {
        assertHealthy(ended(4, (rank, trace, world) -> sums(trace, world, 1, rank == 2 ? 3 : 2, rank == 2 ? 2 : 3, 4)));
    }

    /** One rank's recorder did not see a call. */
    @Test
    void takesShiftedNumbersForNoFault() throws IOException {
        Verdict verdict = ended(
                4,
                (rank, trace, world) ->
                        sums(trace, world, rank == 1 ? new long[] {1, 3, 4, 5} : new long[] {1, 2, 3, 4}));
        assertHealthy(verdict);
    }

    @Test
    void seesAResultThatIsTheOneOfTheCallBefore() throws IOException {
        Verdict verdict = ended(4, (rank, trace, world) -> sums(trace, world, 1, 2, rank == 0 ? 2 : 3, 4));
        assertEquals(List.of(0), verdict.suspects());
    }

    /** The same values every step, as of a counter. */
    @Test
    void seesAWrongResultAmongEqualSteps() throws IOException {
        Verdict verdict = ended(3, (rank, trace, world) -> sums(trace, world, 5, 5, rank == 1 ? WRONG : 5, 5, 5));
        assertEquals(List.of(1), verdict.suspects());
    }

    @Test
    void leavesDifferentCallsToTheirOwnCause() throws IOException {
        Verdict verdict =
                ended(4, (rank, trace, world) -> trace.broadcast(world, rank == 2 ? 1 : 0, rank == 2 ? WRONG : 1));
        assertEquals(Cause.ROOT_MISMATCH, verdict.findings().get(0).cause());
        assertTrue(verdict.findings().stream().noneMatch(finding -> finding.cause() == Cause.RESULT_MISMATCH));
    }

    /** Without the sums of some ranks, those that are left may be the wrong ones. */
    @Test
    void needsMoreThanHalfOfTheCommunicator() throws IOException {
        Verdict verdict = ended(6, (rank, trace, world) -> {
            trace.reduced(world, ElementType.I32, Reduction.SUM, 1);
            if (rank < 3) {
                trace.reduced(world, ElementType.I32, Reduction.SUM, rank == 2 ? WRONG : 2);
            } else {
                trace.steps(world, 0);
                trace.call(world, Operation.ALL_REDUCE, 1024, "step", 41);
            }
        });
        assertEquals(List.of(), verdict.culprits());
    }

    @Test
    void putsTheCrashOfARankBeforeItsWrongResult() throws IOException {
        for (int number = 0; number < 4; number++) {
            try (RecordedRank rank = RecordedRank.of(folder, "job-7", number, 4, 64)) {
                CommunicatorWriter world = rank.join("store-1", "world", number, 4);
                sums(rank, world, 1, number == 2 ? WRONG : 2, 3);
                if (number == 2) {
                    rank.uncaught("main", "java.lang.ArithmeticException", "loss is NaN")
                            .end(EndKind.EXIT, 1);
                } else {
                    rank.call(world, Operation.ALL_REDUCE, 1024, "step", 22);
                    rank.alive(90);
                }
            }
        }
        Verdict verdict = new Diagnosis().of(new TraceFolder(folder).onlyJob());
        assertEquals(Outcome.DESYNC, verdict.outcome());
        assertEquals(List.of(2), verdict.culprits());
        assertEquals(Cause.RESULT_MISMATCH, verdict.findings().get(1).cause());
        assertEquals(Severity.NOTE, verdict.findings().get(1).severity());
    }

    /** What is proven of the calls counts more than suspects of a wrong result. */
    @Test
    void putsADivergenceBeforeSuspectsOfAWrongResult() throws IOException {
        for (int number = 0; number < 4; number++) {
            try (RecordedRank rank = RecordedRank.of(folder, "job-7", number, 4, 64)) {
                CommunicatorWriter world = rank.join("store-1", "world", number, 4);
                sums(rank, world, 1, number < 2 ? WRONG : 2, 3);
                if (number == 2) {
                    rank.end(EndKind.EXIT, 1);
                } else {
                    rank.call(world, Operation.ALL_REDUCE, 1024, "step", 22);
                    rank.alive(90);
                }
            }
        }
        Verdict verdict = new Diagnosis().of(new TraceFolder(folder).onlyJob());
        assertEquals(Outcome.DESYNC, verdict.outcome());
        assertEquals(List.of(2), verdict.culprits());
        assertTrue(verdict.findings().stream().anyMatch(finding -> finding.cause() == Cause.RESULT_MISMATCH));
    }
}
