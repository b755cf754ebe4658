package dev.rollcall.analyzer.cli;

import static dev.rollcall.analyzer.cli.CommandLineRun.assertUnusable;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Files that are no traces: each has its own reason, and the traces beside them are read. */
class NoTraceTest {
    @TempDir
    Path folder;

    /** What a file that is no trace may hold. */
    private enum Content {
        NOTHING("empty") {
            @Override
            void write(Path file) throws IOException {
                Files.createFile(file);
            }
        },
        TEXT("not a trace, a PyTorch dump or a log of NCCL") {
            @Override
            void write(Path file) throws IOException {
                Files.writeString(file, "loss = 0.25\n");
            }
        },
        JSON("not a trace, a PyTorch dump or a log of NCCL") {
            @Override
            void write(Path file) throws IOException {
                Files.writeString(file, "{\"loss\": 0.25}\n");
            }
        },
        BINARY("not a trace, a PyTorch dump or a log of NCCL") {
            @Override
            void write(Path file) throws IOException {
                byte[] bytes = new byte[100_000];
                new Random(1).nextBytes(bytes);
                Files.write(file, bytes);
            }
        },
        PICTURE("not a trace, a PyTorch dump or a log of NCCL") {
            @Override
            void write(Path file) throws IOException {
                Files.write(file, "\u0089PNG\r\n\u001a\n\0\0\0\rIHDR".getBytes(StandardCharsets.ISO_8859_1));
            }
        },
        JAR("packed: unpack it first") {
            @Override
            void write(Path file) throws IOException {
                try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
                    jar.putNextEntry(new JarEntry("META-INF/"));
                }
            }
        },
        MAGIC_ALONE("truncated trace: it ends after 8 bytes, before the end of its header") {
            @Override
            void write(Path file) throws IOException {
                Files.writeString(file, "ROLLCALL");
            }
        },
        ZEROS("unfinished trace: its process ended while the file was being made") {
            @Override
            void write(Path file) throws IOException {
                Files.write(file, new byte[8192]);
            }
        };

        private final String reason;

        Content(String reason) {
            this.reason = reason;
        }

        abstract void write(Path file) throws IOException;
    }

    @ParameterizedTest
    @EnumSource
    void saysWhyAFileIsNoTrace(Content content) throws IOException {
        Path file = folder.resolve("0-node-17.trace");
        content.write(file);

        assertUnusable("no trace can be read:\n  " + file + ": " + content.reason, "analyze", file);
        assertUnusable("no trace can be read:\n  " + file + ": " + content.reason, "analyze", folder);
        assertUnusable("cannot show " + file + ": " + content.reason, "show", file);
    }

    @ParameterizedTest
    @EnumSource
    void readsTheRestBesideAFileThatIsNoTrace(Content content) throws IOException {
        RecordedJob.hung(folder, "hung");
        Path file = folder.resolve("9-node-17.trace");
        content.write(file);

        CommandLineRun run = CommandLineRun.of("analyze", folder);

        assertEquals("", run.err());
        assertEquals(1, run.exitCode());
        assertTrue(run.out().startsWith(RecordedJob.HUNG), run.out());
        assertTrue(run.line().contains("Not readable: " + file + ": " + content.reason), run.out());
    }
}
