package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The libraries that stand in for CUDA and NCCL, which native/faults/build makes where there is a C compiler. */
final class StandIns {
    private static final Path BUILD = Path.of("../native/faults/build");

    private StandIns() {}

    /** Builds them, and returns their folder; without a compiler the test is skipped. */
    static Path build(Path folder) throws IOException, InterruptedException {
        assumeTrue(Files.exists(BUILD), "the driver's source is not here");
        Process compiler;
        try {
            compiler = new ProcessBuilder(
                            BUILD.toString(), folder.resolve("faults.so").toString())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("build.log").toFile())
                    .start();
        } catch (IOException absent) {
            assumeTrue(false, "no shell on this machine");
            return folder;
        }
        if (!compiler.waitFor(2, TimeUnit.MINUTES)) {
            compiler.destroyForcibly();
        }
        String log = Files.readString(folder.resolve("build.log"));
        assumeTrue(!log.contains("cc: command not found"), "no C compiler on this machine");
        assertEquals("", log);
        return folder.resolve("driver");
    }
}
