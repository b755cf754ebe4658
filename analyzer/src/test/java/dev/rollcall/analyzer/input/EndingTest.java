package dev.rollcall.analyzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.ThreadSnapshot;
import dev.rollcall.trace.CommunicatorWriter;
import dev.rollcall.trace.EndKind;
import dev.rollcall.trace.Operation;
import dev.rollcall.trace.TraceIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How processes ended. Rank 0 is the one in question. */
class EndingTest {
    @TempDir
    Path folder;

    private RecordedRank asked;
    private CommunicatorWriter all;

    @BeforeEach
    void record() throws IOException {
        asked = RecordedRank.of(folder, "job-7", 0, 2, 64);
        all = asked.join("store-1", "world", 0, 2);
        asked.steps(all, 3);
    }

    private RecordedRank other() throws IOException {
        RecordedRank rank = RecordedRank.of(folder, "job-7", 1, 2, 64);
        rank.steps(rank.join("store-1", "world", 1, 2), 3);
        return rank;
    }

    private Job job() throws IOException {
        asked.close();
        return new JobReader(-1).read(List.of(folder)).jobs().get(0).job();
    }

    private Ending ending() throws IOException {
        return job().rank(0).ending();
    }

    @Test
    void anExitWithItsCode() throws IOException {
        asked.end(EndKind.EXIT, 3);
        Ending ending = ending();

        assertEquals(Ending.Kind.EXITED, ending.kind());
        assertEquals(3, ending.exitCode());
    }

    @Test
    void anExitWithCode0OfAThreadWithoutCallsStopsTheProcess() throws IOException {
        asked.thread("watchdog").end(EndKind.HALT, 0);
        Ending ending = ending();

        assertEquals(Ending.Kind.STOPPED, ending.kind());
        assertEquals("watchdog", ending.thread());
    }

    @Test
    void anExitWithAnotherCodeOfAThreadWithoutCallsIsAnExit() throws IOException {
        asked.thread("watchdog").end(EndKind.EXIT, 1);

        assertEquals(Ending.Kind.EXITED, ending().kind());
    }

    /** A daemon's receive that is still open when the program is through does not matter any more. */
    @Test
    void theMainThreadExitsThoughAnotherIsInACall() throws IOException {
        asked.thread("listener").call(all, Operation.RECEIVE, 1024, "listen", 61);
        asked.thread("main").end(EndKind.EXIT, 0);

        assertEquals(Ending.Kind.EXITED, ending().kind());
    }

    @Test
    void aThreadThatMakesCallsExits() throws IOException {
        asked.thread("trainer").steps(all, 2).end(EndKind.EXIT, 0);

        assertEquals(Ending.Kind.EXITED, ending().kind());
    }

    @Test
    void anExceptionOfTheMainThreadCountsMoreThanTheExit() throws IOException {
        asked.uncaught("main", "java.lang.FloatingPointException", "loss is NaN")
                .end(EndKind.NORMAL, 1);
        Ending ending = ending();

        assertEquals(Ending.Kind.UNCAUGHT_EXCEPTION, ending.kind());
        assertEquals("FloatingPointException \"loss is NaN\"", ending.reason());
        assertEquals("main", ending.thread());
        assertEquals("Trainer.java:57", ending.stack().siteFrame().place());
    }

    @Test
    void anExceptionOfAnotherThreadCountsLessThanTheExit() throws IOException {
        asked.uncaught("logger", "java.lang.IllegalStateException", "closed").end(EndKind.NORMAL, 0);

        assertEquals(Ending.Kind.EXITED, ending().kind());
    }

    @Test
    void aProcessWhoseHeartbeatStoppedWellBeforeTheOthersDied() throws IOException {
        try (RecordedRank other = other()) {
            other.alive(30);
        }
        Ending ending = ending();

        assertEquals(Ending.Kind.DIED, ending.kind());
        assertEquals((RecordedRank.START_MILLIS + 3_100) * 1_000_000, ending.time());
    }

    @Test
    void processesThatStoppedTogetherWereEndedByTheirLauncher() throws IOException {
        asked.alive(30);
        try (RecordedRank other = other()) {
            other.alive(31);
        }
        assertEquals(Ending.Kind.ALIVE, ending().kind());
    }

    @Test
    void aSignalThatEndedTheWholeJobFoundTheProcessAlive() throws IOException {
        asked.alive(30).signal("SIGTERM");
        try (RecordedRank other = other()) {
            other.alive(30).signal("SIGTERM");
        }
        Ending ending = ending();

        assertEquals(Ending.Kind.ALIVE, ending.kind());
        assertEquals("SIGTERM", ending.signal());
    }

    @Test
    void aSignalEndedAProcessThatTheOthersOutlived() throws IOException {
        asked.alive(10).signal("SIGINT");
        try (RecordedRank other = other()) {
            other.alive(30);
        }
        Ending ending = ending();

        assertEquals(Ending.Kind.DIED, ending.kind());
        assertEquals("SIGINT", ending.signal());
        assertEquals((RecordedRank.START_MILLIS + 13_000) * 1_000_000, ending.time());
    }

    @Test
    void aProcessThatRecordedNoSignalDiedOfNoneThatIsKnown() throws IOException {
        try (RecordedRank other = other()) {
            other.alive(30).signal("SIGTERM");
        }
        Ending ending = ending();

        assertEquals(Ending.Kind.DIED, ending.kind());
        assertEquals("", ending.signal());
    }

    @Test
    void anExceptionAfterASignalFollowsFromIt() throws IOException {
        asked.alive(10).signal("SIGTERM").alive(1).uncaught("main", "java.lang.IllegalStateException", "closed");
        try (RecordedRank other = other()) {
            other.alive(30);
        }
        assertEquals("SIGTERM", ending().signal());
    }

    @Test
    void anExceptionBeforeASignalIsTheEnding() throws IOException {
        asked.uncaught("main", "java.lang.FloatingPointException", "loss is NaN")
                .alive(10)
                .signal("SIGTERM");
        Ending ending = ending();

        assertEquals(Ending.Kind.UNCAUGHT_EXCEPTION, ending.kind());
        assertEquals("", ending.signal());
    }

    @Test
    void anExitWithTheCodeOfASignalIsAnExit() throws IOException {
        asked.end(EndKind.EXIT, 143);
        Ending ending = ending();

        assertEquals(Ending.Kind.EXITED, ending.kind());
        assertEquals(143, ending.exitCode());
        assertEquals("", ending.signal());
    }

    @Test
    void aProcessThatOthersLostTheirConnectionToDied() throws IOException {
        try (RecordedRank other = other()) {
            CommunicatorWriter again = other.join("store-2", "dp", 1, 2);
            long call = other.call(again, Operation.ALL_REDUCE, 8, "step", 22);
            other.fail(call, "[gloo] Connection closed by peer [127.0.0.1]:4242")
                    .end(EndKind.EXIT, 1);
        }
        assertEquals(Ending.Kind.DIED, ending().kind());
    }

    @Test
    void aConnectionLostAfterALongWaitBlamesNoRank() throws IOException {
        asked.call(all, Operation.ALL_REDUCE, 8, "step", 22);
        asked.alive(20);
        try (RecordedRank other = other()) {
            CommunicatorWriter again = other.join("store-2", "dp", 1, 2);
            long call = other.call(again, Operation.ALL_REDUCE, 8, "step", 22);
            other.alive(20).fail(call, "Connection reset by peer").end(EndKind.EXIT, 1);
        }
        assertEquals(Ending.Kind.ALIVE, ending().kind());
    }

    @Test
    void aProcessThatRunsHereIsAliveHoweverOldItsHeartbeat() throws IOException {
        ProcessHandle self = ProcessHandle.current();
        String host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        long start = self.info().startInstant().orElseThrow().toEpochMilli();
        TraceIdentity here = new TraceIdentity("job-8", 0, 2, host, self.pid(), start, "test", "", "");
        TraceIdentity gone = new TraceIdentity("job-8", 1, 2, host, self.pid(), start - 60_000, "test", "", "");
        for (TraceIdentity identity : List.of(here, gone)) {
            try (RecordedRank rank = RecordedRank.of(folder.resolve("here"), identity, 64)) {
                rank.steps(rank.join("store-1", "world", identity.rank(), 2), 1);
            }
        }
        Job job = new JobReader(-1)
                .read(List.of(folder.resolve("here")))
                .jobs()
                .get(0)
                .job();

        assertEquals(Ending.Kind.ALIVE, job.rank(0).ending().kind());
        assertEquals(Ending.Kind.DIED, job.rank(1).ending().kind());
        asked.close();
    }

    @Test
    void theLastThreadSnapshotsAreKeptOldestFirst() throws IOException {
        asked.look(1, "main", "load", 70)
                .alive(60)
                .look(2, "main", "load", 71)
                .alive(60)
                .look(3, "main", "load", 72);

        List<ThreadSnapshot> threads = job().rank(0).threads();

        assertEquals(
                List.of("Trainer.java:71", "Trainer.java:72"),
                threads.stream().map(seen -> seen.stack().siteFrame().place()).toList());
        assertEquals("timed_waiting", threads.get(0).state());
    }
}
