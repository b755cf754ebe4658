package dev.rollcall.analyzer.input.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.ReadResult;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a console shows of how ranks ended, and what only looks like an end. */
class RankEndingsTest {
    private static final String LOST =
            "RuntimeError: [gloo/transport/tcp/pair.cc:534] Connection closed by peer [10.0.0.7]:1234";
    private static final String WORKER = "RuntimeError: DataLoader worker (pid(s) 4711) exited unexpectedly";
    private static final int WORLD = 4;

    @TempDir
    private Path folder;

    private final List<String> lines = new ArrayList<>();

    private Verdict verdict() throws IOException {
        Files.write(folder.resolve("job.log"), lines);
        return verdictOfFolder();
    }

    private Verdict verdictOfFolder() throws IOException {
        ReadResult reading = new JobReader(-1).read(List.of(folder));
        assertEquals(1, reading.jobs().size(), () -> reading.unreadable().toString());
        return new Diagnosis().of(reading.jobs().get(0).job());
    }

    private void assertCulprits(Integer... ranks) throws IOException {
        Verdict verdict = verdict();
        assertEquals(List.of(ranks), verdict.culprits(), verdict::summary);
    }

    /** Adds lines as they are. */
    private RankEndingsTest raw(String... more) {
        lines.addAll(List.of(more));
        return this;
    }

    /** Adds what a rank writes, each line behind a prefix that has the rank for {@code %d}. */
    private RankEndingsTest written(String prefix, int rank, String... more) {
        for (String line : more) {
            lines.add(prefix.formatted(rank) + line);
        }
        return this;
    }

    /** Adds the traceback of an exception that nothing caught. */
    private RankEndingsTest raised(String prefix, int rank, String exception) {
        return written(
                prefix,
                rank,
                "Traceback (most recent call last):",
                "  File \"/home/ml/fit.py\", line 90, in <module>",
                "    load(shard)",
                "  File \"/home/ml/data.py\", line 41, in load",
                "    read(shard)",
                exception);
    }

    private RankEndingsTest steps(String prefix, int world) {
        for (int step = 7; step < 90; step++) {
            for (int rank = 0; rank < world; rank++) {
                written(prefix, rank, "step " + step + " done");
            }
        }
        return this;
    }

    private RankEndingsTest timeouts(String prefix, Integer... ranks) {
        ConsoleText text = new ConsoleText();
        for (int rank : ranks) {
            text.timeout(rank, "ALLREDUCE", 64, 12, 12);
            for (int index : text.linesOf(rank)) {
                written(prefix, rank, text.lines().get(index).substring("[rank0]:".length()));
            }
        }
        return this;
    }

    /** Adds torchrun's table; each row is rank, host, second and exit code. */
    private RankEndingsTest table(String... rows) {
        raw("Failures:");
        for (String row : rows) {
            String[] cells = row.split(" ");
            raw(
                    "[0]:",
                    "  time      : 2026-07-14_03:31:" + cells[2],
                    "  host      : " + cells[1],
                    "  rank      : " + cells[0] + " (local_rank: 0)",
                    "  exitcode  : " + cells[3] + " (pid: " + (500 + Integer.parseInt(cells[0])) + ")");
        }
        return raw("============================================================");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[rank%d]: ", "[default%d]:", "%d: ", "[1,%d]<stderr>:"})
    void doesNotTakeACaughtExceptionForAnEnd(String prefix) throws IOException {
        steps(prefix, WORLD).raised(prefix, 2, "OSError: [Errno 5] Input/output error");
        written(prefix, 2, "WARNING:data: retrying").steps(prefix, WORLD);
        timeouts(prefix, 0, 1, 3).table("0 n 05 -6", "1 n 05 -6", "2 n 05 1", "3 n 05 -6");

        assertCulprits();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[rank%d]: ", "[default%d]:", "%d: ", "[1,%d]<stderr>:"})
    void namesARankWhoseUncaughtExceptionALauncherShows(String prefix) throws IOException {
        steps(prefix, WORLD).raised(prefix + "[rank2]: ", 2, "OSError: [Errno 5] Input/output error");
        timeouts(prefix + "[rank%1$d]: ", 0, 1, 3);

        assertCulprits(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Exception ignored in: <function Pool.__del__ at 0x7f00>",
                "/usr/lib/python3.11/multiprocessing/resource_tracker.py:224: UserWarning: leaked semaphore objects",
                "  warnings.warn('resource_tracker: leaked')",
                "terminate called after throwing an instance of 'c10::Error'",
                "wandb: You can sync this run to the cloud by running:",
                ""
            })
    void namesARankThatWritesOnlyWhatProcessesWriteAtTheirEnd(String noise) throws IOException {
        steps("[rank%d]: ", WORLD).raised("[rank%d]: ", 2, "OSError: [Errno 5] Input/output error");
        written("[rank%d]: ", 0, "step 10 done").written("[rank%d]: ", 2, noise);
        table("2 n 05 1");

        assertCulprits(2);
    }

    private static String bar(int count) {
        return " %3d%%|#   | %d/900 [00:01<00:30, 9.80it/s]".formatted(count / 9, count);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void doesNotTakeAnExceptionForTheEndOfARankWhoseProgressBarMoves(boolean oneLine) throws IOException {
        steps("%d: ", WORLD).raised("%d: ", 2, "OSError: [Errno 5] Input/output error");
        List<String> bars =
                IntStream.range(100, 120).mapToObj(RankEndingsTest::bar).toList();
        written("%d: ", 2, oneLine ? new String[] {String.join("\r", bars)} : bars.toArray(new String[0]));
        timeouts("%d: [rank%1$d]:", 0, 1).table("2 n 05 1");

        assertCulprits();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void namesARankThatDrawsItsProgressBarsOnceMoreAtItsEnd(boolean oneLine) throws IOException {
        steps("%d: ", WORLD).raised("%d: ", 2, "OSError: [Errno 5] Input/output error");
        String[] bars = {bar(112), bar(112), bar(8), "Epoch 1:  9%|#   | 8/90 [00:01<00:30, 9.80it/s]"};
        written("%d: ", 2, oneLine ? new String[] {String.join("\r", bars)} : bars);
        timeouts("%d: [rank%1$d]:", 0, 1).table("2 n 05 1");

        assertCulprits(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Exception ignored in: <function Iterator.__del__ at 0x7f00>",
                "Process SpawnProcess-3:",
                "--- Logging error ---",
                "Exception in thread Thread-7 (upload):"
            })
    void doesNotTakeWhatEndedSomethingElseForTheEndOfARank(String before) throws IOException {
        written("[rank%d]: ", 2, before).raised("[rank%d]: ", 2, "ValueError: upload");
        timeouts("[rank%d]: ", 0, 1);

        assertCulprits();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "torch.distributed.DistNetworkError: failed to recv, got 0 bytes. Connection was likely closed. Did the remote"
                        + " server shutdown or crash?",
                "torch.distributed.DistBackendError: NCCL error in: ProcessGroupNCCL.cpp:77, unhandled system error",
                "torch.distributed.DistBackendError: NCCL communicator was aborted on rank 2.",
                "RuntimeError: socketStartConnect: Connect to 10.0.0.7<4711> failed : No route to host",
                "ray.exceptions.ActorDiedError: The actor died unexpectedly before finishing this task.",
                "RuntimeError: the run failed on another rank",
                "RuntimeError: shard 9 was not sent by rank 3",
                "ValueError: rank 3 has another number of layers",
                "torch.distributed.DistBackendError: NCCL error in: NCCLUtils.hpp:77, invalid usage. Duplicate GPU detected :"
                        + " rank 2 and rank 3 both on CUDA device 1",
                "torch.distributed.DistBackendError: NCCL error in: ProcessGroupNCCL.cpp:77, internal error"
            })
    void doesNotBlameTheRankThatReportsTheEndOfAnother(String exception) throws IOException {
        raised("[rank%d]: ", 2, exception);
        timeouts("[rank%d]: ", 0, 1);

        assertCulprits();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ValueError: rank 2 has no shard",
                "ValueError: expected a tensor of rank 4, got rank 3",
                "OSError: disk"
            })
    void blamesTheRankThatReportsAnErrorOfItsOwn(String exception) throws IOException {
        raised("[rank%d]: ", 2, exception);
        timeouts("[rank%d]: ", 0, 1);

        assertCulprits(2);
    }

    /** Adds a traceback whose innermost function is a library's, and whose outermost one is as given. */
    private RankEndingsTest raisedInLibrary(int rank, String outermost) {
        return written(
                "[rank%d]: ",
                rank,
                "Traceback (most recent call last):",
                outermost,
                "    compile()",
                "  File \"/opt/venv/lib/python3.11/site-packages/lib/convert.py\", line 900, in convert",
                "    trace(code)",
                "lib.Unsupported: generator");
    }

    @Test
    void doesNotTakeAnExceptionThatALibraryCaughtAndLoggedForAnEnd() throws IOException {
        raisedInLibrary(2, "  File \"/opt/venv/lib/python3.11/site-packages/lib/frame.py\", line 9, in call");
        timeouts("[rank%d]: ", 0, 1);

        assertCulprits();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "  File \"/home/ml/fit.py\", line 90, in <module>",
                "  File \"/opt/venv/lib/python3.11/site-packages/trainer/fit.py\", line 90, in <module>",
                "  File \"<frozen runpy>\", line 198, in _run_module_as_main"
            })
    void takesAnExceptionOfALibraryThatNothingCaughtForAnEnd(String outermost) throws IOException {
        raisedInLibrary(2, outermost).timeouts("[rank%d]: ", 0, 1);

        assertCulprits(2);
    }

    /** Adds the traceback of an exception that a function of the program caught, and logged. */
    private RankEndingsTest caught(int rank, String exception) {
        return written(
                "[rank%d]: ",
                rank,
                "Traceback (most recent call last):",
                "  File \"/home/ml/data.py\", line 41, in load",
                "    read(shard)",
                exception);
    }

    @Test
    void suspectsARankWhoseExceptionItsProgramCaughtWhereNothingShowsThatItWentOn() throws IOException {
        caught(2, "OSError: disk").timeouts("[rank%d]: ", 0, 1);

        assertCulprits();
        assertEquals(List.of(2), verdictOfFolder().suspects());
        assertEquals(
                "Look at rank 2 first: it printed OSError \"disk\" at data.py:41, and ranks 0 and 1 wait in all_reduce on `world`.",
                verdictOfFolder().summary());
    }

    @Test
    void namesNoneOfTheRanksWhoseProgramCaughtAnException() throws IOException {
        caught(1, "OSError: disk").caught(2, "OSError: disk").timeouts("[rank%d]: ", 0);

        assertCulprits();
    }

    @Test
    void namesARankThatItsLauncherEndedAfterTheProgramCaughtAnException() throws IOException {
        caught(2, "OSError: disk").timeouts("[rank%d]: ", 0, 1).table("2 n 05 1");

        assertCulprits(2);
    }

    @Test
    void doesNotNameARankThatCaughtAnExceptionBeforeAnotherOneWasKilled() throws IOException {
        caught(2, "OSError: disk").timeouts("[rank%d]: ", 0, 1).table("3 n 05 -9");

        assertCulprits(3);
    }

    @Test
    void keepsTheExceptionThatEndedTheProgramWhereItsCleanupPrintsMore() throws IOException {
        raised("[rank%d]: ", 2, "ValueError: loss is NaN").caught(2, "OSError: disk");
        written("[rank%d]: ", 2, "Fatal Python error: Segmentation fault").timeouts("[rank%d]: ", 0, 1);

        assertCulprits(2);
        assertTrue(verdictOfFolder().summary().contains("ValueError"), verdictOfFolder()::summary);
    }

    @Test
    void saysWhichExceptionRanksPrintedWhereNoCallIsKnown() throws IOException {
        caught(2, "OSError: disk");
        assertCulprits();
        assertEquals(
                "Rank 2 printed OSError \"disk\" at data.py:41, and nothing shows whether that ended it.",
                verdictOfFolder().summary());

        caught(1, "ValueError: shard");
        assertCulprits();
        assertEquals(
                "Ranks 1 and 2 printed exceptions, and nothing shows whether that ended them.",
                verdictOfFolder().summary());
    }

    private RankEndingsTest fault(String signal) {
        return written(
                "[rank%d]: ",
                2,
                "Fatal Python error: " + signal,
                "",
                "Current thread 0x00007f01 (most recent call first):",
                "  File \"/home/ml/fit.py\", line 90 in <module>",
                "",
                "Extension modules: numpy.core (total: 1)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Segmentation fault", "Bus error", "Floating-point exception"})
    void suspectsARankThatFaulthandlerReportsAFaultOf(String signal) throws IOException {
        fault(signal).timeouts("[rank%d]: ", 0, 1, 3);

        assertCulprits();
        assertEquals(List.of(2), verdictOfFolder().suspects());
        assertTrue(verdictOfFolder().summary().contains("it printed " + signal), verdictOfFolder()::summary);
    }

    @Test
    void doesNotSayOfARankThatAbortsThatItHasAFault() throws IOException {
        fault("Aborted").timeouts("[rank%d]: ", 0, 1, 3);

        assertFalse(verdict().summary().contains("printed"), verdictOfFolder()::summary);
    }

    @Test
    void doesNotSuspectARankThatGoesOnAfterAFaultOfItsChild() throws IOException {
        fault("Segmentation fault").steps("[rank%d]: ", WORLD).timeouts("[rank%d]: ", 0, 1, 2);

        assertCulprits();
        assertFalse(verdictOfFolder().suspects().contains(2), verdictOfFolder()::summary);
    }

    @Test
    void doesNotProveTheFaultOfADeviceWhereAnotherRankIsSilent() throws IOException {
        raised("[rank%d]: ", 1, "torch.AcceleratorError: CUDA error: unspecified launch failure");
        raw("world_size: 4").timeouts("[rank%d]: ", 0, 2);

        assertCulprits();
        assertEquals(List.of(1, 3), verdictOfFolder().suspects());
    }

    @Test
    void namesTheOnlyRankWithoutALineWhereAllOthersLostAPeer() throws IOException {
        for (int rank = 0; rank < 3; rank++) {
            raised(
                    "[rank%d]: ",
                    rank,
                    "torch.distributed.DistStoreError: Timed out after 601 seconds waiting for clients. 3/4 clients joined.");
        }

        assertCulprits();
        assertEquals(List.of(3), verdictOfFolder().suspects());
    }

    @Test
    void namesNoRankWhereAllLostAPeer() throws IOException {
        for (int rank = 0; rank < WORLD; rank++) {
            raised("[rank%d]: ", rank, LOST);
        }

        assertCulprits();
        assertEquals(List.of(), verdictOfFolder().suspects());
    }

    @Test
    void countsARankThatOnlyPrintsStepsIntoAFileOfItsOwn() throws IOException {
        for (int rank = 0; rank < WORLD; rank++) {
            lines.clear();
            if (rank == 3) {
                raw("step 7 done", "step 8 done");
            } else {
                timeouts("[rank%d]: ", rank);
            }
            Files.write(folder.resolve("rank_" + rank + ".log"), lines);
        }

        assertEquals(List.of(), verdictOfFolder().culprits());
        assertEquals(List.of(3), verdictOfFolder().suspects());
    }

    @Test
    void doesNotCountAFileOfARankInAnotherFolder() throws IOException {
        timeouts("[rank%d]: ", 0, 1, 2);
        Files.createDirectories(folder.resolve("old"));
        Files.writeString(folder.resolve("old/rank_3.log"), "step 7 done\nstep 8 done\n");

        assertEquals(List.of(), verdict().suspects());
    }

    @Test
    void readsNothingFromRanksThatOnlyPrintSteps() throws IOException {
        steps("[rank%d]: ", WORLD);
        Files.write(folder.resolve("job.log"), lines);

        assertEquals(List.of(), new JobReader(-1).read(List.of(folder)).jobs());
    }

    @Test
    void doesNotGiveTheExceptionOfAnotherRankToTheOneThatQuotesIt() throws IOException {
        raised(
                "[rank%d]: ",
                0, "torch.distributed.checkpoint.api.CheckpointException: CheckpointException ranks:dict_keys([3])");
        written(
                "[rank%d]: ",
                0,
                "Traceback (most recent call last): (RANK 3)",
                "  File \"/srv/save.py\", line 4, in save",
                "OSError: [Errno 28] No space left on device");
        timeouts("[rank%d]: ", 1, 2);

        assertCulprits();
    }

    @Test
    void doesNotTakeAnExceptionForTheEndOfARankThatTimedOutAsWell() throws IOException {
        raised("[rank%d]: ", 1, "ValueError: upload");
        timeouts("[rank%d]: ", 0, 1, 2);

        assertCulprits();
    }

    @Test
    void doesNotTakeALineAfterOtherRanksLinesForTheMessageOfAnException() throws IOException {
        raised("[rank%d]: ", 2, "OSError: [Errno 5] Input/output error").steps("[rank%d]: ", WORLD);
        table("2 n 05 1");

        assertCulprits();
    }

    @Test
    void takesTheLossOfAPeerForTheEndOfARankThatCaughtAnExceptionBefore() throws IOException {
        raised("[rank%d]: ", 2, "OSError: [Errno 5] Input/output error");
        for (int rank = 0; rank < 3; rank++) {
            raised("[rank%d]: ", rank, LOST);
        }
        table("3 n 04 1", "0 n 05 1", "1 n 05 1", "2 n 05 1");

        assertCulprits();
    }

    @Test
    void doesNotTakeACaughtExceptionForAnEndInAFileOfOneRank() throws IOException {
        for (int rank = 0; rank < WORLD; rank++) {
            lines.clear();
            if (rank == 2) {
                raised("", 2, "OSError: [Errno 5] Input/output error");
                raw("INFO retrying", "step 8 done", "step 9 done");
            } else {
                timeouts("", rank);
            }
            Files.write(folder.resolve("rank_" + rank + ".log"), lines);
        }
        Verdict verdict = verdictOfFolder();

        assertEquals(List.of(), verdict.culprits(), verdict::summary);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Exception in thread Thread-5 (upload):", "Process SpawnProcess-1:"})
    void doesNotTakeTheEndOfAThreadOrAChildForThatOfTheRank(String header) throws IOException {
        written("%d: ", 2, header).raised("%d: ", 2, "OSError: no route to host");
        steps("%d: ", 2).table("2 n 05 1");

        assertCulprits();
    }

    private static String[] interruption(String kind) {
        return switch (kind) {
            case "ctrl-c" ->
                new String[] {
                    "^C[rank0]: Traceback (most recent call last):",
                    "[rank0]:   File \"/home/ml/fit.py\", line 90, in fit",
                    "[rank0]: KeyboardInterrupt"
                };
            case "torchrun" ->
                new String[] {
                    "W0714 03:20:00.000000 77 torch/distributed/elastic/agent/server/api.py:704] Received Signals.SIGTERM death"
                            + " signal, shutting down workers"
                };
            case "old torchrun" ->
                new String[] {
                    "WARNING:torch.distributed.elastic.agent.server.api:Received 2 death signal, shutting down workers"
                };
            default ->
                new String[] {
                    "slurmstepd: error: *** JOB 12 ON n1 CANCELLED AT 2026-07-14T03:20:00 DUE TO TIME LIMIT ***"
                };
        };
    }

    @ParameterizedTest
    @CsvSource({
        "ctrl-c, true", "torchrun, true", "old torchrun, true", "slurm, true",
        "ctrl-c, false", "torchrun, false", "old torchrun, false", "slurm, false"
    })
    void doesNotNameARankWhoseWorkersEndWithTheJob(String kind, boolean before) throws IOException {
        timeouts("[rank%d]:", 1, 3);
        if (before) {
            raised("[rank%d]: ", 2, WORKER).raw(interruption(kind));
        } else {
            raw(interruption(kind)).raised("[rank%d]: ", 2, WORKER);
        }

        assertCulprits();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ctrl-c", "torchrun", "old torchrun", "slurm"})
    void namesARankThatCrashedBeforeSomebodyEndedTheJob(String kind) throws IOException {
        raised("[rank%d]: ", 2, "ValueError: loss is NaN").raw(interruption(kind));

        assertCulprits(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ctrl-c", "torchrun", "old torchrun", "slurm"})
    void namesARankWhoseWorkerEndedBeforeOthersTimedOut(String kind) throws IOException {
        raised("[rank%d]: ", 2, WORKER);
        timeouts("[rank%d]:", 0, 1, 3).raw(interruption(kind));

        assertCulprits(2);
    }

    @Test
    void namesARankWhoseWorkerEndedLongBeforeTheJob() throws IOException {
        raised("2026-07-14T03:02:00Z [rank%d]: ", 2, WORKER);
        for (String line : interruption("slurm")) {
            raw("2026-07-14T03:20:00Z " + line);
        }

        assertCulprits(2);
    }

    @Test
    void namesARankThatCrashesAfterAnotherOneCaughtCtrlC() throws IOException {
        steps("%d: ", WORLD);
        written(
                "%d: ",
                0, "Traceback (most recent call last):", "  File \"a.py\", line 3, in ask", "KeyboardInterrupt");
        steps("%d: ", WORLD).raised("%d: [rank2]: ", 2, "ValueError: loss is NaN");

        assertCulprits(2);
    }

    @Test
    void doesNotBelieveASignalAfterAnotherProcessOfTheHostEnded() throws IOException {
        raised("[rank%d]: ", 0, LOST).raised("[rank%d]: ", 1, LOST);
        table("2 n 57 -11", "0 n 57 1", "1 n 57 1", "3 n 56 1");

        assertCulprits();
    }

    @ParameterizedTest
    @CsvSource({"n, 57", "n, 58", "m, 56"})
    void namesTheProcessThatASignalEndedFirstOnItsHost(String host, String second) throws IOException {
        raised("[rank%d]: ", 0, LOST).raised("[rank%d]: ", 1, LOST);
        table("2 n 57 -11", "0 n 57 1", "1 n 57 1", "3 " + host + " " + second + " 1");

        assertCulprits(2);
    }

    @Test
    void namesTheProcessThatASignalEndedThoughARankReportedItsLossBefore() throws IOException {
        raised("[rank%d]: ", 0, LOST).raised("[rank%d]: ", 1, LOST);
        table("2 n 57 -11", "0 n 55 1", "1 n 56 1");

        assertCulprits(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Out Of Memory", "Killed", "Exited with exit code 137"})
    void namesTheOnlyLabelledTaskThatWasKilled(String reason) throws IOException {
        steps("%d: ", WORLD).raw("srun: error: node3: task 2: " + reason);

        assertCulprits(2);
    }

    @Test
    void namesTheKilledTaskWhereTheTasksAreAsManyAsTheRanks() throws IOException {
        steps("[rank%d]: ", WORLD);
        raw("srun: error: node3: task 2: Killed", "srun: error: node3: tasks 0-1,3: Terminated");

        assertCulprits(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[rank%d]: ", ""})
    void saysWhichTaskWasKilledWhereItMayHaveSeveralRanks(String prefix) throws IOException {
        steps(prefix, 8).raw("srun: error: node3: task 1: Out Of Memory");
        Files.write(folder.resolve("job.log"), lines);
        ReadResult reading = new JobReader(-1).read(List.of(folder));

        assertEquals(0, reading.jobs().size());
        assertTrue(
                reading.unreadable().get(0).reason().contains("task 1 on node3 (Out Of Memory)"),
                () -> reading.unreadable().toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Jul 14 03:20:00 node3 kernel: Out of memory: Killed process 4711 (python) total-vm:50kB",
                "[512.25] Memory cgroup out of memory: Killed process 4711 (python) total-vm:50kB, anon-rss:9kB",
                "    Reason:       OOMKilled"
            })
    void saysThatAHostKilledAProcessOfAnUnknownRank(String message) throws IOException {
        Files.write(folder.resolve("dmesg.log"), List.of("usb 1-1: new device", message));
        ReadResult reading = new JobReader(-1).read(List.of(folder));

        assertEquals(0, reading.jobs().size());
        String reason = reading.unreadable().get(0).reason();
        assertTrue(reason.contains(message.contains("OOMK") ? "OOMKilled" : "process 4711 (python)"), reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ctrl-c", "slurm"})
    void saysThatTheJobWasEndedWhereNothingElseIsKnown(String kind) throws IOException {
        raw(interruption(kind));
        Files.write(folder.resolve("job.log"), lines);
        ReadResult reading = new JobReader(-1).read(List.of(folder));

        assertTrue(
                reading.unreadable().get(0).reason().contains("a person or the scheduler ended the job"),
                () -> reading.unreadable().toString());
    }

    @Test
    void saysThatAllRanksFailedAlike() throws IOException {
        for (int rank = 0; rank < WORLD; rank++) {
            raised("[rank%d]: ", rank, "ValueError: loss is NaN");
        }
        Verdict verdict = verdict();

        assertEquals(List.of(), verdict.culprits(), verdict::summary);
        assertEquals(
                "All 4 ranks failed alike: their processes ended with ValueError \"loss is NaN\" at data.py:41.",
                verdict.summary());
    }

    @Test
    void showsTheFirstLineOfTheMessageOfAnException() throws IOException {
        raised("[rank%d]: ", 2, "RuntimeError: CUDA error: device-side assert triggered");
        written("[rank%d]: ", 2, "CUDA kernel errors might be asynchronously reported at some other API call");
        timeouts("[rank%d]:", 0, 1, 3);
        Verdict verdict = verdict();

        assertEquals(List.of(2), verdict.culprits());
        assertTrue(
                verdict.summary().contains("RuntimeError \"CUDA error: device-side assert triggered\""),
                verdict::summary);
    }
}
