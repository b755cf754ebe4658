package dev.rollcall.analyzer.input.pytorch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.input.SourceKind;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Rank;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a dump shows of time: when a call began, and when the dump was written, are only bounded. */
class DumpTimeTest {
    private static final long SECOND = 1_000_000_000;
    private static final int WORLD = 2;

    @TempDir
    private Path folder;

    private DumpedJob job;

    @BeforeEach
    void open() {
        job = new DumpedJob(folder);
    }

    private static RecordedDump steps() {
        RecordedDump dump = new RecordedDump().group("0", "default_pg", 0, 1);
        for (int step = 0; step < 5; step++) {
            dump.completed("0", "all_reduce", 41);
        }
        return dump;
    }

    /** A monitor looks after two seconds, or only the dump of a timeout does; the call had begun by then. */
    @ParameterizedTest
    @ValueSource(longs = {0, 2, 600, 1800})
    void boundsTheAgeOfAPendingCallFromBelow(long noticedAfter) throws IOException {
        Job read = job.job(WORLD, rank -> {
            RecordedDump dump = steps().call("0", "all_reduce", 1024, "started", 41);
            return dump.with("time_discovered_started_ns", dump.created() + noticedAfter * SECOND);
        });

        Call pending =
                read.communicators().get(0).memberships().get(0).collectives().call(5);
        assertEquals(CallState.STARTED, pending.state());
        for (Rank rank : read.ranks()) {
            assertEquals(noticedAfter * SECOND, rank.lastAlive() - pending.enqueued());
            assertFalse(rank.heartbeat(), "the dump may be much younger");
        }
    }

    @Test
    void isUnknownWithoutTiming() throws IOException {
        Job read = job.job(WORLD, rank -> steps().pending("0", "all_reduce", 41));

        assertEquals(Call.NO_TIME, read.rank(0).lastAlive());
        assertFalse(read.rank(0).heartbeat());
    }

    /** The recorder writes a sign of life each second; dumps and logs write nothing when nothing happens. */
    @Test
    void isKnownOnlyOfSourcesWithAHeartbeat() {
        assertTrue(SourceKind.TRACE.heartbeat());
        assertFalse(SourceKind.DUMP.heartbeat());
        assertFalse(SourceKind.LOG.heartbeat());
    }
}
