package dev.rollcall.analyzer.input.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.ReadResult;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of a job of which only the console is there. */
class ConsoleVerdictTest {
    @TempDir
    private Path folder;

    private Verdict verdict(ConsoleText text) throws IOException {
        Files.write(folder.resolve("console.log"), text.lines());
        return verdict();
    }

    private Verdict verdict() {
        ReadResult reading = new JobReader(-1).read(List.of(folder));
        assertEquals(1, reading.jobs().size(), () -> reading.unreadable().toString());
        return new Diagnosis().of(reading.jobs().get(0).job());
    }

    private static void assertSuspects(Verdict verdict, Integer... ranks) {
        assertEquals(List.of(), verdict.culprits(), verdict::summary);
        assertEquals(List.of(ranks), verdict.suspects(), verdict::summary);
    }

    private static void assertCulprits(Verdict verdict, Integer... ranks) {
        assertEquals(List.of(ranks), verdict.culprits(), verdict::summary);
    }

    private static ConsoleText timeouts(int world, int odd, String operation, long elements, long sequence) {
        ConsoleText text = new ConsoleText();
        for (int rank = world - 1; rank >= 0; rank--) {
            text.timeout(
                    rank,
                    rank == odd ? operation : "ALLREDUCE",
                    rank == odd ? elements : 2048,
                    rank == odd ? sequence : 30,
                    34);
        }
        return text;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 4})
    void namesTheRankThatCallsAnotherOperation(int odd) throws IOException {
        assertCulprits(verdict(timeouts(5, odd, "_ALLGATHER_BASE", 2048, 30)), odd);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 4})
    void namesTheRankThatCallsWithAnotherSize(int odd) throws IOException {
        assertCulprits(verdict(timeouts(5, odd, "ALLREDUCE", 2050, 30)), odd);
    }

    @ParameterizedTest
    @ValueSource(longs = {29, 31})
    void suspectsTheOnlyRankAheadOrBehind(long sequence) throws IOException {
        assertSuspects(verdict(timeouts(5, 3, "ALLREDUCE", 2048, sequence)), 3);
    }

    @Test
    void namesNobodyWhereAllWaitInOneCall() throws IOException {
        ConsoleText text = timeouts(5, -1, "", 0, 0).line(-1, "world_size=5");

        Verdict verdict = verdict(text);
        assertSuspects(verdict);
        assertEquals(Outcome.STALLED, verdict.outcome());
    }

    @Test
    void suspectsARankThatObservedTheSignalAndTimedOutNowhere() throws IOException {
        ConsoleText text = new ConsoleText();
        for (int rank : new int[] {3, 0, 1}) {
            text.timeout(rank, "ALLREDUCE", 64, 12, 15);
        }

        assertSuspects(verdict(text.observed(2, 11, 11)), 2);
    }

    @Test
    void doesNotSuspectARankThatObservedTheSignalAndWaitsInTheCallToo() throws IOException {
        ConsoleText text = new ConsoleText();
        for (int rank : new int[] {3, 0, 1}) {
            text.timeout(rank, "ALLREDUCE", 64, 12, 15);
        }

        assertSuspects(verdict(text.observed(2, 15, 11)));
    }

    @Test
    void suspectsTheRanksOfWhichOnlyACounterIsKnownWhereHalfTimedOut() throws IOException {
        assertSuspects(
                verdict(new ConsoleText()
                        .timeout(3, "ALLREDUCE", 64, 7, 9)
                        .timeout(2, "ALLREDUCE", 64, 7, 9)
                        .observed(0, 6, 6)
                        .observed(1, 6, 6)),
                0,
                1);
    }

    @Test
    void suspectsARankThatWroteNothing() throws IOException {
        ConsoleText text = new ConsoleText();
        for (int rank : new int[] {3, 0, 2}) {
            text.timeout(rank, "ALLREDUCE", 64, 12, 12);
        }

        assertSuspects(verdict(text.torchrun(4, Map.of(3, -6))), 1);
    }

    @Test
    void namesTheRankWhoseExceptionEndedTheJob() throws IOException {
        Verdict verdict = verdict(
                new ConsoleText().exception(2, "ValueError: empty batch").torchrun(4, Map.of(2, 1)));

        assertCulprits(verdict, 2);
        assertTrue(verdict.summary().contains("ValueError \"empty batch\""), verdict::summary);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "torch.distributed.DistBackendError: NCCL error in: x.cpp:1, remote process exited or there was a network error",
                "RuntimeError: [gloo/transport/tcp/pair.cc:534] Connection closed by peer [10.0.0.7]:1234",
                "torch.distributed.DistStoreError: wait timeout after 300000ms, keys: /default_pg/0"
            })
    void doesNotNameARankWhoseExceptionFollowsFromAnotherRanksEnd(String exception) throws IOException {
        assertSuspects(verdict(new ConsoleText().exception(2, exception).torchrun(4, Map.of(2, 1))));
    }

    @Test
    void namesTheRankThatFailedAndNotThoseThatLostIt() throws IOException {
        ConsoleText text = new ConsoleText();
        text.exception(0, "RuntimeError: [gloo/transport/tcp/pair.cc:534] Connection closed by peer [10.0.0.7]:1234");
        text.exception(3, "RuntimeError: [gloo/transport/tcp/pair.cc:534] Connection reset by peer");
        text.exception(1, "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.");

        assertCulprits(verdict(text.torchrun(4, Map.of(0, 1))), 1);
    }

    @Test
    void namesNobodyWhereAllRanksFailAlike() throws IOException {
        ConsoleText text = new ConsoleText();
        for (int rank = 0; rank < 4; rank++) {
            text.exception(rank, "ModuleNotFoundError: No module named 'apex'");
        }

        assertSuspects(verdict(text.torchrun(4, Map.of(3, 1))));
    }

    @Test
    void doesNotBelieveThatTheFirstProcessThatEndedIsTheCause() throws IOException {
        assertSuspects(verdict(timeouts(4, -1, "", 0, 0).torchrun(4, Map.of(1, -6))));
    }

    @Test
    void namesARankThatWasKilledAloneAndNotTheOnesThatTorchrunEnded() throws IOException {
        assertCulprits(verdict(new ConsoleText().torchrun(4, Map.of(3, -9))), 3);
    }

    @Test
    void doesNotNameARankThatFailedAfterItsCallTimedOut() throws IOException {
        ConsoleText text = timeouts(4, -1, "", 0, 0);

        assertSuspects(verdict(text.exception(2, "RuntimeError: CUDA error: unspecified launch failure")));
    }

    @Test
    void trustsWhatEachRankSaysOfItselfInAnErrorOfDetail() throws IOException {
        ConsoleText text = new ConsoleText();
        text.mismatch(2, 3, 9, "ALLREDUCE", "16, 64");
        text.mismatch(0, 3, 9, "ALLREDUCE", "16, 64");
        text.mismatch(3, 0, 9, "ALLREDUCE", "1");
        text.mismatch(1, 3, 9, "ALLREDUCE", "16, 64");

        assertCulprits(verdict(text.torchrun(4, Map.of(2, 1))), 3);
    }

    @Test
    void namesNobodyByOneErrorOfDetail() throws IOException {
        assertSuspects(verdict(new ConsoleText().mismatch(1, 2, 9, "ALLREDUCE", "16")));
    }

    @Test
    void suspectsTheRankThatDidNotComeToTheMonitoredBarrier() throws IOException {
        Verdict verdict = verdict(new ConsoleText().missing(2).reached(1).reached(3));

        assertEquals(List.of(2), verdict.culprits().isEmpty() ? verdict.suspects() : verdict.culprits());
    }

    /** Groups [0, 2] and [1, 3]: rank 0's member 1 is rank 2. */
    @Test
    void doesNotTakeNumbersInAGroupOfSomeRanksForGlobalRanks() throws IOException {
        assertSuspects(verdict(new ConsoleText().missing(1).reached(3, 1).torchrun(4, Map.of(0, 1, 3, 1))));
    }

    @Test
    void accusesNobodyWhereTheRankThatMissedABarrierWaitsInThatOfAnotherGroup() throws IOException {
        assertSuspects(verdict(new ConsoleText().missing(5).reached(5, 1).torchrun(6, Map.of(0, 1))));
    }

    @Test
    void knowsThatSilentRanksArrivedWhereTheListOfMissingRanksIsOfAllRanks() throws IOException {
        Verdict verdict = verdict(new ConsoleText().missing(3).torchrun(4, Map.of(0, 1)));

        assertFalse(verdict.suspects().contains(1) || verdict.suspects().contains(2), verdict::summary);
        assertTrue(verdict.culprits().contains(3) || verdict.suspects().contains(3), verdict::summary);
    }

    @Test
    void ignoresNumbersThatAreNoRanks() throws IOException {
        Verdict verdict = verdict(new ConsoleText()
                .missing(2)
                .reached(1)
                .reached(3)
                .line(0, "[Rank 0]: Ranks 3, 9223372036854775807 failed to pass monitoredBarrier in 9 ms")
                .line(-1, "     [1, 9223372036854775807] started ALLREDUCE"));

        assertEquals(List.of(2), verdict.culprits().isEmpty() ? verdict.suspects() : verdict.culprits());
    }

    @Test
    void readsTheStackOfTheCallThatTimedOut() throws IOException {
        ConsoleText text = new ConsoleText();
        for (int rank = 0; rank < 3; rank++) {
            text.timeout(rank, "ALLREDUCE", 64, rank == 1 ? 8 : 7, 9).stack(rank, "step", 33);
        }

        Verdict verdict = verdict(text);

        assertSuspects(verdict, 1);
        assertTrue(verdict.summary().contains("fit.py:33"), verdict::summary);
    }

    @Test
    void readsADesyncReport() throws IOException {
        assertSuspects(
                verdict(new ConsoleText()
                        .line(0, "[E714 03:20:01.000000001 ProcessGroupNCCL.cpp:1937] Rank 0")
                        .line(-1, "\t - [0] Timeout at collective: ALLREDUCE, #40")
                        .line(
                                -1,
                                "\t - To our best knowledge, the lagging/dead/mismatched ranks that caused the desync are:")
                        .line(-1, "\t     [2] finished collective #39, but didn't join collective #40 (count from 1)")
                        .line(-1, "\t - Snapshot of ranks' latest states:")
                        .line(-1, "\t   #39 finished ranks:")
                        .line(-1, "\t     [2] finished ALLREDUCE")
                        .line(-1, "\t   #40 started ranks:")
                        .line(-1, "\t     [0, 1, 3] started ALLREDUCE")),
                2);
    }

    /** Writes a file for each rank, without prefixes, as torchrun does with {@code --redirects}. */
    private void writeFiles(ConsoleText text, int attempt) throws IOException {
        for (int rank = 0; rank < 4; rank++) {
            Path file = Files.createDirectories(folder.resolve("run/attempt_" + attempt + "/" + rank))
                    .resolve("stderr.log");
            Files.write(
                    file,
                    text.linesOf(rank).stream()
                            .map(index -> text.lines().get(index).replaceFirst("\\[rank\\d\\]: ?", ""))
                            .toList());
        }
    }

    @Test
    void readsOneFileForEachRankWithoutPrefixes() throws IOException {
        writeFiles(timeouts(4, 2, "BROADCAST", 2048, 30), 0);

        assertCulprits(verdict(), 2);
    }

    @Test
    void readsTheFilesOfTheLastAttempt() throws IOException {
        writeFiles(timeouts(4, 2, "BROADCAST", 2048, 30), 0);
        writeFiles(timeouts(4, 1, "BROADCAST", 2048, 30), 1);

        assertCulprits(verdict(), 1);
    }

    @Test
    void readsTheLastAttemptOfARestartedJob() throws IOException {
        ConsoleText text = timeouts(4, 2, "BROADCAST", 2048, 30)
                .line(-1, "[default] Worker group FAILED. 2/3 attempts left; will restart worker group");
        for (int rank = 0; rank < 4; rank++) {
            text.timeout(rank, "ALLREDUCE", 64, 5, rank == 1 ? 5 : 7);
        }

        assertSuspects(verdict(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "W1122 10:00:00.361000 1397 torch/distributed/run.py:793] Setting OMP_NUM_THREADS environment variable for each process"
                        + " to be 1 in default",
                "[default] Rendezvous complete for workers. Result: restart_count=0"
            })
    void readsTheLastRunOfALaunchThatIsRepeated(String start) throws IOException {
        ConsoleText text = new ConsoleText()
                .line(-1, start)
                .line(1, "Traceback (most recent call last):")
                .line(1, "  File \"/srv/train.py\", line 33, in main")
                .line(1, "    check(config)")
                .line(1, "ValueError: bad config")
                .line(-1, start);
        for (int rank : new int[] {0, 2, 3}) {
            text.timeout(rank, "ALLREDUCE", 64, 7, 9);
        }

        assertEquals(List.of(), verdict(text).culprits());
    }

    @Test
    void doesNotTakeTheEndOfAThreadForThatOfItsRank() throws IOException {
        ConsoleText text = new ConsoleText()
                .line(1, "Exception in thread Thread-5 (upload):")
                .line(1, "Traceback (most recent call last):")
                .line(1, "  File \"/srv/upload.py\", line 33, in upload")
                .line(1, "    send(file)")
                .line(1, "OSError: no route to host");
        for (int rank : new int[] {0, 2, 3}) {
            text.timeout(rank, "ALLREDUCE", 64, 7, 9);
        }

        assertEquals(List.of(), verdict(text).culprits());
    }

    @Test
    void doesNotCompareGroupsThatOnlyShareAName() throws IOException {
        Verdict verdict = verdict(new ConsoleText()
                .timeout(0, 0, "1(mesh_tp)", "ALLREDUCE", 64, 7, 9)
                .timeout(1, 1, "1(mesh_tp)", "ALLREDUCE", 64, 7, 9)
                .timeout(2, 0, "1(mesh_tp)", "ALLREDUCE", 64, 12, 14));

        assertSuspects(verdict);
    }

    @Test
    void comparesTheRanksOfAGroupWithANameOfItsOwn() throws IOException {
        ConsoleText text = new ConsoleText();
        for (int rank = 4; rank < 8; rank++) {
            text.timeout(rank, rank - 4, "9(experts)", rank == 6 ? "BROADCAST" : "ALLREDUCE", 64, 7, 9);
        }

        assertCulprits(verdict(text), 6);
    }

    @Test
    void isNeverFoundHealthy() throws IOException {
        Verdict verdict = verdict(new ConsoleText().observed(0, 7, 7).observed(1, 7, 7));

        assertFalse(verdict.outcome() == Outcome.HEALTHY || verdict.outcome() == Outcome.PROGRESSING, verdict::summary);
    }

    /** Returns lines of ranks, behind Ray's prefixes; of those from {@code left} on, Ray says that it left out others. */
    private static List<String> throughRay(ConsoleText text, int left) {
        List<String> lines = new ArrayList<>();
        for (String line : text.lines()) {
            lines.add("(RayTrainWorker pid=" + (70 + lines.size() % 3) + ", ip=10.0.0.3) " + line
                    + (lines.size() < left ? "" : " [repeated 3x across cluster]"));
        }
        return lines;
    }

    private Verdict verdict(List<String> lines) throws IOException {
        Files.write(folder.resolve("driver.log"), lines);
        return verdict();
    }

    @Test
    void suspectsARankThatWroteNothingThroughRay() throws IOException {
        ConsoleText text = waitingWithout(5, 2);

        assertSuspects(verdict(throughRay(text, Integer.MAX_VALUE)), 2);
    }

    @Test
    void suspectsNoRankWhoseLinesRayCanHaveLeftOut() throws IOException {
        ConsoleText text = waitingWithout(5, 2);

        assertSuspects(verdict(throughRay(text, 2)));
    }

    @Test
    void suspectsNoRankBehindInCountersIfRayCanHaveLeftOutItsTimeout() throws IOException {
        ConsoleText text = waitingWithout(5, 2).observed(2, 11, 11);

        assertSuspects(verdict(throughRay(text, 2)));
    }

    @Test
    void namesTheRankThatCallsAnotherOperationThoughRayLeftLinesOut() throws IOException {
        assertCulprits(verdict(throughRay(timeouts(5, 2, "BROADCAST", 2048, 30), 2)), 2);
    }

    private static ConsoleText waitingWithout(int world, int silent) {
        ConsoleText text = new ConsoleText();
        for (int rank = 0; rank < world; rank++) {
            if (rank != silent) {
                text.timeout(rank, "ALLREDUCE", 64, 12, 12);
            }
        }
        return text;
    }
}
