package dev.rollcall.analyzer.decision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.code.trace.StackCode;
import dev.rollcall.analyzer.decision.wrapped.World;
import dev.rollcall.analyzer.decision.wrapped.WrappedJob;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CodeStructure;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.model.PythonFiles;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.model.ThreadSnapshot;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs whose calls all come from one wrapper: the line that is shown is the application's. */
class WrappedJobsTest {
    private static final Path SOURCES = Path.of("src/test/java/dev/rollcall/analyzer/decision/wrapped");
    private static final Path CLASSES = Path.of("target/test-classes");
    private static final int WORLD = 4;

    private static JobScript script(WrappedJob job) {
        return JobScript.of(WORLD, (rank, script) -> {
            World world = new World(rank, WORLD);
            IllegalArgumentException thrown = null;
            try {
                job.run(world);
            } catch (IllegalArgumentException e) {
                thrown = e;
            }
            world.calls().forEach(call -> script.call(call.signature(), call.stack()));
            if (thrown != null) {
                script.fail("IllegalArgumentException \"" + thrown.getMessage() + "\"", World.stack(thrown));
            }
        });
    }

    private static String place(WrappedJob job, String comment) throws IOException {
        List<String> lines = Files.readAllLines(SOURCES.resolve(job.file()));
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).endsWith("// " + comment)) {
                return job.file() + ":" + (i + 1);
            }
        }
        throw new AssertionError("no line of " + job + " ends with // " + comment);
    }

    private static void assertVerdict(
            Verdict verdict, WrappedJob job, Cause cause, int culprit, String comment, String wrapper)
            throws IOException {
        VerdictAssert.assertFinding(verdict, cause, culprit);
        assertTrue(
                verdict.summary().matches(".*\\b" + place(job, comment).replace(".", "\\.") + "\\b.*"),
                verdict::summary);
        assertTrue(verdict.detail().contains(", through " + wrapper), verdict::detail);
        List<CallStack> stacks = verdict.findings().get(0).evidence().stream()
                .filter(piece -> piece.call() != null)
                .map(piece -> piece.call().stack())
                .toList();
        assertFalse(stacks.isEmpty());
        stacks.forEach(stack -> assertEquals(
                job.file().replace(".java", ""),
                stack.siteFrame().type().substring(stack.siteFrame().type().lastIndexOf('.') + 1),
                verdict::summary));
    }

    /** Each rank stays in its first call that the others do not make, as with Gloo. */
    @ParameterizedTest
    @CsvSource({
        "RECOMMENDER, SKIPPED_COLLECTIVE, 2, missed, RecommenderComm.gather",
        "OCEAN_MODEL, SHORT_LOOP, 1, behind the loops, OceanComm.allReduce",
        "AD_RANKING, EXTRA_COLLECTIVE, 0, 'one number, asked for by one rank', MeasuredCalls.allReduce",
        "GRAPH_WALK, SKIPPED_COLLECTIVE, 3, the rank without a frontier misses this, RowCalls.add",
        "SPEECH_TRAINING, EXTRA_COLLECTIVE, 0, one rank alone, SpeechTraining.sync",
        "GENOME_INDEX, SHORT_LOOP, 3, left the loop, GatherCalls.gatherAll",
        "OPTION_PRICING, OP_MISMATCH, 2, one rank, PricingCalls.sum",
        "FRAUD_CHECK, RANK_ABSENT, 1, no payment that day, CheckedCalls.sum",
        "TRAFFIC_FORECAST, SIZE_MISMATCH, 3, a longer layer, ForecastCalls.mean",
    })
    void namesTheRankTheCauseAndTheLineThatCallsTheWrapper(
            WrappedJob job, Cause cause, int culprit, String comment, String wrapper) throws IOException {
        try (StackCode code = new StackCode(List.of(), List.of(CLASSES))) {
            Verdict verdict = script(job).blocking(true).diagnose(code);
            assertVerdict(verdict, job, cause, culprit, comment, wrapper);
        }
    }

    /** Each rank goes on to its end, as with NCCL, and no class file is at hand. */
    @ParameterizedTest
    @CsvSource({
        "RECOMMENDER, SKIPPED_COLLECTIVE, 2, missed, RecommenderComm.gather",
        "OCEAN_MODEL, SHORT_LOOP, 1, behind the loops, OceanComm.allReduce",
        "GRAPH_WALK, SKIPPED_COLLECTIVE, 3, the rank without a frontier misses this, RowCalls.add",
        "SPEECH_TRAINING, EXTRA_COLLECTIVE, 0, one rank alone, SpeechTraining.sync",
        "TRANSLATION, ORDER_SWAP, 1, the rank's first, TimedCalls.allReduce",
        "GENOME_INDEX, SHORT_LOOP, 3, left the loop, GatherCalls.gatherAll",
        "OPTION_PRICING, OP_MISMATCH, 2, one rank, PricingCalls.sum",
        "FRAUD_CHECK, RANK_ABSENT, 1, no payment that day, CheckedCalls.sum",
        "TRAFFIC_FORECAST, SIZE_MISMATCH, 3, a longer layer, ForecastCalls.mean",
    })
    void needsNoCodeForTheLineWhereRanksGoOn(WrappedJob job, Cause cause, int culprit, String comment, String wrapper)
            throws IOException {
        Verdict verdict = script(job).blocking(false).diagnose(CodeStructure.UNKNOWN);
        assertVerdict(verdict, job, cause, culprit, comment, wrapper);
    }

    private static Rank seen(int rank, String method, int line) {
        List<StackFrame> frames = List.of(
                new StackFrame("", "all_reduce", "/opt/site-packages/torch/distributed/distributed_c10d.py", 2806),
                new StackFrame("", "mean", "/job/comm.py", 31),
                new StackFrame("", method, "/job/train.py", line),
                new StackFrame("", "<module>", "/job/train.py", 120));
        ThreadSnapshot thread = new ThreadSnapshot("main", "", PythonFiles.stack(frames), Call.NO_TIME);
        return new Rank(
                rank,
                "host",
                100 + rank,
                rank + ".txt",
                Call.NO_TIME,
                Ending.UNKNOWN,
                Call.NO_TIME,
                false,
                List.of(thread),
                List.of());
    }

    @Test
    void stacksAloneShowTheLinesThatCallTheWrapper() {
        HandmadeJob job = new HandmadeJob(WORLD);
        for (int rank = 0; rank < WORLD; rank++) {
            job.rank(rank == 2 ? seen(rank, "evaluate", 88) : seen(rank, "step", 40));
        }

        Verdict verdict = new Diagnosis().of(job.job());

        assertTrue(verdict.summary().contains("at train.py:88"), verdict::summary);
        assertTrue(verdict.summary().contains("train.py:40"), verdict::summary);
        assertEquals(List.of(2), verdict.suspects());
    }
}
