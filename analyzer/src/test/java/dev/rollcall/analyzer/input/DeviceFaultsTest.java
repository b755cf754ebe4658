package dev.rollcall.analyzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import dev.rollcall.trace.CommunicatorPhase;
import dev.rollcall.trace.CommunicatorWriter;
import dev.rollcall.trace.EndKind;
import dev.rollcall.trace.Misplacement;
import dev.rollcall.trace.Operation;
import dev.rollcall.trace.TraceIdentity;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Jobs whose devices were given what they cannot reach, failed, or were shared; and those in which nothing came of it. */
class DeviceFaultsTest {
    private static final int ILLEGAL_ADDRESS = 700;
    private static final int WORLD = 4;

    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    @TempDir
    Path folder;

    /** What one rank does after five steps. */
    @FunctionalInterface
    private interface Course {
        void run(RecordedRank rank, CommunicatorWriter all) throws IOException;
    }

    /** Returns the verdict on four ranks, of which some go another way after five steps, and the others wait for them. */
    private Verdict job(List<Integer> others, Course course) throws IOException {
        TraceFolder traces = new TraceFolder(folder);
        for (int number = 0; number < WORLD; number++) {
            try (RecordedRank rank = traces.rank(number, WORLD)) {
                CommunicatorWriter all = rank.join("store-1", "world", number, WORLD);
                rank.steps(all, 5);
                if (others.contains(number)) {
                    course.run(rank, all);
                } else {
                    rank.call(all, Operation.ALL_REDUCE, 1024, "step", 22);
                    rank.alive(300);
                }
            }
        }
        return new Diagnosis().of(traces.onlyJob());
    }

    private static void crash(RecordedRank rank) {
        rank.uncaught("main", "jcuda.CudaException", "CUDA_ERROR_ILLEGAL_ADDRESS")
                .end(EndKind.EXIT, 1);
    }

    private static String sentences(Verdict verdict) {
        return verdict.summary() + "\n" + verdict.detail();
    }

    @Test
    void namesTheLaunchThatGetsMemoryOfAnotherDevice() throws IOException {
        Verdict verdict = job(List.of(2), (rank, all) -> {
            rank.misplaced(Misplacement.LAUNCH, 1, 0, 31).fault(ILLEGAL_ADDRESS, 20, 31, 34);
            crash(rank);
        });
        assertEquals(Outcome.CORRUPTED, verdict.outcome());
        assertEquals(List.of(2), verdict.culprits());
        assertEquals(Cause.WRONG_DEVICE, verdict.findings().get(0).cause());
        assertEquals(Cause.DEVICE_ERROR, verdict.findings().get(1).cause());
        assertEquals(Severity.CONSEQUENCE, verdict.findings().get(1).severity());
        TEXTS.verify(sentences(verdict));
    }

    @Test
    void namesAllRanksThatLaunchOnTheWrongDevice() throws IOException {
        Verdict verdict = job(List.of(1, 2, 3), (rank, all) -> {
            rank.misplaced(Misplacement.LAUNCH, 1, 0, 31);
            crash(rank);
        });
        assertEquals(List.of(1, 2, 3), verdict.culprits());
        TEXTS.verify(sentences(verdict));
    }

    @Test
    void namesAStreamOfAnotherDevice() throws IOException {
        Verdict verdict = job(List.of(2), (rank, all) -> {
            rank.misplaced(Misplacement.STREAM, 1, 0, 31);
            crash(rank);
        });
        TEXTS.verify(sentences(verdict));
    }

    @Test
    void accusesNobodyWhereTheRankCompletedLaterCalls() throws IOException {
        Verdict verdict = job(List.of(0, 1, 2, 3), (rank, all) -> {
            rank.misplaced(Misplacement.LAUNCH, 1, 0, 31).steps(all, 3).end(EndKind.NORMAL, 0);
        });
        assertEquals(Outcome.HEALTHY, verdict.outcome());
        assertEquals(List.of(), verdict.culprits());
        Finding note = verdict.findings().get(0);
        assertEquals(Cause.WRONG_DEVICE, note.cause());
        assertEquals(Severity.NOTE, note.severity());
    }

    @Test
    void accusesNobodyWhereTheRankCompletedLaterMessages() throws IOException {
        Verdict verdict = job(List.of(0, 1, 2, 3), (rank, all) -> {
            rank.misplaced(Misplacement.LAUNCH, 1, 0, 31).message(all).alive(1);
        });
        assertEquals(Severity.NOTE, of(Cause.WRONG_DEVICE, verdict).severity());
        assertEquals(List.of(), verdict.named());
    }

    @Test
    void suspectsARankOfWhichNothingLaterIsKnown() throws IOException {
        Verdict verdict = job(List.of(0, 1, 2, 3), (rank, all) -> {
            rank.misplaced(Misplacement.LAUNCH, 1, 0, 31).alive(1);
        });
        assertEquals(Severity.SUSPECT, of(Cause.WRONG_DEVICE, verdict).severity());
        assertEquals(List.of(), verdict.culprits());
    }

    @Test
    void accusesNobodyOfARefusedStreamAfterWhichTheRankWentOn() throws IOException {
        Verdict verdict = job(List.of(0, 1, 2, 3), (rank, all) -> {
            rank.misplaced(Misplacement.STREAM, 1, 0, 31).steps(all, 3).end(EndKind.NORMAL, 0);
        });
        assertEquals(Outcome.HEALTHY, verdict.outcome());
        assertEquals(Severity.NOTE, of(Cause.WRONG_DEVICE, verdict).severity());
    }

    @Test
    void anErrorDoesNotReviveAMisplacementThatDidNoHarm() throws IOException {
        Verdict verdict = job(List.of(2), (rank, all) -> {
            rank.misplaced(Misplacement.LAUNCH, 1, 0, 31).steps(all, 3).fault(ILLEGAL_ADDRESS, 20, 34, 35);
            crash(rank);
        });
        assertEquals(Cause.DEVICE_ERROR, verdict.findings().get(0).cause());
        assertEquals(Severity.CULPRIT, verdict.findings().get(0).severity());
        assertEquals(Severity.NOTE, of(Cause.WRONG_DEVICE, verdict).severity());
    }

    @Test
    void anErrorOfOtherOperationsDoesNotComeOfAMisplacement() throws IOException {
        Verdict verdict = job(List.of(2), (rank, all) -> {
            rank.misplaced(Misplacement.LAUNCH, 1, 0, 31).fault(ILLEGAL_ADDRESS, 20, 34, 35);
            crash(rank);
        });
        assertEquals(Cause.DEVICE_ERROR, verdict.findings().get(0).cause());
        assertEquals(Severity.CULPRIT, verdict.findings().get(0).severity());
    }

    @Test
    void suspectsARankWhoseErrorACollectiveCanHaveMade() throws IOException {
        Verdict verdict = job(List.of(2), (rank, all) -> {
            rank.fault(ILLEGAL_ADDRESS, 20, 31, RecordedRank.COLLECTIVE);
            crash(rank);
        });
        assertEquals(List.of(), verdict.culprits());
        assertEquals(List.of(2), verdict.suspects());
        assertEquals(Cause.DEVICE_ERROR, verdict.findings().get(0).cause());
        assertEquals(Severity.CONSEQUENCE, of(Cause.RANK_ABSENT, verdict).severity());
        TEXTS.verify(sentences(verdict));
    }

    @Test
    void blamesNoOperationForAnErrorOfTheHardware() throws IOException {
        Verdict verdict = job(List.of(2), (rank, all) -> {
            rank.misplaced(Misplacement.LAUNCH, 1, 0, 31).fault(214, 20, 31, RecordedRank.COLLECTIVE);
            crash(rank);
        });
        assertEquals(List.of(2), verdict.culprits());
        assertEquals(Cause.DEVICE_ERROR, verdict.findings().get(0).cause());
        assertEquals(List.of(), verdict.findings().get(0).evidence());
        TEXTS.verify(sentences(verdict));
    }

    @Test
    void suspectsEitherEndOfALinkThatFailed() throws IOException {
        Verdict verdict = job(List.of(1, 2), (rank, all) -> {
            rank.fault(220, 20, 31);
            crash(rank);
        });
        assertEquals(List.of(), verdict.culprits());
        assertEquals(List.of(1, 2), verdict.suspects());
    }

    @Test
    void suspectsARankWhoseErrorNoRecordedOperationMade() throws IOException {
        Verdict verdict = job(List.of(2), (rank, all) -> {
            rank.fault(ILLEGAL_ADDRESS, 20);
            crash(rank);
        });
        assertEquals(List.of(2), verdict.suspects());
    }

    @Test
    void accusesNoRankWhoseErrorFollowsAnotherRanks() throws IOException {
        int[] ranks = {0};
        Verdict verdict = job(List.of(1, 2), (rank, all) -> {
            if (ranks[0]++ == 0) {
                rank.alive(5);
            }
            rank.fault(ILLEGAL_ADDRESS, 20, 31);
            crash(rank);
        });
        assertEquals(List.of(2), verdict.culprits(), verdict.summary());
        assertEquals(Severity.NOTE, of(Cause.DEVICE_ERROR, List.of(1), verdict).severity());
    }

    @Test
    void provesNothingWhereTheCallsHaveOtherSuspects() throws IOException {
        TraceFolder traces = new TraceFolder(folder);
        for (int number = 0; number < 2; number++) {
            try (RecordedRank rank = traces.rank(number, 2)) {
                CommunicatorWriter all = rank.join("store-1", "world", number, 2);
                rank.steps(all, 5);
                if (number == 0) {
                    rank.call(all, Operation.ALL_REDUCE, 1024, "step", 22);
                } else {
                    rank.fault(ILLEGAL_ADDRESS, 20, 31).call(all, Operation.BROADCAST, 7, "save", 23);
                }
                rank.alive(300);
            }
        }
        Verdict verdict = new Diagnosis().of(traces.onlyJob());
        assertEquals(List.of(), verdict.culprits(), verdict.summary());
        assertEquals(List.of(0, 1), verdict.suspects());
        assertEquals(Severity.SUSPECT, of(Cause.DEVICE_ERROR, verdict).severity());
    }

    private static Finding of(Cause cause, List<Integer> ranks, Verdict verdict) {
        return verdict.findings().stream()
                .filter(finding -> finding.cause() == cause && finding.ranks().equals(ranks))
                .findFirst()
                .orElseThrow(() -> new AssertionError(verdict.findings().toString()));
    }

    private static Finding of(Cause cause, Verdict verdict) {
        return verdict.findings().stream()
                .filter(finding -> finding.cause() == cause)
                .findFirst()
                .orElseThrow(() -> new AssertionError(verdict.findings().toString()));
    }

    @Test
    void listsTheOperationsAmongWhichAnErrorHappened() throws IOException {
        Verdict verdict = job(List.of(2), (rank, all) -> {
            rank.fault(ILLEGAL_ADDRESS, 20, 31, RecordedRank.CROSSING, 34);
            crash(rank);
        });
        assertEquals(Outcome.CORRUPTED, verdict.outcome());
        assertEquals(List.of(2), verdict.culprits());
        assertEquals(Cause.DEVICE_ERROR, verdict.findings().get(0).cause());
        assertEquals(4, verdict.findings().get(0).evidence().size());
        TEXTS.verify(sentences(verdict));
        SourceTree none = new SourceTree(List.of());
        String text = new TextReport(Ink.PLAIN, 500, none).print(List.of(verdict));
        assertTrue(text.contains("cuLaunchKernel on GPU 0 with memory of GPU 1"), text);
        StringWriter json = new StringWriter();
        JsonReport.write(List.of(verdict), json);
        assertTrue(json.toString().contains("\"otherDevice\": 1"), json.toString());
        assertTrue(new HtmlReport(none).print(List.of(verdict)).contains("may have made the error"));
    }

    @Test
    void namesTheLineWhereOneOperationIsLeft() throws IOException {
        Verdict verdict = job(List.of(2), (rank, all) -> {
            rank.fault(719, 20, 31);
            crash(rank);
        });
        TEXTS.verify(sentences(verdict));
    }

    @Test
    void namesAllRanksThatMeetTheSameError() throws IOException {
        Verdict verdict = job(List.of(0, 1, 2, 3), (rank, all) -> {
            rank.fault(ILLEGAL_ADDRESS, 20, 31, 34);
            crash(rank);
        });
        assertEquals(List.of(0, 1, 2, 3), verdict.culprits());
        TEXTS.verify(sentences(verdict));
    }

    /** Returns the verdict on a process of two ranks, each with a thread and a device, in which one forgets to set its device. */
    private Verdict processOfTwo(String second, Course course) throws IOException {
        TraceIdentity identity = new TraceIdentity(
                "job", -1, -1, "elsewhere", 4000, RecordedRank.START_MILLIS, "test", "java Train", "");
        try (RecordedRank both = RecordedRank.of(folder, identity, 64)) {
            both.devices(7, 8);
            for (int number = 0; number < 2; number++) {
                CommunicatorWriter world = both.enterOn("nccl:0x77", number, number, 2);
                world.phase(CommunicatorPhase.JOINED, 1);
                both.thread(number == 0 ? "rank-0" : second).steps(world, 3);
            }
            course.run(both, null);
            both.thread("main").end(EndKind.EXIT, 1);
        }
        return new Diagnosis().of(new TraceFolder(folder).onlyJob());
    }

    @Test
    void blamesTheRankOfTheThreadInAProcessOfSeveral() throws IOException {
        Verdict misplaced = processOfTwo("rank-1", (both, none) -> both.misplaced(Misplacement.LAUNCH, 1, 0, 31));
        assertEquals(List.of(1), misplaced.culprits(), misplaced.summary());
    }

    @Test
    void blamesTheRankOfTheThreadForAnErrorOfAnotherRanksDevice() throws IOException {
        Verdict failed = processOfTwo("rank-1", (both, none) -> both.fault(ILLEGAL_ADDRESS, 20, 31));
        assertEquals(List.of(1), failed.culprits(), failed.summary());
    }

    @Test
    void suspectsTheRankOfTheDeviceWhereOneThreadWorksForAll() throws IOException {
        Verdict verdict = processOfTwo("rank-0", (both, none) -> both.misplaced(Misplacement.LAUNCH, 0, 1, 31));
        assertEquals(List.of(), verdict.culprits(), verdict.summary());
        assertEquals(List.of(1), verdict.suspects());
    }

    /** Returns the verdict on two ranks that create a communicator, each on the device that it sees by this UUID. */
    private Verdict creation(int first, int second, String failure) throws IOException {
        TraceFolder traces = new TraceFolder(folder);
        for (int number = 0; number < 2; number++) {
            try (RecordedRank rank = traces.rank(number, 2)) {
                rank.devices(number == 0 ? first : second);
                CommunicatorWriter world = rank.enterOn("nccl:0x77", 0, number, 2);
                if (failure.isEmpty()) {
                    rank.alive(300);
                } else {
                    rank.notJoined(world, failure, 1)
                            .uncaught("main", "java.lang.IllegalStateException", "ncclInvalidUsage")
                            .end(EndKind.EXIT, 1);
                }
            }
        }
        return new Diagnosis().of(traces.onlyJob());
    }

    @Test
    void suspectsTheRanksThatShareADevice() throws IOException {
        Verdict verdict = creation(7, 7, "ncclCommInitRank returned 5 (ncclInvalidUsage)");
        assertEquals(Outcome.DESYNC, verdict.outcome());
        assertEquals(List.of(), verdict.culprits());
        assertEquals(List.of(0, 1), verdict.suspects());
        assertEquals(Cause.SHARED_DEVICE, verdict.findings().get(0).cause());
        TEXTS.verify(sentences(verdict));
    }

    @Test
    void suspectsThemWhileTheCreationHangs() throws IOException {
        assertEquals(Cause.SHARED_DEVICE, creation(7, 7, "").findings().get(0).cause());
    }

    @Test
    void suspectsNobodyOfSharingWhereTheDevicesDiffer() throws IOException {
        Verdict verdict = creation(7, 8, "ncclCommInitRank returned 5 (ncclInvalidUsage)");
        assertTrue(
                verdict.findings().stream().noneMatch(finding -> finding.cause() == Cause.SHARED_DEVICE),
                verdict.findings().toString());
    }
}
