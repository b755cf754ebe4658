package dev.rollcall.analyzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.trace.Operation;
import dev.rollcall.trace.TraceIdentity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs of two hosts, with one rank each. */
class HostClockCorrectionTest {
    private static final long TWO_HOURS = 7_200;

    @TempDir
    Path folder;

    /** Starts a rank on its own host, whose clock is this many seconds ahead. */
    private RecordedRank rank(int number, long ahead) throws IOException {
        TraceIdentity identity = new TraceIdentity(
                "job-7", number, 2, "host-" + number, 40 + number, RecordedRank.START_MILLIS, "test", "", "");
        return RecordedRank.of(folder, identity, 64).alive(ahead);
    }

    private Job job() {
        return new JobReader(-1).read(List.of(folder)).jobs().get(0).job();
    }

    @Test
    void aClockThatIsHoursAheadMakesNoProcessDead() throws IOException {
        for (int number = 0; number < 2; number++) {
            try (RecordedRank rank = rank(number, number * TWO_HOURS)) {
                rank.steps(rank.join("store-1", "world", number, 2), 5).alive(1);
            }
        }
        Job job = job();
        assertEquals(Ending.Kind.ALIVE, job.rank(0).ending().kind());
        assertEquals(job.rank(0).lastAlive(), job.rank(1).lastAlive(), 1e9);
        Verdict verdict = new Diagnosis().of(job);
        assertEquals(List.of(), verdict.culprits());
        assertEquals("Nothing diverged: 2 ranks, 5 calls each on 1 communicator, all completed.", verdict.summary());
    }

    @Test
    void callTimesAreMovedToOneClock() throws IOException {
        for (int number = 0; number < 2; number++) {
            try (RecordedRank rank = rank(number, number * TWO_HOURS)) {
                rank.steps(rank.join("store-1", "world", number, 2), 5);
            }
        }
        var members = job().communicators().get(0).memberships();
        assertEquals(CallState.COMPLETED, members.get(1).collectives().call(4).state());
        assertEquals(
                members.get(0).collectives().call(4).enqueued(),
                members.get(1).collectives().call(4).enqueued(),
                1e9);
    }

    @Test
    void clocksThatTheCallsAllowToAgreeAreLeftAlone() throws IOException {
        for (int number = 0; number < 2; number++) {
            try (RecordedRank rank = rank(number, 0)) {
                rank.steps(rank.join("store-1", "world", number, 2), 5);
            }
        }
        assertEquals(
                (RecordedRank.START_MILLIS + 5_100) * 1_000_000, job().rank(1).lastAlive());
    }

    @Test
    void aTraceThatWasCopiedWhileTheJobRanOnIsNotOfADeadProcess() throws IOException {
        try (RecordedRank early = rank(0, 0);
                RecordedRank late = rank(1, 0)) {
            early.steps(early.join("store-1", "world", 0, 2), 5);
            var all = late.join("store-1", "world", 1, 2);
            late.steps(all, 20);
            late.call(all, Operation.ALL_REDUCE, 1024, "step", 22);
            late.alive(30);
        }
        Job job = job();
        assertEquals(Ending.Kind.ALIVE, job.rank(0).ending().kind());
        assertEquals(List.of(), new Diagnosis().of(job).culprits());
    }

    /** The trace of another host may be a later copy, but not many minutes later. */
    @Test
    void aProcessIsDeadWhereAnotherHostsLivedOnForLongerThanCopyingTakes() throws IOException {
        for (int seconds : new int[] {30, 900}) {
            try (RecordedRank early = rank(0, 0);
                    RecordedRank late = rank(1, 0)) {
                early.steps(early.join("store-1", "world", 0, 2), 5);
                late.steps(late.join("store-1", "world", 1, 2), 5).alive(seconds);
            }
            assertEquals(
                    seconds == 30 ? Ending.Kind.ALIVE : Ending.Kind.DIED,
                    job().rank(0).ending().kind());
        }
    }
}
