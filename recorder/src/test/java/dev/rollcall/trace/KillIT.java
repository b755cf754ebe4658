package dev.rollcall.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Kills a recording process at random instants, and compares its trace with what it had reported. */
class KillIT {
    private static final int KILLS = Integer.getInteger("rollcall.kills", 100);
    private static final int AT_ONCE = 2;

    @TempDir
    Path folder;

    /** What a process had reported about one call when it was killed. */
    private static final class ReportedCall {
        final int communicator;
        final long sequence;
        boolean started;
        boolean ending;
        boolean ended;

        ReportedCall(int communicator, long sequence) {
            this.communicator = communicator;
            this.sequence = sequence;
        }
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void losesAndTearsNothingWhenTheProcessIsKilled() throws Exception {
        long seed = Long.getLong("rollcall.seed", System.nanoTime());
        System.out.println("KillIT: -Drollcall.seed=" + seed);
        Random random = new Random(seed);
        ExecutorService executor = Executors.newFixedThreadPool(AT_ONCE);
        try {
            List<Future<int[]>> kills = new ArrayList<>();
            for (int kill = 0; kill < KILLS; kill++) {
                long childSeed = random.nextLong();
                Path file = folder.resolve(kill + ".trace");
                kills.add(executor.submit(() -> kill(file, new Random(childSeed))));
            }
            int reported = 0;
            int read = 0;
            int carried = 0;
            for (Future<int[]> kill : kills) {
                reported += kill.get()[0];
                read += kill.get()[1];
                carried += kill.get()[2];
            }
            System.out.printf(
                    "KillIT: %d kills, %d calls reported, %d read, %d carried%n", KILLS, reported, read, carried);
            assertTrue(reported > KILLS && read > KILLS && carried > 0, "the processes recorded almost nothing");
        } finally {
            executor.shutdownNow();
        }
    }

    private static int[] kill(Path file, Random random) throws Exception {
        int slots = 16 << 2 * random.nextInt(3);
        Process child = start(file, slots, random.nextLong());
        Map<Long, ReportedCall> reported = new HashMap<>();
        // Some processes are killed while they create the file.
        CountDownLatch recording = new CountDownLatch(random.nextInt(10));
        long wait = random.nextInt(100_000_000);
        Thread killer = new Thread(() -> {
            awaitQuietly(recording);
            LockSupport.parkNanos(wait);
            // Not by Process.destroyForcibly, which would close the pipe before the end is read.
            child.toHandle().destroyForcibly();
        });
        killer.start();
        try (DataInputStream messages = new DataInputStream(new BufferedInputStream(child.getInputStream(), 1 << 16))) {
            while (note(messages, reported)) {
                recording.countDown();
            }
        } finally {
            killer.interrupt();
            child.toHandle().destroyForcibly();
            child.waitFor();
        }
        assertEquals(128 + 9, child.exitValue());
        return reported.isEmpty() && !begun(file) ? new int[3] : verify(TraceReader.open(file), reported);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Process start(Path file, int slots, long seed) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classes = List.of(RecordingProcess.class, TraceWriter.class).stream()
                .map(type ->
                        type.getProtectionDomain().getCodeSource().getLocation().getPath())
                .reduce((a, b) -> a + File.pathSeparator + b)
                .orElseThrow();
        return new ProcessBuilder(
                        java,
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx64m",
                        "-cp",
                        classes,
                        RecordingProcess.class.getName(),
                        file.toString(),
                        Integer.toString(slots),
                        Long.toString(seed))
                .redirectError(Redirect.INHERIT)
                .start();
    }

    private static boolean begun(Path file) throws IOException {
        try {
            TraceReader.open(file);
            return true;
        } catch (TraceFormatException | NoSuchFileException e) {
            return false;
        }
    }

    /** Reads one message; returns false after the last complete one. */
    private static boolean note(DataInputStream messages, Map<Long, ReportedCall> reported) throws IOException {
        byte[] head = new byte[8];
        long sequence;
        long position;
        try {
            messages.readFully(head);
            sequence = messages.readLong();
            position = messages.readLong();
        } catch (EOFException e) {
            return false;
        }
        switch (RecordingProcess.Step.values()[head[0]]) {
            case PUBLISHED -> reported.put(position, new ReportedCall(head[1], sequence));
            case STARTED -> reported.get(position).started = true;
            case ENDING -> reported.get(position).ending = true;
            case ENDED -> reported.get(position).ended = true;
        }
        return true;
    }

    private static int[] verify(TraceReader reader, Map<Long, ReportedCall> reported) {
        Map<Long, CallEvent> read = new HashMap<>();
        for (RecordedEvent recorded : reader.calls().events()) {
            CallEvent call = (CallEvent) recorded.event();
            VerifiableCalls.verify(reader, call);
            read.put(recorded.position(), call);
        }
        int carried = 0;
        for (CommunicatorEntry entry : reader.communicators()) {
            RecordedEvent pending = entry.collectives().carried();
            if (pending != null) {
                VerifiableCalls.verify(reader, entry.collectives().carriedCall());
                assertEquals(
                        null, read.put(pending.position(), entry.collectives().carriedCall()));
                carried++;
            }
        }
        assertEquals(null, reader.losses().get(LossKind.PENDING_OVERWRITTEN));
        long claimed = reader.calls().claimed();
        reported.forEach((position, call) -> {
            CallEvent found = read.get(position);
            boolean reused = claimed > position + reader.slots();
            if (!reused || !call.ending) {
                assertNotNull(found, () -> "lost: call " + call.sequence + " at " + position + " of " + claimed);
            }
            if (found != null) {
                assertEquals(call.communicator + 1, found.communicator());
                assertEquals(call.sequence, found.sequence());
                assertTrue(found.hasStarted() || !call.started, "lost a start");
                assertTrue(!found.pending() || !call.ended, "lost an end");
                assertTrue(found.pending() || call.ending, "invented an end");
            }
        });
        return new int[] {reported.size(), read.size(), carried};
    }
}
