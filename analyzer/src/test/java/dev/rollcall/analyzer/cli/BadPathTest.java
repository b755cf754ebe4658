package dev.rollcall.analyzer.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rollcall.analyzer.ApprovedTexts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Paths that do not exist, cannot be read or written, or name one place twice. */
class BadPathTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    @TempDir
    Path folder;

    private Transcript shell;

    @BeforeEach
    void start() {
        shell = new Transcript(folder);
    }

    @Test
    void saysWhatAFolderWithoutEvidenceHolds() throws IOException {
        Files.createDirectories(folder.resolve("sub/0.trace"));
        Files.writeString(folder.resolve("sub/log.txt"), "not taken for a trace");

        shell.refused("analyze", folder);
        TEXTS.verify(shell.toString());
    }

    @Test
    void saysThatAPathDoesNotExist() throws IOException {
        Path notes = Files.writeString(folder.resolve("notes.txt"), "hello");
        shell.refused("analyze", folder.resolve("absent"));
        shell.refused("analyze", notes, folder.resolve("absent"));
        TEXTS.verify(shell.toString());
    }

    @Test
    void warnsAboutAPathThatDoesNotExistBesideTwoJobs() throws IOException {
        RecordedJob.hung(folder.resolve("hang"), "hung");
        RecordedJob.healthy(folder.resolve("well"), "well");

        CommandLineRun run =
                shell.run("analyze", folder.resolve("hang"), folder.resolve("well"), folder.resolve("absent"));

        assertEquals(1, run.exitCode());
        TEXTS.verify(shell.toString());
    }

    @Test
    void analyzesTheOtherPathsIfOneDoesNotExist() throws IOException {
        RecordedJob.hung(folder.resolve("hang"), "hung");

        CommandLineRun run = shell.run("analyze", folder.resolve("absent"), folder.resolve("hang"));

        run.assertBlamesRankZero();
        TEXTS.verify(shell.toString());
    }

    @Test
    void limitsTheListOfUnreadableFiles() throws IOException {
        for (int i = 0; i < 10; i++) {
            Files.createFile(folder.resolve(i + ".trace"));
        }
        shell.refused("analyze", folder);
        TEXTS.verify(shell.toString());
    }

    @Test
    void reportsAFileWithoutReadPermission() throws IOException {
        RecordedJob.hung(folder, "hung");
        Path secret = RecordedJob.trace(folder, 3);
        assumeTrue(secret.getFileSystem().supportedFileAttributeViews().contains("posix"), "no permissions here");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("---------"));
        assumeFalse(Files.isReadable(secret), "the superuser may read everything");

        CommandLineRun.of("analyze", folder).assertBlamesRankZero();
        assertUnreadable(folder, secret);
    }

    @Test
    void reportsAReadError() {
        Path broken = Path.of("/proc/self/mem");
        assumeTrue(Files.isReadable(broken), "Linux has a file whose reading fails");

        shell.refused("analyze", broken);
        shell.refused("show", broken);
        TEXTS.verify(shell.toString());
    }

    @Test
    void followsLinksButNoCycles() throws IOException {
        Path linked = Files.createDirectory(folder.resolve("linked"));
        Path traces = RecordedJob.hung(linked.resolve("real"), "hung");
        Files.createSymbolicLink(linked.resolve("traces"), traces);
        Files.createSymbolicLink(linked.resolve("again"), linked);
        Path gone = Files.createSymbolicLink(linked.resolve("9-node-17.trace"), folder.resolve("gone"));

        CommandLineRun run = CommandLineRun.of("analyze", linked);

        assertEquals("", run.err());
        run.assertBlamesRankZero();
        TEXTS.verify(assertUnreadable(linked, gone));
    }

    @Test
    void doesNotFollowLinksOutOfTheFolderUnlessAsked() throws IOException {
        Path traces = RecordedJob.hung(folder.resolve("traces"), "hung");
        Files.createSymbolicLink(traces.resolve("everything"), Path.of("/"));

        CommandLineRun run = CommandLineRun.of("analyze", traces);

        run.assertBlamesRankZero();
        assertTrue(run.line().contains("everything: a symbolic link out of the folder"), run.out());
    }

    @Test
    void readsAFileOnceIfItIsNamedTwice() throws IOException {
        RecordedJob.hung(folder, "hung");

        JsonNode json = CommandLineRun.of(
                        "analyze", folder, RecordedJob.trace(folder, 1), folder.resolve("."), "--format", "json")
                .json();

        assertEquals(RecordedJob.WORLD, json.at("/coverage/read").asInt());
        assertEquals(0, json.at("/coverage/unreadable").size());
    }

    @Test
    void saysWhyThePageCannotBeWrittenAndPrintsTheVerdict() throws IOException {
        RecordedJob.hung(folder, "hung");
        Path file = Files.writeString(folder.resolve("file"), "");

        assertPageRefused(folder);
        assertPageRefused(file.resolve("report.html"));
        if (Files.exists(Path.of("/dev/full"))) {
            assertPageRefused(Path.of("/dev/full"));
        }
        TEXTS.verify(shell.toString());
    }

    @Test
    void overwritesOnlyAnHtmlPage() throws IOException {
        RecordedJob.hung(folder, "hung");
        Path trace = RecordedJob.trace(folder, 1);
        byte[] before = Files.readAllBytes(trace);

        assertPageRefused(trace);
        assertArrayEquals(before, Files.readAllBytes(trace));

        Path page = Files.createFile(folder.resolve("report.html"));
        for (int time = 0; time < 2; time++) {
            shell.run("analyze", folder, "--html", page).assertBlamesRankZero();
            assertTrue(Files.readString(page).stripTrailing().endsWith("</html>"));
        }
        TEXTS.verify(shell.toString());
    }

    @Test
    void doesNotCreateAFolderNamedTilde() throws IOException {
        RecordedJob.hung(folder, "hung");

        CommandLineRun run = shell.run("analyze", folder, "--html=~/no such folder/report.html");

        TEXTS.verify(shell.toString());
        assertFalse(Files.exists(Path.of("~")));
        assertEquals(2, run.exitCode());
    }

    /** Asserts that the verdict is printed although the page cannot be written. */
    private void assertPageRefused(Path page) {
        CommandLineRun run = shell.run("analyze", folder, "--html", page);
        assertTrue(run.out().contains("Culprit: rank 0"), run.out());
        assertEquals(ExitCode.UNUSABLE, run.exitCode());
    }

    /** Asserts that an analysis of a folder lists one file as unreadable, and returns the reason. */
    private static String assertUnreadable(Path folder, Path file) throws IOException {
        JsonNode files =
                CommandLineRun.of("analyze", folder, "--format", "json").json().at("/coverage/unreadable");
        assertEquals(1, files.size());
        assertEquals(file.toString(), files.at("/0/file").asText());
        assertEquals("unreadable", files.at("/0/kind").asText());
        return files.at("/0/reason").asText();
    }

    @Test
    void saysWhyAFileCannotBeShown() throws IOException {
        Path empty = Files.createFile(folder.resolve("0.trace"));
        Path text = Files.writeString(folder.resolve("notes.txt"), "hello");
        Path absent = folder.resolve("absent");

        shell.refused("show", empty);
        shell.refused("show", text);
        shell.refused("show", absent);
        TEXTS.verify(shell.toString());
    }
}
