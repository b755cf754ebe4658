package dev.rollcall.analyzer.input.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.ReadResult;
import dev.rollcall.analyzer.model.Coverage;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of jobs of which the launcher says that a signal ended tasks. */
class LauncherKillsTest {
    private static final String LOST =
            "RuntimeError: [gloo/transport/tcp/pair.cc:534] Connection closed by peer [10.0.0.7]:1234";

    @TempDir
    private Path folder;

    private Verdict verdict(ConsoleText text) throws IOException {
        Files.write(folder.resolve("slurm-7.out"), text.lines());
        ReadResult reading = new JobReader(-1).read(List.of(folder));
        assertEquals(1, reading.jobs().size(), () -> reading.unreadable().toString());
        return new Diagnosis().of(reading.jobs().get(0).job());
    }

    private static void assertCulprit(int rank, Verdict verdict) {
        assertEquals(List.of(rank), verdict.culprits(), verdict::summary);
    }

    private static void assertNobody(Verdict verdict) {
        assertEquals(List.of(), verdict.culprits(), verdict::summary);
    }

    /** Adds a line that is no rank's. */
    private static ConsoleText launcher(ConsoleText text, String... lines) {
        for (String line : lines) {
            text.line(-1, line);
        }
        return text;
    }

    private static ConsoleText waiting(ConsoleText text, int world, int without) {
        for (int rank = 0; rank < world; rank++) {
            if (rank != without) {
                text.timeout(rank, "ALLREDUCE", 64, 12, 12);
            }
        }
        return text;
    }

    @ParameterizedTest
    @ValueSource(strings = {"Killed", "Out Of Memory", "Segmentation fault (core dumped)", "Bus error"})
    void namesTheTaskThatSlurmSawEndFirst(String reason) throws IOException {
        ConsoleText text = launcher(
                new ConsoleText(),
                "slurmstepd: error: Detected 1 oom_kill event in StepId=12.0. Some of the step tasks have been OOM Killed.",
                "srun: error: node2: task 3: " + reason,
                "srun: Terminating StepId=12.0");
        text.exception(0, LOST).exception(1, LOST);

        assertCulprit(3, verdict(launcher(text, "srun: error: node1: tasks 0-2: Terminated")));
    }

    @Test
    void namesTheTaskForWhichOthersWaited() throws IOException {
        ConsoleText text = waiting(launcher(new ConsoleText(), "srun: error: node2: task 3: Killed"), 4, 3);

        assertCulprit(3, verdict(launcher(text, "srun: error: node1: tasks 0-2: Aborted (core dumped)")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Segmentation fault (core dumped)", "Bus error"})
    void doesNotTakeACrashForTheFirstEndWhereAnotherTaskEndedByItself(String reason) throws IOException {
        ConsoleText text = launcher(
                new ConsoleText().exception(1, LOST).exception(3, LOST),
                "srun: error: node1: task 0: " + reason,
                "srun: error: node3: task 2: Exited with exit code 1");

        assertNobody(verdict(text));
    }

    @Test
    void namesATaskWhoseLossAnotherRankReportsFirst() throws IOException {
        ConsoleText text = launcher(
                new ConsoleText().exception(1, LOST).exception(0, LOST),
                "srun: error: node2: task 2: Killed",
                "srun: error: node1: tasks 0-1: Exited with exit code 1");

        assertCulprit(2, verdict(text));
    }

    @Test
    void namesNobodyWhomSlurmKilledAfterAnotherTask() throws IOException {
        ConsoleText text = launcher(
                new ConsoleText().exception(1, "ValueError: empty batch").exception(0, LOST),
                "srun: error: node1: task 1: Exited with exit code 1",
                "srun: Terminating StepId=12.0",
                "srun: error: node2: task 3: Killed",
                "srun: error: node1: tasks 0,2: Terminated");

        assertCulprit(1, verdict(text));
    }

    @Test
    void namesTheRankThatFailedThoughSlurmReportsAnotherTaskFirst() throws IOException {
        ConsoleText text = launcher(
                new ConsoleText().exception(1, "ValueError: empty batch").exception(0, LOST),
                "srun: error: node2: task 3: Killed",
                "srun: error: node1: tasks 0-2: Exited with exit code 1");

        assertCulprit(1, verdict(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {" DUE TO TIME LIMIT", "", " DUE to SIGNAL Terminated"})
    void accusesNobodyWhereTheJobWasCancelled(String reason) throws IOException {
        ConsoleText text = waiting(new ConsoleText(), 4, -1);
        launcher(
                text,
                "slurmstepd: error: *** STEP 12.0 ON node1 CANCELLED AT 2026-07-14T03:30:00" + reason + " ***",
                "srun: Job step aborted: Waiting up to 32 seconds for job step to finish.",
                "srun: error: node2: task 3: Killed",
                "srun: error: node1: tasks 0-2: Terminated");

        assertNobody(verdict(text));
    }

    @Test
    void takesAnExceptionAfterTheJobWasCancelledForAConsequence() throws IOException {
        ConsoleText text = launcher(
                new ConsoleText().observed(0, 7, 7).observed(1, 7, 7),
                "slurmstepd: error: *** STEP 12.0 ON node1 CANCELLED AT 2026-07-14T03:30:00 DUE TO TIME LIMIT ***");

        assertNobody(verdict(
                text.exception(1, "RuntimeError: DataLoader worker (pid 77) is killed by signal: Terminated.")));
    }

    @Test
    void namesNobodyOfSeveralTasksThatEndedAtOnce() throws IOException {
        ConsoleText text = launcher(
                new ConsoleText().exception(0, LOST).exception(1, LOST),
                "srun: error: node2: tasks 2-3: Out Of Memory",
                "srun: error: node1: tasks 0-1: Terminated");

        assertNobody(verdict(text));
    }

    @Test
    void namesNobodyByATaskOnWhichTorchrunStartedSeveralRanks() throws IOException {
        ConsoleText text = launcher(
                new ConsoleText().exception(0, LOST).exception(1, LOST),
                "W0714 03:20:00.000000 7 torch/distributed/run.py:792] Setting OMP_NUM_THREADS",
                "srun: error: node2: task 1: Out Of Memory");

        assertNobody(verdict(text));
    }

    @Test
    void namesNobodyByATaskWhereThereAreMoreRanksThanTasks() throws IOException {
        ConsoleText text = launcher(
                new ConsoleText().exception(8, LOST).exception(1, LOST),
                "srun: error: node2: task 1: Killed",
                "srun: error: node1: task 0: Terminated");

        assertNobody(verdict(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"mpirun", "prterun"})
    void namesTheProcessThatMpirunNoticed(String launcher) throws IOException {
        ConsoleText text = launcher(
                new ConsoleText().exception(0, LOST),
                launcher + " noticed that process rank 2 with PID 4711 on node node1 exited on signal 9 (Killed).");

        assertCulprit(2, verdict(text));
    }

    @Test
    void namesNobodyWhomMpirunSawAbortAfterAWait() throws IOException {
        ConsoleText text = launcher(
                waiting(new ConsoleText(), 4, -1),
                "mpirun noticed that process rank 2 with PID 4711 on node node1 exited on signal 6 (Aborted).");

        assertNobody(verdict(text));
    }

    @Test
    void namesNobodyWhomMpirunSawKilledAfterAWait() throws IOException {
        ConsoleText text = launcher(
                waiting(new ConsoleText(), 4, 2),
                "mpirun noticed that process rank 2 with PID 4711 on node node1 exited on signal 9 (Killed).");

        assertNobody(verdict(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Segmentation fault (core dumped)", "Killed", "Out Of Memory"})
    void namesNobodyWhereAnotherTaskEndedByItselfToo(String reason) throws IOException {
        ConsoleText text = launcher(
                new ConsoleText().observed(0, 7, 7).observed(1, 7, 7),
                "srun: error: node1: task 0: " + reason,
                "srun: error: node3: task 2: Exited with exit code 1");

        assertNobody(verdict(text));
    }

    @Test
    void namesTheTaskWhoseExceptionAnExitCodeConfirms() throws IOException {
        ConsoleText text = new ConsoleText();
        for (int rank = 0; rank < 4; rank++) {
            text.line(-1, rank + ": step 7").line(-1, rank + ": step 8");
        }
        launcher(
                text,
                "2: Traceback (most recent call last):",
                "2:   File \"/home/ml/fit.py\", line 41, in fit",
                "2: ValueError: empty batch");
        launcher(text, "srun: error: node1: task 2: Exited with exit code 1", "srun: Terminating StepId=12.0");

        assertCulprit(2, verdict(launcher(text, "srun: error: node1: tasks 0-1,3: Killed")));
    }

    @Test
    void takesNoExitCodeAfterTheLauncherEndsAllForAProof() throws IOException {
        ConsoleText text = new ConsoleText();
        for (int rank = 0; rank < 4; rank++) {
            text.line(-1, rank + ": step 7").line(-1, rank + ": step 8");
        }
        launcher(
                text,
                "2: Traceback (most recent call last):",
                "2:   File \"/home/ml/fit.py\", line 41, in fit",
                "2: ValueError: empty batch");
        launcher(text, "srun: error: node1: task 1: Exited with exit code 3", "srun: Terminating StepId=12.0");

        assertNobody(verdict(launcher(text, "srun: error: node1: tasks 0,2-3: Exited with exit code 1")));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void namesAProcessOfMpirunByItsExitCodeOnlyIfAnExceptionSaysWhy(boolean raised) throws IOException {
        ConsoleText text = new ConsoleText();
        for (int rank = 0; rank < 4; rank++) {
            text.line(-1, "[1," + rank + "]<stdout>:step 7").line(-1, "[1," + rank + "]<stdout>:step 8");
        }
        if (raised) {
            launcher(
                    text,
                    "[1,3]<stderr>:Traceback (most recent call last):",
                    "[1,3]<stderr>:  File \"/home/ml/fit.py\", line 41, in fit",
                    "[1,3]<stderr>:ValueError: empty batch");
        }
        text.timeout(0, "ALLREDUCE", 64, 12, 12).timeout(1, "ALLREDUCE", 64, 12, 12);
        launcher(
                text,
                "mpirun detected that one or more processes exited with non-zero status, thus causing",
                "the job to be terminated. The first process to do so was:",
                "",
                "  Process name: [[1234,1],3]",
                "  Exit code:    1");

        if (raised) {
            assertCulprit(3, verdict(text));
        } else {
            assertNobody(verdict(text));
        }
    }

    @Test
    void saysWhichTaskTheLauncherReportsFirstWhereNothingElseIsKnown() throws IOException {
        Files.write(
                folder.resolve("slurm-7.out"),
                List.of(
                        "srun: error: node3: task 2: Exited with exit code 1",
                        "srun: error: node3: task 0: Killed",
                        "srun: error: node3: tasks 1,3: Killed"));
        ReadResult reading = new JobReader(-1).read(List.of(folder));

        String reason = reading.unreadable().get(0).reason();
        assertTrue(reason.contains("task 2 on node3 (Exited with exit code 1)"), reason);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[rank: 2] Child process with PID 1234 terminated with code -9. Forcefully terminating all other processes",
                "-- Process 2 terminated with the following error:",
                "torch.multiprocessing.spawn.ProcessExitedException: process 2 terminated with signal SIGKILL"
            })
    void saysWhichProcessOfAHostEndedAndAccusesNoRankOfTheSameNumber(String line) throws IOException {
        Files.write(folder.resolve("node1.log"), List.of("[rank4]: step 7", "[rank5]: step 7", line));
        ReadResult reading = new JobReader(-1).read(List.of(folder));

        assertEquals(0, reading.jobs().size());
        String reason = reading.unreadable().get(0).reason();
        assertTrue(reason.contains("a process of one host"), reason);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void mentionsWhatTheKernelKilledBesideASuspect(boolean killed) throws IOException {
        ConsoleText text = waiting(new ConsoleText(), 4, 2);
        if (killed) {
            launcher(text, "[512.25] Out of memory: Killed process 501 (python) total-vm:50kB, anon-rss:9kB");
        }
        // Its table shows process 501 of another host.
        Verdict verdict = verdict(text.torchrun(4, Map.of(0, -6)));

        assertNobody(verdict);
        String doubts = verdict.job().coverage().ofKind(Coverage.Kind.DOUBTFUL).toString();
        assertEquals(killed, doubts.contains("killed process 501 (python) for want of memory"), doubts);
    }

    @ParameterizedTest
    @CsvSource({"'10.0.0.3', 1", "'10.0.0.4', 3"})
    void knowsTheRankOfAWorkerOfRayByItsAddressAndPid(String address, int rank) throws IOException {
        ConsoleText text = new ConsoleText();
        for (int worker = 0; worker < 4; worker++) {
            launcher(
                    text,
                    "(TrainController pid=5) - (node_id=ab, ip=10.0.0.%d, pid=%d) world_rank=%d, local_rank=%d, node_rank=0"
                            .formatted(3 + worker / 2, 77 + worker % 2, worker, worker % 2));
        }
        String before = "(RayTrainWorker pid=78, ip=" + address + ") ";
        launcher(
                text,
                before + "[Rank " + rank + "] waits",
                before + "Traceback (most recent call last):",
                before + "  File \"/home/ml/fit.py\", line 41, in fit",
                before + "ValueError: empty batch");
        for (int waiting = 0; waiting < 4; waiting++) {
            if (waiting != rank) {
                text.timeout(waiting, "ALLREDUCE", 64, 12, 12);
            }
        }
        Verdict verdict = verdict(text);

        assertNobody(verdict);
        assertEquals(List.of(rank), verdict.suspects(), verdict::summary);
    }
}
