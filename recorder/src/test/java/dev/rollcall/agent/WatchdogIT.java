package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.ranks.StuckOutside;
import dev.rollcall.trace.CallEvent;
import dev.rollcall.trace.ThreadEvent;
import dev.rollcall.trace.TraceFormatException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job that hangs. */
class WatchdogIT {
    private static final long LIMIT_MILLIS = 90_000;

    @TempDir
    private Path folder;

    @Test
    void keepsTheStacksOfTheRankThatWaitsAndOfTheOneThatIsElsewhere() throws Exception {
        try (Forked ranks = new Forked(folder).options("hang=1s")) {
            ranks.start(2, StuckOutside.class);
            Traces waiting = awaitMainThreadAt("group.barrier()._wait();", ranks, 0);
            Traces elsewhere = awaitMainThreadAt("Thread.sleep(600_000);", ranks, 1);

            List<CallEvent> calls = waiting.calls();
            assertEquals("world 3 barrier pending", waiting.describe(calls.get(2)));
            assertTrue(ranks.err(0).matches("(?s).*rollcall: no progress for \\d+ s in barrier, call 3 on world.*"));

            assertEquals(2, elsewhere.calls().size());
            assertTrue(elsewhere.calls().stream().allMatch(CallEvent::completed));
            assertFalse(ranks.err(1).contains("in barrier, call 3"), ranks.err(1));
        }
    }

    private static Traces awaitMainThreadAt(String line, Forked ranks, int rank) throws Exception {
        long limit = System.currentTimeMillis() + LIMIT_MILLIS;
        while (System.currentTimeMillis() < limit) {
            if (Files.exists(ranks.trace(rank))) {
                try {
                    Traces trace = Traces.open(ranks.trace(rank));
                    if (mainLines(trace).contains(line)) {
                        return trace;
                    }
                } catch (TraceFormatException e) {
                    // The file is still being made.
                }
            }
            Thread.sleep(200);
        }
        throw new IllegalStateException("rank " + rank + " was not seen there: " + ranks.err(rank));
    }

    private static List<String> mainLines(Traces trace) throws Exception {
        List<String> lines = new ArrayList<>();
        for (ThreadEvent thread : trace.events(ThreadEvent.class)) {
            if (trace.trace().string(thread.thread()).equals("main")) {
                lines.add(trace.line(thread.stack(), StuckOutside.class));
            }
        }
        return lines;
    }
}
