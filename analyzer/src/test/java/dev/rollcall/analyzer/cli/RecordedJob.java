package dev.rollcall.analyzer.cli;

import dev.rollcall.analyzer.input.RecordedRank;
import dev.rollcall.trace.CommunicatorWriter;
import dev.rollcall.trace.EndKind;
import dev.rollcall.trace.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes folders of real traces for the commands to read. */
final class RecordedJob {
    static final int WORLD = 4;
    static final int SLOTS = 64;

    private RecordedJob() {}

    /** Writes a job whose rank 0 alone calls a barrier after five steps; the others go on. */
    static Path hung(Path folder, String job) throws IOException {
        for (int number = 0; number < WORLD; number++) {
            try (RecordedRank rank = RecordedRank.of(folder, job, number, WORLD, SLOTS)) {
                CommunicatorWriter all = rank.join("store-1", "world", number, WORLD);
                rank.steps(all, 5);
                if (number == 0) {
                    rank.call(all, Operation.BARRIER, 0, "save", 88);
                } else {
                    rank.call(all, Operation.ALL_REDUCE, 1024, "step", 22);
                }
                rank.alive(30);
            }
        }
        return folder;
    }

    /** Writes a healthy job. */
    static Path healthy(Path folder, String job) throws IOException {
        for (int number = 0; number < WORLD; number++) {
            try (RecordedRank rank = RecordedRank.of(folder, job, number, WORLD, SLOTS)) {
                rank.steps(rank.join("store-1", "world", number, WORLD), 5).end(EndKind.NORMAL, 0);
            }
        }
        return folder;
    }

    /** Returns the trace of a rank. */
    static Path trace(Path folder, int rank) {
        return folder.resolve(rank + "-elsewhere-" + (4000 + rank) + ".trace");
    }

    /** Deletes the trace of a rank. */
    static void lose(Path folder, int rank) throws IOException {
        Files.delete(trace(folder, rank));
    }
}
