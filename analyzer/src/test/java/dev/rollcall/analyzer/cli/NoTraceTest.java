package dev.rollcall.analyzer.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rollcall.analyzer.ApprovedTexts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Files that are no traces: each has its own reason, and the traces beside them are read. */
class NoTraceTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    @TempDir
    Path folder;

    /** What a file that is no trace may hold. */
    private enum Content {
        NOTHING {
            @Override
            void write(Path file) throws IOException {
                Files.createFile(file);
            }
        },
        TEXT {
            @Override
            void write(Path file) throws IOException {
                Files.writeString(file, "loss = 0.25\n");
            }
        },
        JSON {
            @Override
            void write(Path file) throws IOException {
                Files.writeString(file, "{\"loss\": 0.25}\n");
            }
        },
        BINARY {
            @Override
            void write(Path file) throws IOException {
                byte[] bytes = new byte[100_000];
                new Random(1).nextBytes(bytes);
                Files.write(file, bytes);
            }
        },
        PICTURE {
            @Override
            void write(Path file) throws IOException {
                Files.write(file, "\u0089PNG\r\n\u001a\n\0\0\0\rIHDR".getBytes(StandardCharsets.ISO_8859_1));
            }
        },
        JAR {
            @Override
            void write(Path file) throws IOException {
                try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
                    jar.putNextEntry(new JarEntry("META-INF/"));
                }
            }
        },
        MAGIC_ALONE {
            @Override
            void write(Path file) throws IOException {
                Files.writeString(file, "ROLLCALL");
            }
        },
        ZEROS {
            @Override
            void write(Path file) throws IOException {
                Files.write(file, new byte[8192]);
            }
        };

        abstract void write(Path file) throws IOException;
    }

    @ParameterizedTest
    @EnumSource
    void saysWhyAFileIsNoTrace(Content content) throws IOException {
        Path file = folder.resolve("0-node-17.trace");
        content.write(file);

        Transcript shell = new Transcript(folder);
        shell.refused("analyze", folder);
        shell.refused("show", file);
        TEXTS.verify(content.name(), shell.toString());
    }

    @ParameterizedTest
    @EnumSource
    void readsTheRestBesideAFileThatIsNoTrace(Content content) throws IOException {
        RecordedJob.hung(folder, "hung");
        Path file = folder.resolve("9-node-17.trace");
        content.write(file);

        CommandLineRun run = CommandLineRun.of("analyze", folder);

        assertEquals("", run.err());
        run.assertBlamesRankZero();
        JsonNode files =
                CommandLineRun.of("analyze", folder, "--format", "json").json().at("/coverage/unreadable");
        assertEquals(1, files.size());
        assertEquals(file.toString(), files.at("/0/file").asText());
        assertEquals("unreadable", files.at("/0/kind").asText());
    }
}
