package dev.rollcall.analyzer.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rollcall.analyzer.input.RecordedRank;
import dev.rollcall.trace.EndKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Files and folders that are not what the user hoped: each a clear message, the right exit code, and nothing lost. */
class BadInputTest {
    private static final String HUNG = "Rank 0 diverged: its call 6 on `world` is barrier";

    @TempDir
    Path folder;

    private static void assertUnusable(String message, Object... words) {
        CommandLineRun run = CommandLineRun.of(words);
        assertEquals("rollcall: " + message + "\n", run.err());
        assertEquals("", run.out());
        assertEquals(2, run.exitCode());
    }

    /** What a file that somebody takes for a trace may hold. */
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
                new java.util.Random(1).nextBytes(bytes);
                Files.write(file, bytes);
            }
        },
        PICTURE("not a trace, a PyTorch dump or a log of NCCL") {
            @Override
            void write(Path file) throws IOException {
                Files.write(file, "\u0089PNG\r\n\u001a\n\0\0\0\rIHDR".getBytes(StandardCharsets.ISO_8859_1));
            }
        },
        JAR("not a trace, a PyTorch dump or a log of NCCL") {
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
        assertTrue(run.out().startsWith(HUNG), run.out());
        assertTrue(oneLine(run.out()).contains("Not readable: " + file + ": " + content.reason), run.out());
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ");
    }

    @Test
    void saysThatAnEmptyFolderHoldsNothingAndHowTracesAreMade() throws IOException {
        Files.createDirectories(folder.resolve("sub/0.trace"));
        Files.writeString(folder.resolve("sub/log.txt"), "not taken for a trace");

        assertUnusable(
                "no trace in " + folder + ". A job writes traces when it runs with -javaagent:rollcall-agent.jar",
                "analyze",
                folder);
    }

    @Test
    void saysThatAPathDoesNotExist() {
        Path absent = folder.resolve("absent");
        assertUnusable("no trace can be read:\n  " + absent + ": no such file or folder", "analyze", absent);
        assertUnusable("a path is empty; is a variable of the shell not set?", "analyze", "");
        assertUnusable("a path is empty; is a variable of the shell not set?", "show", "");
    }

    @Test
    void saysThatATraceWithoutARankTellsNothing() throws IOException {
        Path launcher;
        try (RecordedRank process = RecordedRank.of(folder, "hung", -1, -1, 64)) {
            launcher = process.end(EndKind.EXIT, 0).file();
        }
        String reason = launcher + ": does not tell which rank it is of: it joined no communicator";
        assertUnusable("no trace tells of a rank:\n  " + reason, "analyze", folder);

        RecordedJob.hung(folder, "hung");
        CommandLineRun run = CommandLineRun.of("analyze", folder);
        assertEquals(1, run.exitCode());
        assertTrue(run.out().startsWith(HUNG), run.out());
        assertTrue(oneLine(run.out()).contains("Left aside: " + reason), run.out());

        CommandLineRun shown = CommandLineRun.of("show", launcher);
        assertEquals(0, shown.exitCode());
        assertTrue(shown.out().contains("  rank        not known\n"), shown.out());
        assertTrue(shown.out().endsWith("Communicators\n  none was recorded, and so no call\n"), shown.out());
    }

    @Test
    void countsWhatItDoesNotList() throws IOException {
        for (int i = 0; i < 7; i++) {
            Files.createFile(folder.resolve(i + ".trace"));
        }
        CommandLineRun run = CommandLineRun.of("analyze", folder);

        assertEquals(2, run.exitCode());
        assertTrue(run.err().endsWith("4.trace: empty\n  and 2 more\n"), run.err());
    }

    @Test
    void refusesANewerFormatAndReadsTheRest() throws IOException {
        RecordedJob.hung(folder, "hung");
        Path newer = RecordedJob.trace(folder, 3);
        byte[] bytes = Files.readAllBytes(newer);
        bytes[12] = 99;
        Files.write(newer, bytes);

        CommandLineRun run = CommandLineRun.of("analyze", folder);
        assertEquals(1, run.exitCode());
        assertTrue(run.out().startsWith(HUNG), run.out());
        String reason = "trace of a newer format: it needs a reader of version 99, this one reads up to version 1;"
                + " use a newer rollcall";
        assertTrue(oneLine(run.out()).contains("Not readable: " + newer + ": " + reason), run.out());
        assertTrue(run.out().contains("No trace was read of rank 3."), run.out());
        assertUnusable("cannot show " + newer + ": " + reason, "show", newer);
    }

    @Test
    void takesAMissingRankForEvidence() throws IOException {
        RecordedJob.hung(folder, "hung");
        RecordedJob.lose(folder, 2);

        CommandLineRun run = CommandLineRun.of("analyze", folder);

        assertEquals("", run.err());
        assertEquals(1, run.exitCode());
        assertTrue(run.out().startsWith(HUNG), run.out());
        assertTrue(run.out().contains("3 of 4 ranks were read.\n  No trace was read of rank 2.\n"), run.out());
    }

    @Test
    void accusesNobodyWhereTheCulpritsTraceIsMissing() throws IOException {
        RecordedJob.hung(folder, "hung");
        RecordedJob.lose(folder, 0);

        CommandLineRun run = CommandLineRun.of("analyze", "--format", "json", folder);

        JsonNode json = new ObjectMapper().readTree(run.out());
        assertEquals("[]", json.at("/culprits").toString());
        assertEquals("inconclusive", json.at("/verdict").asText());
        assertEquals(3, run.exitCode());
    }

    @Test
    void tellsTwoJobsInOneFolderApart() throws IOException {
        RecordedJob.hung(folder.resolve("mixed"), "hung");
        Path other = RecordedJob.healthy(folder.resolve("other"), "well");
        for (int rank = 0; rank < RecordedJob.WORLD; rank++) {
            Files.move(RecordedJob.trace(other, rank), folder.resolve("mixed/well-" + rank + ".trace"));
        }

        CommandLineRun run = CommandLineRun.of("analyze", folder.resolve("mixed"));

        assertEquals("", run.err());
        assertEquals(1, run.exitCode());
        assertEquals(
                2, run.out().lines().filter(line -> line.startsWith("━━ Job ")).count(), run.out());
        assertTrue(run.out().contains("━━ Job hung, 4 ranks") && run.out().contains("\n" + HUNG), run.out());
        assertTrue(run.out().contains("━━ Job well, 4 ranks") && run.out().contains("\nNothing diverged"), run.out());
    }

    @Test
    void saysWhereTheNumberOfRanksContradictsTheTraces() throws IOException {
        RecordedJob.hung(folder, "hung");

        CommandLineRun less = CommandLineRun.of("analyze", folder, "--world", 2);
        assertEquals(
                "rollcall: --world 2 contradicts the traces, which tell of 4 ranks; the verdict is for 4 ranks\n",
                less.err());
        assertEquals(1, less.exitCode());
        assertTrue(less.out().startsWith(HUNG) && less.out().contains("4 of 4 ranks were read."), less.out());

        CommandLineRun more = CommandLineRun.of("analyze", folder, "--world", 5);
        assertEquals(
                "rollcall: --world 5 contradicts the traces, which tell of 4 ranks; the verdict is for 5 ranks\n",
                more.err());
        assertEquals(1, more.exitCode());
        assertTrue(more.out().startsWith(HUNG) && more.out().contains("No trace was read of rank 4."), more.out());

        assertEquals("", CommandLineRun.of("analyze", folder, "--world", 4).err());
    }

    @Test
    void saysThatItMayNotReadAFile() throws IOException {
        RecordedJob.hung(folder, "hung");
        Path secret = RecordedJob.trace(folder, 3);
        assumeTrue(secret.getFileSystem().supportedFileAttributeViews().contains("posix"), "no permissions here");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("---------"));
        assumeFalse(Files.isReadable(secret), "the superuser may read everything");

        CommandLineRun run = CommandLineRun.of("analyze", folder);

        assertEquals(1, run.exitCode());
        assertTrue(run.out().startsWith(HUNG), run.out());
        assertTrue(oneLine(run.out()).contains("Not readable: " + secret + ": no permission"), run.out());
    }

    @Test
    void saysThatAFileCannotBeReadForItsDisk() {
        Path broken = Path.of("/proc/self/mem");
        assumeTrue(Files.isReadable(broken), "Linux has a file whose reading fails");

        assertUnusable("no trace can be read:\n  /proc/self/mem: Input/output error", "analyze", broken);
        assertUnusable("cannot show /proc/self/mem: Input/output error", "show", broken);
    }

    @Test
    void followsLinksAndIsNotCaughtInALoop() throws IOException {
        Path traces = RecordedJob.hung(folder.resolve("traces"), "hung");
        Path linked = Files.createDirectory(folder.resolve("linked"));
        Files.createSymbolicLink(linked.resolve("traces"), traces);
        Files.createSymbolicLink(linked.resolve("again"), linked);
        Path gone = Files.createSymbolicLink(linked.resolve("9-node-17.trace"), folder.resolve("gone"));

        CommandLineRun run = CommandLineRun.of("analyze", linked);

        assertEquals("", run.err());
        assertTrue(oneLine(run.out()).contains("Not readable: " + gone + ": a symbolic link to nothing"), run.out());
        assertEquals(1, run.exitCode());
        assertTrue(run.out().startsWith(HUNG), run.out());
    }

    @Test
    void readsAFileOnceThatIsNamedTwice() throws IOException {
        RecordedJob.hung(folder, "hung");

        CommandLineRun run = CommandLineRun.of("analyze", folder, RecordedJob.trace(folder, 1), folder.resolve("."));

        assertFalse(run.out().contains("aside"), run.out());
        assertEquals(1, run.exitCode());
    }

    @Test
    void saysWhyThePageCannotBeWrittenAndPrintsTheVerdict() throws IOException {
        RecordedJob.hung(folder, "hung");
        Path file = Files.writeString(folder.resolve("file"), "");

        assertPageRefused(folder, "Is a directory");
        assertPageRefused(file.resolve("report.html"), "a file is where its folder should be");
        if (Files.exists(Path.of("/dev/full"))) {
            assertPageRefused(Path.of("/dev/full"), "No space left on device");
        }
    }

    private void assertPageRefused(Path page, String reason) {
        CommandLineRun run = CommandLineRun.of("analyze", folder, "--html", page);
        assertEquals("rollcall: cannot write " + page + ": " + reason + "\n", run.err());
        assertTrue(run.out().startsWith(HUNG), "the verdict is printed all the same");
        assertEquals(2, run.exitCode());
    }

    @Test
    void refusesOptionsThatMakeNoSense() {
        String see = ". See: rollcall analyze --help";
        assertUnusable("analyze needs a trace, or a folder that holds traces" + see, "analyze");
        assertUnusable("there is no option --wold" + see, "analyze", "x", "--wold", "4");
        assertUnusable("there is no option --form" + see, "analyze", "x", "--form", "json");
        assertUnusable("--format is text or json, not yaml" + see, "analyze", "x", "--format", "yaml");
        assertUnusable("--format needs a value" + see, "analyze", "x", "--format");
        assertUnusable("--html needs a value" + see, "analyze", "x", "--html", "");
        assertUnusable("--world is a number of ranks from 1 on, not 0" + see, "analyze", "x", "--world", "0");
        assertUnusable("--world is a number of ranks from 1 on, not 4.5" + see, "analyze", "x", "--world=4.5");
        assertUnusable(
                "--world is a number of ranks from 1 on, not 99999999999" + see,
                "analyze",
                "x",
                "--world",
                "99999999999");
        assertUnusable("--html can be given only once" + see, "analyze", "x", "--html", "a", "--html", "b");
        Path absent = folder.resolve("absent");
        assertUnusable("--source: no such file or folder: " + absent, "analyze", "x", "--source", absent);
        assertUnusable("--classes: no such file or folder: " + absent, "analyze", "x", "--classes", absent);
        assertUnusable("probe reads no files. See: rollcall probe --help", "probe", "x");
        assertUnusable("Which command? See: rollcall --help");
        assertUnusable(
                "there is no command analyse; there are analyze, show, scan, probe and help. See: rollcall --help",
                "analyse",
                "x");
        assertUnusable("the command comes first, before --format. See: rollcall --help", "--format", "json");
    }
}
