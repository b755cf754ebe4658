package dev.rollcall.analyzer.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A scan in a JVM whose heap is too small for the code. */
class ScanWithLittleMemoryTest {
    private static final int FUNCTIONS = 4000;
    private static final long LIMIT_SECONDS = 180;

    @TempDir
    Path folder;

    /** Memory ends at another step of the scan with each size of the heap. */
    @ParameterizedTest
    @ValueSource(ints = {30, 36, 40})
    void reportsWhatItFoundAndNamesTheRest(int megabytes) throws Exception {
        String guarded =
                "import torch.distributed as dist\ndef %s():\n    if dist.get_rank() == 0:\n        dist.barrier()\n";
        Files.writeString(folder.resolve("a.py"), guarded.formatted("first"));
        StringBuilder large = new StringBuilder(guarded.formatted("last"));
        for (int i = 0; i < FUNCTIONS; i++) {
            large.append("def f%d(x, y):\n".formatted(i));
            for (int j = 0; j < 4; j++) {
                large.append("    if x.a%d_%d > %d:\n        y = y + x.b%d_%d\n".formatted(i, j, j, i, j));
                large.append("        dist.all_reduce(y)\n");
            }
        }
        Files.writeString(folder.resolve("b.py"), large);
        Path log = Files.createTempFile(folder, "scan", ".log");

        Process scan = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx%dm".formatted(megabytes),
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.rollcall.analyzer.cli.Main",
                        "scan",
                        folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertTrue(scan.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "it still runs");
        } finally {
            scan.destroyForcibly();
        }

        String said = Files.readString(log);
        assertEquals(1, scan.exitValue(), said);
        assertTrue(said.contains("a.py:3"), said);
        assertTrue(said.contains("b.py and what follows it (out of memory"), said);
    }
}
