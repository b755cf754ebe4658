package dev.rollcall.analyzer.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The target of Jazzer: one file of bytes beside the dumps of a job, read as {@code analyze} and {@code scan} read a folder. The system
 * property {@code rollcall.fuzz} names the {@link Kind}; {@code .ci/fuzz} runs it. A finding is an exit code that no evidence has, and a
 * file whose reader failed by a bug.
 */
public final class FolderFuzzer {
    private static final Path JOB = Path.of("src/test/resources/corpus/pytorch-fr/rank0_eval_metric");
    private static final Kind KIND = Kind.valueOf(System.getProperty("rollcall.fuzz", "DUMP"));
    private static final Path FOLDER = folder();

    private FolderFuzzer() {}

    /** What the bytes are read as, by the name of their file. */
    enum Kind {
        TRACE("0-host-4711.trace"),
        DUMP("nccl_trace_rank_7"),
        MEMORY("snapshot_rank_0.pickle"),
        JSON("rank_7.json"),
        CONSOLE("console.log"),
        LOG("nccl.node0.77.log"),
        STACKS("stacks.txt"),
        RAS("ras.json"),
        ARCHIVE("logs.zip"),
        PYTHON("hangs.py"),
        CLASS("A.class");

        private final String file;

        Kind(String file) {
            this.file = file;
        }
    }

    private static Path folder() {
        try {
            Path memory = Path.of("/dev/shm");
            Path folder = Files.isWritable(memory)
                    ? Files.createTempDirectory(memory, "rollcall-fuzz")
                    : Files.createTempDirectory("rollcall-fuzz");
            for (int rank = 0; rank < 4; rank++) {
                String name = "nccl_trace_rank_" + rank;
                Files.copy(JOB.resolve(name), folder.resolve(name));
            }
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads the bytes; Jazzer calls it. */
    public static void fuzzerTestOneInput(byte[] content) throws IOException {
        Path file = Files.write(FOLDER.resolve(KIND.file), content);
        switch (KIND) {
            case PYTHON, CLASS -> {
                check(CommandLineRun.of("scan", "--format", "json", file), List.of(0, 1, 2));
                check(
                        CommandLineRun.of(
                                "analyze",
                                "--format",
                                "json",
                                FOLDER,
                                KIND == Kind.CLASS ? "--classes" : "--source",
                                FOLDER),
                        List.of(1));
            }
            default -> check(CommandLineRun.of("analyze", "--format", "sarif", FOLDER), List.of(0, 1, 3));
        }
    }

    private static void check(CommandLineRun run, List<Integer> codes) {
        if (!codes.contains(run.exitCode()) || run.out().contains("a bug in rollcall")) {
            throw new IllegalStateException("exit code " + run.exitCode() + ": " + run.err()
                    + Arrays.toString(run.out().split("\n")));
        }
    }
}
