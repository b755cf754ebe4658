package dev.rollcall.analyzer.input.stack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.ReadResult;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Collectives that are made by other threads than the main one. */
class DelegatedWorkTest {
    private static final String IN_BACKWARD = """
                _engine_run_backward (torch/autograd/graph.py:768)
                backward (torch/autograd/__init__.py:289)
                backward (torch/_tensor.py:581)
            """;
    private static final String IN_FUTURE = """
                wait (threading.py:320)
                result (concurrent/futures/_base.py:451)
            """;
    private static final String LOADING = """
                wait (threading.py:320)
                get (queue.py:171)
                _try_get_data (torch/utils/data/dataloader.py:1131)
                __next__ (torch/utils/data/dataloader.py:630)
            """;
    private static final String REDUCING = """
                all_reduce (torch/distributed/distributed_c10d.py:2806)
                wrapper (torch/distributed/c10d_logger.py:81)
            """;
    private static final String HOOK = REDUCING + "    hook (app/train.py:33)\n";
    private static final String SHARDED = """
                reduce_scatter_tensor (torch/distributed/distributed_c10d.py:4106)
                _reduce_grad (torch/distributed/fsdp/_runtime_utils.py:855)
            """;
    private static final String IN_POOL = REDUCING + """
                save (app/checkpoint.py:70)
                run (concurrent/futures/thread.py:58)
                _worker (concurrent/futures/thread.py:92)
                run (threading.py:1010)
                _bootstrap (threading.py:995)
            """;

    @TempDir
    Path folder;

    private void write(int rank, String main, String other) throws IOException {
        Files.writeString(
                folder.resolve("rank" + rank + ".txt"),
                "Process " + (4000 + rank) + ": python train.py\nPython v3.11.7 (/usr/bin/python3.11)\n\nThread "
                        + (4000 + rank) + " (idle): \"MainThread\"\n" + main
                        + "    step (app/train.py:41)\n    <module> (app/train.py:90)\nThread " + (9000 + rank)
                        + " (active)\n" + other);
    }

    private Verdict assertSuspects(Integer... ranks) {
        ReadResult result = new JobReader(-1).read(List.of(folder));
        Verdict verdict = new Diagnosis().of(result.jobs().get(0).job());
        assertEquals(List.of(), verdict.culprits(), verdict::summary);
        assertEquals(List.of(ranks), verdict.suspects(), verdict::summary);
        return verdict;
    }

    private void write(String main, String other, int odd, String oddMain, String oddOther) throws IOException {
        for (int rank = 0; rank < 5; rank++) {
            write(rank, rank == odd ? oddMain : main, rank == odd ? oddOther : other);
        }
    }

    @Test
    void findsTheCollectiveOfABackwardPassOnTheThreadOfTheEngine() throws IOException {
        write(IN_BACKWARD, HOOK, 2, LOADING, "");

        String summary = assertSuspects(2).summary();

        assertTrue(summary.contains("all_reduce at train.py:33"), summary);
    }

    @Test
    void findsTheCollectiveOfALibraryBelowTheLineOfTheBackwardPass() throws IOException {
        write(IN_BACKWARD, SHARDED, 2, LOADING, "");

        String summary = assertSuspects(2).summary();

        assertTrue(summary.contains("reduce_scatter_tensor at train.py:41"), summary);
    }

    /** All are in the backward pass, and only one is not in its collective. */
    @Test
    void suspectsTheRankWhoseEngineMakesNoCollective() throws IOException {
        write(IN_BACKWARD, HOOK, 3, IN_BACKWARD, "");

        assertSuspects(3);
    }

    @Test
    void suspectsNobodyWhereAllEnginesMakeTheSameCollective() throws IOException {
        write(IN_BACKWARD, HOOK, 3, IN_BACKWARD, HOOK);

        assertSuspects();
    }

    @Test
    void findsTheCollectiveOfAnExecutor() throws IOException {
        write(IN_FUTURE, IN_POOL, 1, LOADING, "");

        String summary = assertSuspects(1).summary();

        assertTrue(summary.contains("all_reduce at checkpoint.py:70"), summary);
    }

    /** A checkpoint in the background says nothing about what the main thread waits for. */
    @Test
    void doesNotTakeACollectiveInTheBackgroundForTheWaitForData() throws IOException {
        write(REDUCING, IN_POOL, 4, LOADING, IN_POOL);

        String summary = assertSuspects(4).summary();

        assertTrue(summary.contains("train.py:41"), summary);
    }

    @Test
    void doesNotTakeACollectiveInTheBackgroundForThatOfABackwardPass() throws IOException {
        write(REDUCING, "", 4, IN_BACKWARD, IN_POOL);

        Verdict verdict = assertSuspects(4);

        assertTrue(verdict.summary().contains("backward"), verdict.summary());
    }
}
