package dev.rollcall.analyzer.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A path as long as the system allows is cut where people read it, and whole where programs do. */
class LongPathTest {
    private static final int LONGEST = 1000;

    @TempDir
    Path folder;

    private Path deep() throws IOException {
        Path deep = folder;
        for (int i = 0; i < 15; i++) {
            deep = deep.resolve("d".repeat(250));
        }
        return Files.createDirectories(deep);
    }

    private static void assertCut(String text, String name) {
        int longest = Arrays.stream(text.split("[\\s:]+"))
                .mapToInt(String::length)
                .max()
                .orElse(0);
        assertTrue(longest <= LONGEST, longest + ": " + text);
        assertTrue(text.contains("…d") && text.contains(name), text);
    }

    @Test
    void analyzeCutsIt() throws IOException {
        Path empty = Files.createFile(deep().resolve("9.trace"));
        RecordedJob.hung(folder, "hung");

        assertCut(CommandLineRun.of("analyze", folder).out(), "9.trace");
        assertCut(CommandLineRun.of("analyze", empty.getParent()).err(), "9.trace");
        assertEquals(
                empty.toString(),
                CommandLineRun.of("analyze", folder, "--format", "json")
                        .json()
                        .at("/coverage/unreadable/0/file")
                        .asText());
    }

    @Test
    void scanCutsIt() throws IOException {
        Files.writeString(deep().resolve("train.py"), """
                import torch.distributed as dist

                if dist.get_rank() == 0:
                    dist.barrier()
                """);
        Files.write(deep().resolve("zeros.py"), new byte[10]);

        String out = CommandLineRun.of("scan", folder).out();

        assertCut(out, "train.py");
        assertTrue(out.contains("zeros.py"), out);
    }
}
