package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * The libraries that stand in for CUDA and NCCL, which native/faults/build makes where there is a C compiler: once for all tests of a JVM.
 * Thread-safe.
 */
final class StandIns {
    private static final Path BUILD = Path.of("../native/faults/build");
    private static Path built;
    private static String log;

    private StandIns() {}

    /** Returns their folder; without a compiler the test is skipped. */
    static Path libraries() throws IOException, InterruptedException {
        return built().resolve("driver");
    }

    /** Returns the library to preload that corrupts copies and results; without a compiler the test is skipped. */
    static Path injector() throws IOException, InterruptedException {
        return built().resolve("faults.so");
    }

    private static synchronized Path built() throws IOException, InterruptedException {
        assumeTrue(Files.exists(BUILD), "the driver's source is not here");
        if (log == null) {
            built = Files.createTempDirectory("stand-ins");
            Runtime.getRuntime().addShutdownHook(new Thread(StandIns::delete));
            log = build();
        }
        assumeTrue(!log.contains("cc: command not found"), "no C compiler on this machine");
        assertEquals("", log);
        return built;
    }

    private static String build() throws IOException, InterruptedException {
        Path output = built.resolve("build.log");
        Process compiler = new ProcessBuilder(
                        "bash", BUILD.toString(), built.resolve("faults.so").toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!compiler.waitFor(2, TimeUnit.MINUTES)) {
            compiler.destroyForcibly();
            return "the compiler still runs";
        }
        return Files.readString(output);
    }

    private static void delete() {
        try {
            for (String name : new String[] {
                "driver/checksum.o",
                "driver/libcuda.so.1",
                "driver/libcudart.so.13",
                "driver/libnccl.so.2",
                "driver",
                "faults.so",
                "build.log",
                ""
            }) {
                Files.deleteIfExists(built.resolve(name));
            }
        } catch (IOException left) {
            // A process of a test still has it open, or the build made more.
        }
    }
}
