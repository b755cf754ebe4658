package dev.rollcall.analyzer.input.pytorch;

import static dev.rollcall.analyzer.input.pytorch.DumpedJob.member;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls whose entries say that they completed while the rank is still inside NCCL's function, and calls that did complete. */
class HeldBackCallsTest {
    private static final int WORLD = 4;
    private static final int STUCK = 2;
    private static final int TIMEOUT = 600;

    @TempDir
    private Path folder;

    private DumpedJob job;

    @BeforeEach
    void open() {
        job = new DumpedJob(folder);
    }

    /** One rank's sixth call seems to have ended {@code seconds} after it was made; its peers made two more, and wait. */
    private Job sixthCall(long seconds, long enqueued, long completed, boolean retired) throws IOException {
        return job.job(
                WORLD,
                rank -> rank == STUCK
                        ? DumpedJob.steps("nccl", "completed")
                                .completed("0", "all_reduce", 41)
                                .endedAfter(seconds)
                                .with("retired", retired)
                                .status("0", enqueued, completed)
                        : DumpedJob.steps("nccl", "completed")
                                .call("0", "all_reduce", 1024, "started", 41)
                                .pending("0", "all_reduce", 41)
                                .pending("0", "all_reduce", 41)
                                .status("0", 8, 5));
    }

    private static CallState sixth(Membership member) {
        return member.collectives().state(5);
    }

    /** Once before an abort and once after it; and where a timeout of seconds is set. */
    @ParameterizedTest
    @CsvSource({"600, false", "600, true", "15, false", "3, false"})
    void areUnderWayWhereTheStatusEndsBeforeThem(long seconds, boolean retired) throws IOException {
        Job read = sixthCall(seconds, 5, 5, retired);

        Membership stuck = member(read, "world", STUCK);
        Call call = stuck.collectives().call(5);
        assertEquals(CallState.ENQUEUED, call.state());
        assertEquals(Call.NO_TIME, call.completed(), "an end that never was");
        assertEquals(Call.NO_TIME, call.started());
        assertTrue(stuck.inLaunch(6));
        assertFalse(stuck.inLaunch(5));
        assertFalse(stuck.completed(6));
        assertFalse(member(read, "world", 0).inLaunch(6), "its peer only waits");
        assertEquals(5, read.communicators().get(0).provenCalls(), "nobody completed the sixth call");
        assertEquals(Set.of(STUCK), read.communicators().get(0).inLaunch(6));
    }

    /** The watchdog was switched off, so that a call could take longer than its timeout. */
    @Test
    void areNotThoseThatEndedLateAndAreCounted() throws IOException {
        Membership member = member(sixthCall(TIMEOUT + 100, 6, 6, true), "world", STUCK);

        assertEquals(CallState.COMPLETED, sixth(member));
        assertTrue(member.completed(6));
        assertFalse(member.inLaunch(6));
    }

    /** The end is seen by the dump, and not yet by the watchdog. */
    @Test
    void areNotThoseThatAreCountedAsIssued() throws IOException {
        assertEquals(CallState.COMPLETED, sixth(member(sixthCall(TIMEOUT, 6, 5, false), "world", STUCK)));
    }

    /** A dump is written while the job runs: the status is read before the entries. */
    @Test
    void areNotThoseThatBeganAndEndedWhileTheDumpWasWritten() throws IOException {
        Membership member = member(sixthCall(0, 5, 5, false), "world", STUCK);

        assertEquals(CallState.COMPLETED, sixth(member));
        assertFalse(member.inLaunch(6));
    }

    /** A thread makes one call at a time; a status that is further behind is not the recorder's, or is damaged. */
    @ParameterizedTest
    @ValueSource(longs = {-1, 0, 3, 4, 7})
    void areNotFoundWhereTheStatusDoesNotEndAtTheCallBefore(long enqueued) throws IOException {
        assertEquals(
                CallState.COMPLETED,
                sixth(member(sixthCall(TIMEOUT, enqueued, Math.max(0, enqueued), true), "world", STUCK)));
    }

    /** Other backends count by another rule, or not at all. */
    @ParameterizedTest
    @ValueSource(strings = {"gloo", "xccl", "c10d"})
    void areNotFoundInOtherLibraries(String backend) throws IOException {
        Job read = job.job(
                WORLD,
                rank -> DumpedJob.steps(backend, "completed")
                        .completed("0", "all_reduce", 41)
                        .endedAfter(TIMEOUT)
                        .status("0", 5, 5));

        assertEquals(CallState.COMPLETED, sixth(member(read, "world", STUCK)));
    }

    /** NCCL makes a communicator inside the first call on it. */
    @Test
    void canBeTheFirstCallOfAGroup() throws IOException {
        Job read = job.job(
                WORLD,
                rank -> DumpedJob.world()
                        .completed("0", "all_reduce", 41)
                        .endedAfter(TIMEOUT)
                        .with("retired", false)
                        .status("0", -1, -1));

        Membership member = member(read, "world", 0);
        assertEquals(CallState.ENQUEUED, member.collectives().state(0));
        assertTrue(member.inLaunch(1));
        assertEquals(Set.of(), read.communicators().get(0).inLaunch(1), "all wait for each other in there");
    }

    private static RecordedDump twoSteps() {
        return new RecordedDump()
                .group("0", "default_pg", 0, 1)
                .completed("0", "all_reduce", 41)
                .completed("0", "all_reduce", 41);
    }

    @Test
    void canBeASendOrReceive() throws IOException {
        Job read = job.job(
                2,
                rank -> rank == 1
                        ? twoSteps()
                        : twoSteps()
                                .completed("0", "recv 0<-1", 42)
                                .endedAfter(TIMEOUT)
                                .with("retired", false)
                                .status("0", 2, 2));

        assertEquals(CallState.ENQUEUED, member(read, "world", 0).pointToPoint().state(0));
    }

    /** The send has the number of the last collective, so that the status may mean either. */
    @Test
    void areNotFoundWhereTheStatusMayMeanAnotherKindOfCall() throws IOException {
        Job read = job.job(
                2,
                rank -> twoSteps()
                        .completed("0", "send " + rank + "->" + (1 - rank), 42)
                        .with("p2p_seq_id", 2)
                        .endedAfter(TIMEOUT)
                        .status("0", 2, 2));

        assertEquals(
                CallState.COMPLETED, member(read, "world", 0).pointToPoint().state(0));
    }

    /** All calls of a batch have one number, which the status has only after the last. */
    @Test
    void canBeAWholeBatch() throws IOException {
        Job read = job.job(
                2,
                rank -> twoSteps()
                        .completed("0", "send " + rank + "->" + (1 - rank), 42)
                        .with("p2p_seq_id", 1)
                        .endedAfter(TIMEOUT)
                        .completed("0", "recv " + rank + "<-" + (1 - rank), 43)
                        .with("p2p_seq_id", 1)
                        .endedAfter(TIMEOUT)
                        .status("0", 2, 2));

        CallSequence batch = member(read, "world", 1).pointToPoint();
        assertEquals(CallState.ENQUEUED, batch.state(0));
        assertEquals(CallState.ENQUEUED, batch.state(1));
    }

    /** Whatever the looks noted, the rank was looked at then: the others have waited at least as long. */
    @Test
    void showWhenTheDumpWasWrittenAtTheEarliest() throws IOException {
        Job read = sixthCall(TIMEOUT, 5, 5, false);

        long made = member(read, "world", STUCK).collectives().enqueued(5);
        assertEquals(TIMEOUT * 1_000_000_000L, read.rank(STUCK).lastAlive() - made);
        assertFalse(read.rank(STUCK).heartbeat());
    }
}
