package dev.rollcall.analyzer.input.pytorch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dumps that count the earlier calls and do not list them prove fewer causes than whole ones. */
class UnlistedCallsTest {
    @TempDir
    private Path folder;

    private DumpedJob job;

    @BeforeEach
    void open() {
        job = new DumpedJob(folder);
    }

    private static RecordedDump calls(int completed, int issued, String pending, int line) {
        RecordedDump dump = DumpedJob.world();
        for (int number = 0; number < issued; number++) {
            boolean done = number < completed;
            dump.call("0", done ? "all_reduce" : pending, 256, done ? "completed" : "scheduled", done ? 41 : line);
        }
        return dump.status("0", issued, completed);
    }

    private Verdict lag(boolean whole) throws IOException {
        return job.verdict(rank -> {
            RecordedDump dump = rank == 0 ? calls(22, 23, "all_reduce", 41) : calls(23, 25, "all_reduce", 41);
            return whole ? dump : dump.onlyActive();
        });
    }

    @Test
    void aDeviceIsStuckOnlyIfThePeersMadeTheSameCall() throws IOException {
        Verdict counted = lag(false);

        assertEquals(List.of(0), counted.suspects(), counted.summary());
        assertEquals(Cause.UNDETERMINED, counted.mainFinding().cause());
        assertTrue(
                counted.detail().contains("Either only rank 0 makes call 23 there, or its device is stuck."),
                counted.detail());
        assertEquals(Cause.GPU_STUCK, lag(true).mainFinding().cause());
    }

    @Test
    void aDifferentCallMayBeOneMoreOrOneFewer() throws IOException {
        Verdict verdict = job.verdict(rank -> calls(7, 8, rank == 1 ? "broadcast" : "all_reduce", rank == 1 ? 46 : 47)
                .onlyActive());

        assertEquals(List.of(1), verdict.culprits(), verdict.summary());
        assertEquals(Cause.OP_MISMATCH, verdict.mainFinding().cause(), verdict.summary());
        assertTrue(verdict.detail().contains("one call more or one fewer"), verdict.detail());
    }
}
