package dev.rollcall.analyzer.input.pytorch;

import static dev.rollcall.analyzer.input.pytorch.DumpedJob.WORLD;
import static dev.rollcall.analyzer.input.pytorch.DumpedJob.assertNames;
import static dev.rollcall.analyzer.input.pytorch.DumpedJob.steps;
import static dev.rollcall.analyzer.input.pytorch.DumpedJob.world;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dumps that leave out calls, stacks, names, times, or where a batch begins. */
class SparseDumpsTest {
    @TempDir
    private Path folder;

    private DumpedJob job;

    @BeforeEach
    void open() {
        job = new DumpedJob(folder);
    }

    /** As {@code _dump_nccl_trace(onlyActive=True, includeStackTraces=False)} writes it. */
    @Test
    void namesTheRankFromPendingCallsAloneAndWithoutStacks() throws IOException {
        Verdict verdict = job.verdict(rank -> rank == 2
                ? steps("nccl", "completed")
                        .pending("0", "all_gather", 88)
                        .onlyActive()
                        .without("frames")
                : steps("nccl", "completed")
                        .pending("0", "all_reduce", 41)
                        .onlyActive()
                        .without("frames"));

        assertEquals(List.of(2), verdict.culprits(), verdict::summary);
    }

    /** The rank that stopped has nothing pending, so that only its status tells where it is. */
    @Test
    void namesTheRankWithNothingPendingByItsStatus() throws IOException {
        Verdict verdict = job.verdict(rank -> rank == 2
                ? steps("nccl", "completed").status("0", 5, 5).onlyActive()
                : steps("nccl", "completed")
                        .call("0", "all_reduce", 1024, "started", 41)
                        .with("time_discovered_started_ns", 1_795_211_940_000_000_000L)
                        .status("0", 6, 5)
                        .onlyActive());

        assertNames(2, Cause.RANK_ABSENT, verdict);
    }

    @Test
    void accusesNobodyOfACallWhoseNameIsGone() throws IOException {
        Verdict verdict = job.verdict(rank -> rank == 1
                ? steps("nccl", "completed").completed("0", "all_reduce", 41).with("profiling_name", null)
                : steps("nccl", "completed").completed("0", "all_reduce", 41));

        assertEquals(List.of(), verdict.culprits(), verdict::summary);
    }

    @Test
    void accusesNobodyOfACallWhoseNameIsNoText() throws IOException {
        Verdict verdict = job.verdict(rank -> rank == 1
                ? steps("nccl", "completed")
                        .completed("0", "all_reduce", 41)
                        .with("profiling_name", List.of("nccl:broadcast"))
                : steps("nccl", "completed").completed("0", "all_reduce", 41));

        assertEquals(List.of(), verdict.culprits(), verdict::summary);
        assertFalse(verdict.summary().contains("@"), verdict::summary);
    }

    /** The rank's own table has no such group: it never came to the making of it. */
    @Test
    void namesTheRankThatNeverMadeTheGroupInWhichTheOthersWait() throws IOException {
        Verdict verdict = job.verdict(rank -> {
            RecordedDump dump = steps("nccl", "completed");
            if (rank == 1) {
                return dump;
            }
            return dump.group("1", "undefined", 0, 1, 2, 3)
                    .call("1", "all_reduce", 1024, "started", 60)
                    .with("time_discovered_started_ns", 1_795_211_940_000_000_000L);
        });

        assertEquals(List.of(1), verdict.culprits(), verdict::summary);
    }

    /** Adds a send and a receive in one batch, as {@code batch_isend_irecv} does: their own entries stay scheduled for ever. */
    private static RecordedDump batch(RecordedDump dump, int rank, String state) {
        int next = (rank + 1) % WORLD;
        int before = (rank + WORLD - 1) % WORLD;
        int number = 1 + dump.entries() / 3;
        return dump.call("0", "send " + rank + "->" + next, 1024, "scheduled", 60)
                .with("p2p_seq_id", number)
                .call("0", "recv " + rank + "<-" + before, 1024, "scheduled", 60)
                .with("p2p_seq_id", number)
                .call("0", "coalesced", 0, state, 60)
                .with("collective_seq_id", 0)
                .with("p2p_seq_id", number);
    }

    @Test
    void takesABatchOfSendsAndReceivesForAsFarAsItsEndTells() throws IOException {
        Verdict verdict = job.verdict(rank -> {
            RecordedDump dump = world();
            for (int step = 0; step < 3; step++) {
                batch(dump, rank, "completed");
            }
            return dump;
        });

        assertEquals(Outcome.HEALTHY, verdict.outcome(), verdict::summary);
    }

    /** Twenty steps of 100 ms without the times of starts; three ranks are in the next call, one is not. */
    private Verdict untimed(int missing, long lateMillis) throws IOException {
        return job.verdict(rank -> {
            RecordedDump dump = world();
            long late = rank == missing ? lateMillis : 0;
            for (int step = 0; step < (rank == missing ? 20 : 21); step++) {
                long time = 1_795_211_340_000L + 100L * step + late;
                dump.call("0", "all_reduce", 1024, step < 20 ? "completed" : "scheduled", 41)
                        .with("time_created_ns", time * 1_000_000)
                        .with("time_discovered_completed_ns", step < 20 ? (time + 100) * 1_000_000 : null);
            }
            return dump;
        });
    }

    @Test
    void namesTheRankThatIsNeverLateAndDoesNotComeThoughNoDumpTellsWhenItWasWritten() throws IOException {
        assertNames(2, Cause.RANK_ABSENT, untimed(2, 1));
    }

    @Test
    void accusesNobodyWhoAlwaysComesLateWhereNoDumpTellsWhenItWasWritten() throws IOException {
        Verdict verdict = untimed(2, 60);

        assertEquals(List.of(), verdict.culprits(), verdict::summary);
        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome(), verdict::summary);
    }

    /** Without the table of groups the size of a group is unknown, so a member may be missing. */
    @Test
    void doesNotSayThatEveryMemberJoinedWhereNothingTellsHowManyThereAre() throws IOException {
        for (int rank = 0; rank < WORLD - 1; rank++) {
            RecordedDump dump = stuck();
            dump.root().remove("pg_config");
            dump.pickle(folder.resolve("nccl_trace_rank_" + rank));
        }

        Verdict verdict = job.verdict();

        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome(), verdict::summary);
    }

    /** The table of one rank has the group without its members, that of the other rank lacks it. */
    @Test
    void joinsAGroupWithoutMembersWhereverItIsMissingInTheTable() throws IOException {
        for (int rank = 0; rank < 2; rank++) {
            RecordedDump dump = steps("nccl", "completed").group("1", "tensor").completed("1", "all_reduce", 41);
            if (rank == 1) {
                ((Map<?, ?>) dump.root().get("pg_config")).remove("1");
            }
            dump.pickle(folder.resolve("nccl_trace_rank_" + rank));
        }

        List<Communicator> communicators =
                new JobReader(-1).read(List.of(folder)).jobs().get(0).job().communicators();

        assertEquals(2, communicators.size(), communicators::toString);
    }

    /** The call that the device is in is overwritten, and with it the only time close to that of the dump. */
    @Test
    void doesNotSayThatTheJobGoesOnWhereTheTimeOfTheDumpIsLost() throws IOException {
        Verdict verdict = job.verdict(rank -> {
            RecordedDump dump = stuck();
            for (int call = 0; call < (rank == 2 ? 1 : 3); call++) {
                dump.pending("0", "all_reduce", 41);
            }
            return dump.wrapped(1);
        });

        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome(), verdict::summary);
        assertEquals(List.of(), verdict.culprits(), verdict::summary);
    }

    private static RecordedDump stuck() {
        return steps("nccl", "completed")
                .call("0", "all_reduce", 1024, "started", 41)
                .with("time_discovered_started_ns", 1_795_211_940_000_000_000L);
    }
}
