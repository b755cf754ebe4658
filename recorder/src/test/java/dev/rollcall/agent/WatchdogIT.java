package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.ranks.Deadlocked;
import dev.rollcall.ranks.LateStore;
import dev.rollcall.ranks.StuckOutside;
import dev.rollcall.trace.CallEvent;
import dev.rollcall.trace.CommunicatorEntry;
import dev.rollcall.trace.CommunicatorPhase;
import dev.rollcall.trace.ThreadEvent;
import dev.rollcall.trace.TraceFormatException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job that hangs. */
class WatchdogIT {
    private static final long LIMIT_MILLIS = 240_000;

    @TempDir
    private Path folder;

    @Test
    void recordsTheStacksOfTheWaitingRankAndOfTheAbsentOne() throws Exception {
        try (Forked ranks = new Forked(folder).options("hang=1s")) {
            ranks.start(2, StuckOutside.class);
            awaitLine("(?s).*rollcall: no progress for \\d+ s in barrier, call 3 on world.*", ranks, 0);
            Traces waiting = awaitMainThreadAt("group.barrier()._wait();", ranks, 0);
            Traces elsewhere = awaitMainThreadAt("Thread.sleep(600_000);", ranks, 1);

            List<CallEvent> calls = waiting.calls();
            assertEquals("world 3 barrier pending", waiting.describe(calls.get(2)));

            assertEquals(2, elsewhere.calls().size());
            assertTrue(elsewhere.calls().stream().allMatch(CallEvent::completed));
            assertFalse(ranks.err(1).contains("in barrier, call 3"), ranks.err(1));
        }
    }

    @Test
    void recordsARankThatWaitsForTheStoreAndNotTheOneThatIsSlowToStart() throws Exception {
        try (Socket unused = new Socket();
                Forked ranks = new Forked(folder).options("hang=1s")) {
            unused.bind(new InetSocketAddress("127.0.0.1", 0));
            int port = unused.getLocalPort();
            ranks.start(2, LateStore.class, String.valueOf(port));
            String inStore =
                    "TCPStore store = new TCPStore(new BytePointer(\"127.0.0.1\"), address); // waits for the server";
            // Loading the line's classes and libraries may take longer than the hang timeout.
            awaitLine("(?s).*rollcall: no progress for \\d+ s in the creation of world;.*", ranks, 1);
            Traces waiting = awaitMainThreadAt(inStore, ranks, 1, LateStore.class);
            CommunicatorEntry world = waiting.trace().communicators().get(0);
            assertEquals(CommunicatorPhase.JOINING, world.phase());
            assertEquals("world", world.name());
            assertTrue(world.identity().endsWith(":" + port + " size 2 #1"), world.identity());
            assertEquals(inStore, waiting.line(world.creationStack(), LateStore.class));

            // It has started at the same time, and has no communicator yet.
            Traces starting = Traces.open(ranks.trace(0));
            assertEquals(0, starting.trace().communicators().size());
            assertEquals(List.of(), starting.events(ThreadEvent.class));
        }
    }

    @Test
    void recordsWhichLocksADeadlockedRankWaitsFor() throws Exception {
        try (Forked ranks = new Forked(folder).options("hang=1s")) {
            ranks.start(2, Deadlocked.class);
            Traces deadlocked = awaitMainThreadAt("System.out.println(\"main has both\");", ranks, 1, Deadlocked.class);
            Map<String, String> owners = new HashMap<>();
            for (ThreadEvent thread : deadlocked.events(ThreadEvent.class)) {
                if (thread.lockOwner() != 0) {
                    owners.put(
                            deadlocked.trace().string(thread.thread()),
                            deadlocked.trace().string(thread.lockOwner()));
                }
            }
            assertEquals(Map.of("main", "worker-1", "worker-1", "main"), owners);
        }
    }

    private static void awaitLine(String printed, Forked ranks, int rank) throws Exception {
        long limit = System.currentTimeMillis() + LIMIT_MILLIS;
        while (!ranks.err(rank).matches(printed)) {
            if (System.currentTimeMillis() > limit) {
                throw new IllegalStateException("rank " + rank + " did not print it: " + ranks.err(rank));
            }
            Thread.sleep(200);
        }
    }

    private static Traces awaitMainThreadAt(String line, Forked ranks, int rank) throws Exception {
        return awaitMainThreadAt(line, ranks, rank, StuckOutside.class);
    }

    private static Traces awaitMainThreadAt(String line, Forked ranks, int rank, Class<?> program) throws Exception {
        long limit = System.currentTimeMillis() + LIMIT_MILLIS;
        while (System.currentTimeMillis() < limit) {
            if (Files.exists(ranks.trace(rank))) {
                try {
                    Traces trace = Traces.open(ranks.trace(rank));
                    if (mainLines(trace, program).contains(line)) {
                        return trace;
                    }
                } catch (TraceFormatException e) {
                    // The file is not complete yet.
                }
            }
            Thread.sleep(200);
        }
        throw new IllegalStateException("rank " + rank + " was not seen there: " + ranks.err(rank));
    }

    private static List<String> mainLines(Traces trace, Class<?> program) throws Exception {
        List<String> lines = new ArrayList<>();
        for (ThreadEvent thread : trace.events(ThreadEvent.class)) {
            if (trace.trace().string(thread.thread()).equals("main")) {
                lines.add(trace.line(thread.stack(), program));
            }
        }
        return lines;
    }
}
