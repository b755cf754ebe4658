package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.rollcall.ranks.Witnessed;
import dev.rollcall.trace.CallEvent;
import dev.rollcall.trace.ElementType;
import dev.rollcall.trace.Operation;
import dev.rollcall.trace.TraceFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Kills real ranks at random instants, and compares their traces with what they had reported. */
class RankKillIT {
    private static final int RANKS = 3;

    /** About so many in all; a third of them in each way. */
    private static final int KILLS = Integer.getInteger("rollcall.kills.ranks", 3 * RANKS);

    private static final int MOST_CALLS = 300;
    private static final long LIMIT_SECONDS = 300;

    /** More than three ranks need: they die when they take more and more. */
    private static final long MEMORY = 2L << 30;

    @TempDir
    private Path folder;

    private enum Death {
        KILL(9),
        ABRT(6),
        OUT_OF_MEMORY(9);

        private final int signal;

        Death(int signal) {
            this.signal = signal;
        }
    }

    /** What a rank reported, and what its trace holds. */
    private record Outcome(int reported, int read) {}

    @ParameterizedTest
    @EnumSource
    void losesAndTearsNothingWhenRanksDie(Death death) throws Exception {
        long seed = Long.getLong("rollcall.seed", System.nanoTime());
        System.out.println("RankKillIT: " + death + " -Drollcall.seed=" + seed);
        Random random = new Random(seed);
        int jobs = Math.max(1, KILLS / Death.values().length / RANKS);
        int reported = 0;
        int read = 0;
        for (int job = 0; job < jobs; job++) {
            Path own = Files.createDirectory(folder.resolve("job-" + job));
            for (Outcome outcome : die(death, own, random)) {
                reported += outcome.reported;
                read += outcome.read;
            }
            delete(own);
        }
        System.out.printf(
                "RankKillIT: %s: %d kills, %d calls reported, %d read%n", death, jobs * RANKS, reported, read);
        assertTrue(reported > 0 && read >= reported, "the ranks recorded almost nothing");
    }

    private static List<Outcome> die(Death death, Path folder, Random random) throws Exception {
        try (MemoryLimit memory = death == Death.OUT_OF_MEMORY ? memory() : null;
                Forked job = new Forked(folder)) {
            job.under("bash", "-c", "ulimit -c 0; exec \"$@\"", "bash");
            if (memory != null) {
                job.under(memory.command());
            }
            int calls = 1 + random.nextInt(MOST_CALLS);
            List<Process> ranks = memory == null
                    ? job.start(RANKS, Witnessed.class)
                    : job.jvm("-Dorg.bytedeco.javacpp.maxPhysicalBytes=0")
                            .start(RANKS, Witnessed.class, String.valueOf(calls));
            if (memory == null) {
                awaitCall(folder, calls);
                TimeUnit.MICROSECONDS.sleep(random.nextInt(20_000));
                kill(ranks, death.signal);
            }
            List<Outcome> outcomes = new ArrayList<>();
            for (int rank = 0; rank < RANKS; rank++) {
                assertTrue(ranks.get(rank).waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "rank " + rank + " still runs");
                int exitCode = ranks.get(rank).exitValue();
                // Gloo may abort a rank whose peer has died.
                assertTrue(
                        exitCode == 128 + death.signal || exitCode == 128 + Death.ABRT.signal,
                        exitCode + job.err(rank));
                outcomes.add(verify(reports(folder, rank), job.trace(rank), job.err(rank)));
            }
            return outcomes;
        }
    }

    private static MemoryLimit memory() {
        try {
            return MemoryLimit.of(MEMORY);
        } catch (IOException e) {
            return abort("skipped: no limit of memory can be set here: " + e);
        }
    }

    /** Waits until rank 0 has reported a call. */
    private static void awaitCall(Path folder, int calls) throws Exception {
        long begin = System.nanoTime();
        while (!reports(folder, 0).contains("w " + calls + "\n")) {
            assertTrue(System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(LIMIT_SECONDS), "no call " + calls);
            Thread.sleep(1);
        }
    }

    /** Signals all ranks by one program, because the others of a job end their calls when one has died. */
    private static void kill(List<Process> ranks, int signal) throws Exception {
        List<String> command = new ArrayList<>(List.of("kill", "-" + signal));
        ranks.forEach(rank -> command.add(String.valueOf(rank.pid())));
        new ProcessBuilder(command).inheritIO().start().waitFor();
    }

    private static String reports(Path folder, int rank) throws IOException {
        Path file = folder.resolve("store-calls-" + rank);
        return Files.exists(file) ? Files.readString(file) : "";
    }

    private static Outcome verify(String reports, Path file, String err) throws IOException {
        long begun = 0;
        long issued = 0;
        long waited = 0;
        for (String line : reports.lines().toList()) {
            long call = Long.parseLong(line.substring(2));
            switch (line.charAt(0)) {
                case 'b' -> begun = call;
                case 'i' -> issued = call;
                case 'w' -> waited = call;
                default -> fail(line);
            }
        }
        Traces trace = null;
        try {
            trace = Traces.open(file);
        } catch (TraceFormatException | NoSuchFileException e) {
            assertEquals(0, begun, e + "\n" + err);
        }
        Map<Long, CallEvent> read = new HashMap<>();
        for (CallEvent call : trace == null ? List.<CallEvent>of() : trace.calls()) {
            assertEquals(null, read.put(call.sequence(), call));
            verify(trace, call);
        }
        assertTrue(read.size() <= begun, "invented a call");
        for (long number = 1; number <= Math.max(issued, read.size()); number++) {
            CallEvent call = read.get(number);
            assertNotNull(call, "lost call " + number + " of " + issued);
            assertTrue(number > waited || call.completed(), "lost the end of call " + number);
        }
        return new Outcome((int) issued, read.size());
    }

    private static void verify(Traces trace, CallEvent call) throws IOException {
        assertEquals("world", trace.communicator(call).name());
        assertEquals(Witnessed.reduces(call.sequence()) ? Operation.ALL_REDUCE : Operation.BROADCAST, call.operation());
        assertEquals(Witnessed.elements(call.sequence()), call.countIn());
        assertEquals(ElementType.F32, call.type());
        assertTrue(trace.line(call.stack(), Witnessed.class).contains("Work work = "));
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
