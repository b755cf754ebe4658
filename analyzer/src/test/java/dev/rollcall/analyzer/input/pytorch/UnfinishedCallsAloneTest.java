package dev.rollcall.analyzer.input.pytorch;

import static dev.rollcall.analyzer.input.pytorch.DumpedJob.communicator;
import static dev.rollcall.analyzer.input.pytorch.DumpedJob.member;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.LibraryProgress;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.wait.WaitGraph;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dumps that list the unfinished calls alone ({@code onlyActive=True}): the rest of the history is in their status. */
class UnfinishedCallsAloneTest {
    private static final int WORLD = 4;

    @TempDir
    private Path folder;

    private DumpedJob job;

    @BeforeEach
    void open() {
        job = new DumpedJob(folder);
    }

    /** Two groups in turn, so that the entries that stay have gaps between their numbers in the recorder. */
    private static RecordedDump steps(int done, int more) {
        RecordedDump dump = DumpedJob.world().group("1", "tensor", 0, 1, 2, 3);
        for (int call = 0; call < done; call++) {
            dump.completed("0", "all_reduce", 41).completed("1", "all_gather", 42);
        }
        for (int call = 0; call < more; call++) {
            dump.pending("0", "all_reduce", 41);
        }
        return dump.status("0", done + more, done).status("1", done, done).onlyActive();
    }

    @Test
    void sayHowManyCallsEachRankIssuedAndCompleted() throws IOException {
        long seed = Long.getLong("rollcall.seed", 20_261_123);
        Random random = new Random(seed);
        for (int round = 0; round < 10; round++) {
            int done = 1 + random.nextInt(200);
            int more = 1 + random.nextInt(20);
            int missing = random.nextInt(WORLD);
            Job read = job.job(WORLD, rank -> steps(done, rank == missing ? 0 : more));

            String told = "seed " + seed + ", round " + round;
            for (int rank = 0; rank < WORLD; rank++) {
                Membership member = member(read, "world", rank);
                assertEquals(
                        rank == missing ? done : done + more,
                        member.collectives().lastSequence(),
                        told);
                assertEquals(done, member.progress().completed(), told);
                assertTrue(member.completed(done), told);
                assertFalse(member.completed(done + 1), told);
                assertEquals(done, member(read, "tensor", rank).collectives().lastSequence(), told);
            }
            WaitGraph waits = WaitGraph.of(read);
            assertEquals(WORLD - 1, waits.waits().size(), told);
            waits.waits().values().forEach(wait -> assertEquals(List.of(missing), wait.absent(), told));
        }
    }

    @Test
    void areNoRingThatWasUsedAgain() throws IOException {
        Job read = job.job(WORLD, rank -> steps(50, rank == 2 ? 0 : 3));

        assertEquals(List.of(), read.coverage().missingCalls());
        assertEquals(0, member(read, "world", 0).collectives().overwritten());
    }

    @Test
    void differFromARingThatWasUsedAgain() throws IOException {
        Job read = job.job(
                WORLD,
                rank -> DumpedJob.steps("nccl", "completed")
                        .pending("0", "all_reduce", 41)
                        .status("0", 6, 5)
                        .wrapped(3));

        assertEquals(WORLD, read.coverage().missingCalls().size());
        assertEquals(3, member(read, "world", 0).collectives().overwritten());
    }

    /** Nobody is missing: all made the calls, and their devices are at them. */
    @Test
    void accuseNobodyWhereAllAreEquallyFar() throws IOException {
        Job read = job.job(WORLD, rank -> steps(50, 3));

        WaitGraph.of(read).waits().values().forEach(wait -> assertEquals(List.of(), wait.absent()));
    }

    /** What completed on a peer needs no clock: every member made it. */
    @Test
    void showACallThatCompletedOnAPeerAndNotHere() throws IOException {
        Job read = job.job(
                WORLD,
                rank -> rank == 1
                        ? steps(50, 8)
                        : DumpedJob.world()
                                .group("1", "tensor", 0, 1, 2, 3)
                                .status("0", 58, 55)
                                .status("1", 50, 50)
                                .pending("0", "all_reduce", 41)
                                .with("collective_seq_id", 56)
                                .with("record_id", 105)
                                .pending("0", "all_reduce", 41)
                                .with("collective_seq_id", 57)
                                .with("record_id", 106)
                                .pending("0", "all_reduce", 41)
                                .with("collective_seq_id", 58)
                                .with("record_id", 107));

        assertEquals(Set.of(0, 2, 3), communicator(read, "world").completedOn(51));
        assertEquals(Set.of(0, 2, 3), communicator(read, "world").completedOn(55));
        assertEquals(Set.of(), communicator(read, "world").completedOn(56));
        assertEquals(55, communicator(read, "world").provenCalls());
    }

    /**
     * Half of the ranks send, half have nothing pending. The status of these counts sends or collectives, whichever came last, and
     * is no count of collectives.
     */
    @Test
    void doNotTakeACountOfSendsForOneOfCollectives() throws IOException {
        Job read = job.job(WORLD, rank -> {
            RecordedDump dump = DumpedJob.world().completed("0", "all_reduce", 41);
            if (rank == 0) {
                dump.pending("0", "send 0->2", 43).with("p2p_seq_id", 900).status("0", 900, 899);
            } else if (rank == 1) {
                dump.pending("0", "all_reduce", 44).status("0", 2, 1);
            } else {
                dump.status("0", 870, 870);
            }
            return dump.with("record_id", 7_000 + rank).onlyActive();
        });

        assertEquals(Set.of(0, 1), communicator(read, "world").memberships().keySet());
        WaitGraph waits = WaitGraph.of(read);
        assertFalse(waits.waits().get(1).absent().contains(3), "it may have made the call");
        assertTrue(new TreeSet<>(waits.waits().get(1).unread()).contains(3));
    }

    /** The group was used for sends before, as its collectives' entries tell. */
    @Test
    void doNotUseTheStatusOfAGroupThatSentBefore() throws IOException {
        Job read = job.job(
                WORLD,
                rank -> DumpedJob.world()
                        .completed("0", "all_reduce", 41)
                        .pending("0", "all_reduce", 44)
                        .with("p2p_seq_id", 12)
                        .status("0", 12, 12)
                        .with("record_id", 14)
                        .onlyActive());

        Membership member = member(read, "world", 0);
        assertEquals(2, member.collectives().lastSequence());
        assertEquals(LibraryProgress.UNCOUNTED, member.progress().completed());
    }

    /** The numbers of the sends that are listed are their own. */
    @Test
    void keepTheNumbersOfSendsAndReceives() throws IOException {
        Job read = job.job(
                2,
                rank -> new RecordedDump()
                        .group("0", "default_pg", 0, 1)
                        .completed("0", "all_reduce", 41)
                        .pending("0", rank == 0 ? "send 0->1" : "recv 1<-0", 42)
                        .with("p2p_seq_id", 81)
                        .pending("0", rank == 0 ? "recv 0<-1" : "send 1->0", 43)
                        .with("p2p_seq_id", 84)
                        .with("record_id", 300)
                        .onlyActive());

        CallSequence sends = member(read, "world", 0).pointToPoint();
        assertEquals(81, sends.firstSequence());
        assertEquals(84, sends.lastSequence());
        assertEquals(0, sends.overwritten());
    }

    /** A damaged number must not make a call that is under way count as completed. */
    @Test
    void doNotBelieveAStatusThatItsEntriesContradict() throws IOException {
        Job read = job.job(WORLD, rank -> steps(50, 3).status("0", 53, rank == 1 ? 53 : 50));

        assertEquals(
                LibraryProgress.UNCOUNTED, member(read, "world", 1).progress().completed());
        assertEquals(Set.of(), communicator(read, "world").completedOn(53));
    }

    /** A status names calls that are unfinished and not listed: they were pushed out of the ring, or nobody was asked for any. */
    @Test
    void keepAnUnfinishedCallThatHasNoEntry() throws IOException {
        Job read = job.job(WORLD, rank -> {
            RecordedDump dump = DumpedJob.world().status("0", rank == 2 ? 10 : 12, 10);
            dump.root().remove("entries");
            return dump;
        });

        assertEquals(11, member(read, "world", 0).overwrittenPending().sequence());
        assertEquals(List.of(), read.coverage().missingCalls());
    }
}
