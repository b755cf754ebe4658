package dev.rollcall.analyzer.input.pytorch;

import static dev.rollcall.analyzer.input.pytorch.DumpedJob.member;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Coverage.Kind;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.analyzer.wait.WaitGraph;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Dumps of TorchComms' recorder: one counter for the calls of all communicators, whose names are the job's and whose descriptions
 * are the backend's.
 */
class SharedCounterTest {
    private static final int WORLD = 4;
    private static final String TENSOR = "tensor (ranks %d, %d)";

    @TempDir
    private Path folder;

    private DumpedJob job;

    @BeforeEach
    void open() {
        job = new DumpedJob(folder);
    }

    /** Ranks 0 and 1 use their communicator {@code even} times in a step, ranks 2 and 3 theirs {@code odd} times. */
    private static IntFunction<RecordedDump> steps(int steps, int even, int odd, int stopped) {
        return rank -> {
            RecordedDump dump = new RecordedDump()
                    .backend("ncclx")
                    .group("world", "", 0, 1, 2, 3)
                    .group("tensor", "", rank / 2 * 2, rank / 2 * 2 + 1);
            for (int step = 0; step < steps; step++) {
                for (int call = 0; call < (rank < 2 ? even : odd); call++) {
                    dump.completed("tensor", "all_reduce", 41);
                }
                if (stopped < 0 || step < steps - 1) {
                    dump.completed("world", "all_reduce", 42);
                } else if (rank != stopped) {
                    dump.pending("world", "all_reduce", 42);
                }
            }
            return dump.torchComms();
        };
    }

    @Test
    void countsTheCallsOfEachCommunicator() throws IOException {
        long seed = Long.getLong("rollcall.seed", 20_261_124);
        Random random = new Random(seed);
        for (int round = 0; round < 10; round++) {
            int steps = 1 + random.nextInt(30);
            int even = 1 + random.nextInt(4);
            int odd = 1 + random.nextInt(4);
            Job read = job.job(WORLD, steps(steps, even, odd, -1));

            String told = "seed " + seed + ", round " + round;
            for (int rank = 0; rank < WORLD; rank++) {
                String own = String.format(TENSOR, rank / 2 * 2, rank / 2 * 2 + 1);
                assertEquals(steps, member(read, "world", rank).collectives().lastSequence(), told);
                assertEquals(
                        steps * (rank < 2 ? even : odd),
                        member(read, own, rank).collectives().lastSequence(),
                        told);
            }
        }
    }

    @Test
    void namesCommunicatorsAsTheJobDoes() throws IOException {
        assertEquals(
                List.of("tensor (ranks 0, 1)", "tensor (ranks 2, 3)", "world"),
                job.job(WORLD, steps(2, 1, 1, -1)).communicators().stream()
                        .map(Communicator::name)
                        .sorted()
                        .toList());
    }

    @Test
    void showsWhoDidNotMakeTheCallInWhichTheOthersWait() throws IOException {
        for (int stopped = 0; stopped < WORLD; stopped++) {
            WaitGraph waits = WaitGraph.of(job.job(WORLD, steps(12, 2, 3, stopped)));

            assertEquals(WORLD - 1, waits.waits().size());
            for (int rank : waits.waits().keySet()) {
                assertEquals(List.of(stopped), waits.waits().get(rank).absent());
                assertEquals(12, waits.waits().get(rank).call().sequence());
            }
        }
    }

    @Test
    void isHealthyWhereAllCompletedThoughRanksUseTheirCommunicatorsUnevenly() throws IOException {
        Verdict verdict = job.verdict(steps(20, 1, 4, -1));

        assertEquals(Outcome.HEALTHY, verdict.outcome(), verdict::summary);
    }

    /** The first and the last stage make fewer calls than those between; no entry names the peer. */
    @Test
    void isHealthyInAPipeline() throws IOException {
        Verdict verdict = job.verdict(rank -> {
            RecordedDump dump = new RecordedDump()
                    .backend("ncclx")
                    .group("stages", "", 0, 1, 2, 3)
                    .group("world", "", 0, 1, 2, 3);
            for (int step = 0; step < 20; step++) {
                if (rank > 0) {
                    dump.completed("stages", "recv " + rank + "<-" + (rank - 1), 41);
                }
                if (rank < WORLD - 1) {
                    dump.completed("stages", "send " + rank + "->" + (rank + 1), 42);
                }
                dump.completed("world", "all_reduce", 43);
            }
            return dump.torchComms();
        });

        assertEquals(Outcome.HEALTHY, verdict.outcome(), verdict::summary);
        assertEquals(40, member(verdict.job(), "stages", 1).pointToPoint().lastSequence());
    }

    /** How many calls were overwritten on each communicator is not known, so nobody can be behind. */
    @Test
    void comparesNothingWhereTheRingWasUsedAgain() throws IOException {
        IntFunction<RecordedDump> steps = steps(12, 2, 3, 1);
        Verdict verdict = job.verdict(rank -> steps.apply(rank).wrapped(20));

        assertEquals(List.of(), verdict.job().communicators());
        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome(), verdict::summary);
        assertEquals(List.of(), verdict.culprits(), verdict::summary);
        assertEquals(WORLD, verdict.job().coverage().ofKind(Kind.DOUBTFUL).size());
    }

    @Test
    void comparesNothingWhereOnlyUnfinishedCallsAreListed() throws IOException {
        IntFunction<RecordedDump> steps = steps(12, 2, 3, 1);
        Verdict verdict = job.verdict(rank ->
                rank == 1 ? steps.apply(rank).wrapped(20) : steps.apply(rank).onlyActive());

        assertEquals(List.of(), verdict.culprits(), verdict::summary);
        assertTrue(verdict.outcome() != Outcome.HEALTHY && verdict.outcome() != Outcome.PROGRESSING, verdict::summary);
    }

    /** c10d's own counters can look the same for a while: a send first, and then collectives. */
    @Test
    void isNotFoundInDumpsOfC10d() throws IOException {
        Job read = job.job(2, rank -> {
            RecordedDump dump = new RecordedDump().group("0", "default_pg", 0, 1);
            dump.completed("0", rank == 0 ? "send 0->1" : "recv 1<-0", 41);
            for (int call = 0; call < 5; call++) {
                dump.completed("0", "all_reduce", 42);
            }
            return dump.wrapped(3);
        });

        assertEquals(3, member(read, "world", 0).collectives().firstSequence());
        assertEquals(5, member(read, "world", 0).collectives().lastSequence());
    }
}
