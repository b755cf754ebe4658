package dev.rollcall.analyzer.input.nccl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.ReadResult;
import dev.rollcall.analyzer.input.stack.StackForm;
import dev.rollcall.analyzer.input.stack.StackForm.Kind;
import dev.rollcall.analyzer.input.stack.StackForm.Place;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What RAS says about processes beside their counts, and what stacks add to it. */
class RasStatesTest {
    private static final int WORLD = 16;
    private static final Place WAITING = new Place(Kind.COLLECTIVE, 41);
    private static final Place ON_DEVICE = new Place(Kind.DEVICE, 41);
    private static final Place LOADING = new Place(Kind.ELSEWHERE, 30);

    @TempDir
    private Path folder;

    private void write(WrittenRasReport report, boolean json) throws IOException {
        if (json) {
            Files.writeString(folder.resolve("ras.json"), report.json(true));
        } else {
            Files.write(folder.resolve("ras.txt"), report.text("2.28.9"));
        }
    }

    private void stack(int rank, Place place) throws IOException {
        Files.writeString(folder.resolve("rank" + rank + ".txt"), StackForm.PY_SPY.write(4000 + rank, place));
    }

    private Job job() {
        ReadResult reading = new JobReader(-1).read(List.of(folder));
        assertEquals(1, reading.jobs().size(), () -> reading.unreadable().toString());
        return reading.jobs().get(0).job();
    }

    private Verdict assertSuspects(Integer... ranks) {
        Verdict verdict = new Diagnosis().of(job());
        assertEquals(List.of(), verdict.culprits(), verdict::summary);
        assertEquals(List.of(ranks), verdict.suspects(), verdict::summary);
        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome(), verdict::summary);
        return verdict;
    }

    private static WrittenRasReport report() {
        return new WrittenRasReport(WORLD, 650);
    }

    /** The rank behind may wait for the one that did not answer. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void suspectsTheRankThatDidNotAnswerRatherThanOneBehind(boolean json) throws IOException {
        write(report().missing(1, true).launched(3, "AllReduce", 649), json);

        String summary = assertSuspects(1).summary();

        assertTrue(summary.contains("is considered dead by NCCL's RAS service"), summary);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void tellsARankThatDidNotAnswerFromADeadOne(boolean json) throws IOException {
        write(report().missing(1, false), json);

        String summary = assertSuspects(1).summary();

        assertTrue(summary.contains("did not answer NCCL's RAS service"), summary);
    }

    /** NCCL counts launches: a rank that launched a call may have completed it. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void doesNotSayThatRanksWaitOfWhichLaunchesAreCounted(boolean json) throws IOException {
        write(report().launched(3, "AllReduce", 649), json);

        Verdict verdict = assertSuspects(3);

        assertTrue(verdict.detail().contains("launched"), verdict::detail);
        assertFalse(verdict.detail().contains("wait"), verdict::detail);
    }

    @Test
    void namesTheProcessesOfAReportWithoutRanks() throws IOException {
        List<String> lines = new ArrayList<>(report().missing(1, true).text("2.28.9"));
        lines.removeIf(line -> line.startsWith("  Rank ") || line.startsWith("#"));
        Files.write(folder.resolve("ras.txt"), lines);

        ReadResult reading = new JobReader(-1).read(List.of(folder));

        String reasons = reading.unreadable().toString();
        assertTrue(reasons.contains("process 4001 on 192.0.2.2 is considered dead by NCCL's RAS service"), reasons);
    }

    @Test
    void suspectsTheRankThatDidNotAnswerWhereTheRankBehindWaitsForItsDevice() throws IOException {
        write(report().missing(1, true).launched(3, "AllReduce", 649), true);
        stack(3, ON_DEVICE);

        assertSuspects(1);
    }

    @Test
    void suspectsTheRankBehindWhereItsStackIsOutsideOfAnyWait() throws IOException {
        write(report().missing(1, true).launched(3, "AllReduce", 649), true);
        stack(3, LOADING);

        String summary = assertSuspects(3).summary();

        assertTrue(summary.contains("launched fewer calls on `world`") && summary.contains("data.py:17"), summary);
    }

    @Test
    void suspectsTheOneRankBehindAllOthersThoughItWaitsForItsDevice() throws IOException {
        write(report().launched(3, "AllReduce", 649), true);
        stack(3, ON_DEVICE);

        assertSuspects(3);
    }

    @Test
    void suspectsNoneOfTheRanksWhoseStacksStandWithTheOthers() throws IOException {
        write(report().missing(1, false).missing(5, false).launched(3, "AllReduce", 649), true);
        for (int rank = 0; rank < WORLD; rank++) {
            stack(rank, rank == 1 ? LOADING : WAITING);
        }

        String summary = assertSuspects(1).summary();

        assertTrue(summary.contains("data.py:17"), summary);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void reportsAnErrorWithoutSuspectingItsRank(boolean json) throws IOException {
        write(report().systemError(7).launched(3, "AllReduce", 649), json);

        assertSuspects(3);
        assertRemark("an error on a communicator of rank 7: System error");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void reportsErrorsOfSeveralRanks(boolean json) throws IOException {
        write(report().systemError(7).systemError(9).launched(3, "AllReduce", 649), json);

        assertSuspects(3);
        assertRemark("of rank 7: System error");
        assertRemark("of rank 9: System error");
    }

    /** The watchdog of a rank that waits aborts its communicators first. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void suspectsNoRankThatAborts(boolean json) throws IOException {
        write(report().status(7, "ABORT").launched(3, "AllReduce", 649), json);

        assertSuspects(3);
        assertRemark("rank 7 aborts a communicator");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void suspectsNoRankThatIsAtItsEnd(boolean json) throws IOException {
        write(report().status(7, "FINALIZE"), json);

        assertSuspects();
        assertRemark("rank 7 called ncclCommFinalize or ncclCommDestroy");
    }

    private void assertRemark(String words) {
        assertTrue(
                job().coverage().unreadable().stream()
                        .anyMatch(remark -> remark.reason().contains(words)),
                () -> job().coverage().unreadable().toString());
    }
}
