package dev.rollcall.analyzer.cli;

import static dev.rollcall.analyzer.cli.CommandLineRun.assertUnusable;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Paths that do not exist, cannot be read or written, or name one place twice. */
class BadPathTest {
    @TempDir
    Path folder;

    @Test
    void saysHowToRecordIfAFolderIsEmpty() throws IOException {
        Files.createDirectories(folder.resolve("sub/0.trace"));
        Files.writeString(folder.resolve("sub/log.txt"), "not taken for a trace");

        assertUnusable(
                "no trace in " + folder
                        + ". A Java job writes traces when it runs with -javaagent:rollcall-agent.jar; a PyTorch job writes"
                        + " dumps with TORCH_NCCL_TRACE_BUFFER_SIZE=2000 TORCH_NCCL_DUMP_ON_TIMEOUT=1, and NCCL logs with"
                        + " NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,COLL (docs/reading-other-dumps.md)",
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
    void limitsTheListOfUnreadableFiles() throws IOException {
        for (int i = 0; i < 7; i++) {
            Files.createFile(folder.resolve(i + ".trace"));
        }
        CommandLineRun run = CommandLineRun.of("analyze", folder);

        assertEquals(2, run.exitCode());
        assertTrue(run.err().endsWith("4.trace: empty\n  and 2 more\n"), run.err());
    }

    @Test
    void reportsAFileWithoutReadPermission() throws IOException {
        RecordedJob.hung(folder, "hung");
        Path secret = RecordedJob.trace(folder, 3);
        assumeTrue(secret.getFileSystem().supportedFileAttributeViews().contains("posix"), "no permissions here");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("---------"));
        assumeFalse(Files.isReadable(secret), "the superuser may read everything");

        CommandLineRun run = CommandLineRun.of("analyze", folder);

        assertEquals(1, run.exitCode());
        assertTrue(run.out().startsWith(RecordedJob.HUNG), run.out());
        assertTrue(run.line().contains("Not readable: " + secret + ": no permission"), run.out());
    }

    @Test
    void reportsAReadError() {
        Path broken = Path.of("/proc/self/mem");
        assumeTrue(Files.isReadable(broken), "Linux has a file whose reading fails");

        assertUnusable("no trace can be read:\n  /proc/self/mem: Input/output error", "analyze", broken);
        assertUnusable("cannot show /proc/self/mem: Input/output error", "show", broken);
    }

    @Test
    void followsLinksButNoCycles() throws IOException {
        Path traces = RecordedJob.hung(folder.resolve("traces"), "hung");
        Path linked = Files.createDirectory(folder.resolve("linked"));
        Files.createSymbolicLink(linked.resolve("traces"), traces);
        Files.createSymbolicLink(linked.resolve("again"), linked);
        Path gone = Files.createSymbolicLink(linked.resolve("9-node-17.trace"), folder.resolve("gone"));

        CommandLineRun run = CommandLineRun.of("analyze", linked);

        assertEquals("", run.err());
        assertTrue(run.line().contains("Not readable: " + gone + ": a symbolic link to nothing"), run.out());
        assertEquals(1, run.exitCode());
        assertTrue(run.out().startsWith(RecordedJob.HUNG), run.out());
    }

    @Test
    void readsAFileOnceIfItIsNamedTwice() throws IOException {
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

    @Test
    void overwritesOnlyAnHtmlPage() throws IOException {
        RecordedJob.hung(folder, "hung");
        Path trace = RecordedJob.trace(folder, 1);
        byte[] before = Files.readAllBytes(trace);

        CommandLineRun slip = CommandLineRun.of("analyze", folder, "--html", trace);

        assertEquals(
                "rollcall: --html would overwrite " + trace + ", which is no HTML page; give another name\n",
                slip.err());
        assertTrue(slip.out().startsWith(RecordedJob.HUNG), "the verdict is printed all the same");
        assertEquals(2, slip.exitCode());
        assertArrayEquals(before, Files.readAllBytes(trace));

        Path page = Files.createFile(folder.resolve("report.html"));
        for (int time = 0; time < 2; time++) {
            assertEquals(
                    "rollcall: the page is " + page.toUri() + "\n",
                    CommandLineRun.of("analyze", folder, "--html", page).err());
            assertTrue(Files.readString(page).stripTrailing().endsWith("</html>"));
        }
    }

    @Test
    void doesNotCreateAFolderNamedTilde() throws IOException {
        RecordedJob.hung(folder, "hung");

        CommandLineRun run = CommandLineRun.of("analyze", folder, "--html=~/no such folder/report.html");

        assertEquals(
                "rollcall: the shell left the ~ of ~/no such folder/report.html as it is; write --html ~/no such"
                        + " folder/report.html, without = or quotes\n",
                run.err());
        assertFalse(Files.exists(Path.of("~")));
        assertEquals(2, run.exitCode());
    }

    private void assertPageRefused(Path page, String reason) {
        CommandLineRun run = CommandLineRun.of("analyze", folder, "--html", page);
        assertEquals("rollcall: cannot write " + page + ": " + reason + "\n", run.err());
        assertTrue(run.out().startsWith(RecordedJob.HUNG), "the verdict is printed all the same");
        assertEquals(2, run.exitCode());
    }

    @Test
    void saysWhyAFileCannotBeShown() throws IOException {
        Path empty = Files.createFile(folder.resolve("0.trace"));
        Path text = Files.writeString(folder.resolve("notes.txt"), "hello");
        Path absent = folder.resolve("absent");

        assertUnusable("cannot show " + empty + ": empty", "show", empty);
        assertUnusable("cannot show " + text + ": not a trace, a PyTorch dump or a log of NCCL", "show", text);
        assertUnusable("cannot show " + absent + ": no such file or folder", "show", absent);
    }
}
