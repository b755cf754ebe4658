package dev.rollcall.samples.launch;

import dev.rollcall.trace.CommunicatorEntry;
import dev.rollcall.trace.LaneSummary;
import dev.rollcall.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;

/**
 * The progress of the ranks, read from the traces that they are writing. It disproves hangs that an agent reports only because
 * the machine is slow. Not thread-safe.
 */
final class TraceProgress {

    private final Path folder;
    /** By rank, a sum of counters that grows with every step of its communicators and calls. */
    private final long[] progressSum;

    private final long[] callsMade;
    private long changedNanos = System.nanoTime();

    /** Starts with the traces of a job in a folder, which need not exist yet. */
    TraceProgress(Path folder, int worldSize) {
        this.folder = folder;
        this.progressSum = new long[worldSize];
        this.callsMade = new long[worldSize];
    }

    /** Reads all traces; returns the ranks that made progress since the last time. */
    BitSet update() {
        BitSet progressed = new BitSet();
        for (Path trace : traces()) {
            String name = trace.getFileName().toString();
            int rank = Integer.parseInt(name.substring(0, name.indexOf('-')));
            long before = progressSum[rank];
            try (TraceReader reader = TraceReader.open(trace)) {
                count(rank, reader.communicators());
            } catch (IOException incomplete) {
                continue;
            }
            if (progressSum[rank] != before) {
                progressed.set(rank);
                changedNanos = System.nanoTime();
            }
        }
        return progressed;
    }

    private List<Path> traces() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches("\\d+-.*\\.trace"))
                    .toList();
        } catch (IOException unreadable) {
            return List.of();
        }
    }

    private void count(int rank, List<CommunicatorEntry> communicators) {
        long recorded = 0;
        long called = 0;
        for (CommunicatorEntry communicator : communicators) {
            recorded += 1 + communicator.phase().ordinal();
            for (LaneSummary lane : List.of(communicator.collectives(), communicator.pointToPoint())) {
                recorded += lane.lastEnqueued() + lane.lastCompleted();
                called += lane.lastEnqueued();
            }
        }
        progressSum[rank] = recorded;
        callsMade[rank] = called;
    }

    /** Returns whether no rank has made progress for this long. */
    boolean stoodStillFor(Duration time) {
        return System.nanoTime() - changedNanos >= time.toNanos();
    }

    /** Returns the smallest number of calls that a rank has made. */
    long fewestCalls() {
        long fewest = Long.MAX_VALUE;
        for (long each : callsMade) {
            fewest = Math.min(fewest, each);
        }
        return fewest;
    }
}
