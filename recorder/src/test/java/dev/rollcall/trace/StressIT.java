package dev.rollcall.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the jcstress tests of the trace file briefly, enough to find a broken protocol but not rare reorderings.
 * CONTRIBUTING.md has the command for a long run.
 */
class StressIT {
    private static final List<String> SHORT = List.of(
            "-m",
            "quick",
            "-c",
            "2",
            "-sc",
            "false",
            "-af",
            "NONE",
            "-f",
            "1",
            "-fsm",
            "1",
            "-iters",
            "1",
            "-time",
            "300",
            "-strideSize",
            "50",
            "-strideCount",
            "20",
            "-jvmArgs",
            "-XX:+UseSerialGC -Xmx256m -XX:MaxDirectMemorySize=1g");

    @TempDir
    Path folder;

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void noInterleavingBreaksTheProtocol() throws IOException, InterruptedException {
        Path log = folder.resolve("log");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = new ArrayList<>(List.of(
                java, "-cp", System.getProperty("java.class.path"), "org.openjdk.jcstress.Main", "-t", "dev.rollcall"));
        command.addAll(SHORT);
        command.addAll(List.of("-r", folder + "/"));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertEquals(0, process.waitFor(), () -> text(log));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        String text = text(log);
        assertTrue(text.contains("Failed tests: No matches."), text);
        assertTrue(text.contains("Error tests: No matches."), text);
        assertTrue(text.matches("(?s).*All remaining tests: [1-9][0-9]+ matching test results.*"), text);
    }

    private static String text(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
