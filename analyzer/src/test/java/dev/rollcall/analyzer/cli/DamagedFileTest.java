package dev.rollcall.analyzer.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged files give a verdict or a message, never an exception. */
class DamagedFileTest {
    private static final int ROUNDS = 60;
    private static final int MOST_BYTES = 40;
    private static final Path CORPUS = Path.of("src/test/resources/corpus");

    @TempDir
    Path folder;

    /** Damages a file in many ways, and lets every command read it. */
    private void survive(Path job, Path file) throws IOException {
        byte[] whole = Files.readAllBytes(file);
        int used = whole.length;
        while (whole[used - 1] == 0) {
            used--;
        }
        long seed = Long.getLong("rollcall.seed", 20_261_121);
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            byte[] bytes = whole.clone();
            for (int i = random.nextInt(MOST_BYTES); i >= 0; i--) {
                // Half of the damage hits the headers and strings at the start.
                int at = random.nextBoolean() ? random.nextInt(used) : random.nextInt(Math.min(used, 4096));
                bytes[at] = (byte) (random.nextBoolean() ? random.nextInt() : random.nextInt(4) - 1);
            }
            Files.write(file, bytes);
            String where = file.getFileName() + ", seed " + seed + ", round " + round + ": ";
            try {
                check(CommandLineRun.of("analyze", "--format", "json", job), where);
                check(CommandLineRun.of("analyze", job), where);
                check(CommandLineRun.of("show", file), where);
                check(CommandLineRun.of("show", "--format", "json", "--stacks", file), where);
            } catch (RuntimeException | Error e) {
                throw new AssertionError(where + e, e);
            }
        }
    }

    private static void check(CommandLineRun run, String where) throws IOException {
        assertTrue(run.exitCode() >= 0 && run.exitCode() <= 3, where + run);
        assertTrue(run.err().isEmpty() || run.err().startsWith("rollcall: "), where + run);
        assertTrue(run.exitCode() == 2 || !run.out().isEmpty(), where + run);
        if (run.out().startsWith("{")) {
            new ObjectMapper().readTree(run.out());
        }
    }

    @Test
    void ofATrace() throws IOException {
        Path job = RecordedJob.hung(folder, "hung");
        survive(job, RecordedJob.trace(job, 2));
    }

    @Test
    void ofADump() throws IOException {
        Path job = copied(CORPUS.resolve("pytorch-fr/ddp_short_loader"));
        survive(job, job.resolve("nccl_trace_rank_1"));
    }

    @Test
    void ofALog() throws IOException {
        Path job = copied(CORPUS.resolve("nccl-log/lost_send"));
        survive(job, job.resolve("nccl.node0.3314.log"));
    }

    private Path copied(Path from) throws IOException {
        try (var files = Files.list(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.copy(file, folder.resolve(file.getFileName()));
            }
        }
        return folder;
    }
}
