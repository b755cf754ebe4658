package dev.rollcall.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The PTX in the jar matches its source. */
class ShippedKernelTest {
    private static final String COMPILER = "release 13.0";
    private static final Path BUILD = Path.of("../native/checksum/build");

    @TempDir
    private Path folder;

    private String output(String... command) throws IOException, InterruptedException {
        Path log = folder.resolve("output");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (!process.waitFor(2, TimeUnit.MINUTES)) {
            process.destroyForcibly();
        }
        return Files.readString(log);
    }

    private boolean compilerAvailable() throws InterruptedException {
        try {
            return output("nvcc", "--version").contains(COMPILER);
        } catch (IOException absent) {
            return false;
        }
    }

    @Test
    void matchesItsSource() throws Exception {
        assumeTrue(compilerAvailable(), "no nvcc " + COMPILER + " on this machine");
        String complaints = output(BUILD.toString(), folder.toString());

        assertEquals("", complaints);
        for (ShippedKernel kernel : ShippedKernel.values()) {
            Path rebuilt = folder.resolve(kernel.fileName());
            assertEquals(new String(kernel.ptx(), StandardCharsets.US_ASCII), Files.readString(rebuilt));
        }
    }
}
