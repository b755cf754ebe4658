package dev.rollcall.analyzer.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Where the recorders are found, and which traces are those of a run. */
class RecorderFilesTest {
    private static final int MACHINE = 18;

    @TempDir
    Path folder;

    private Path library(Path where, byte... header) throws IOException {
        Files.createDirectories(where);
        return Files.write(where.resolve("librollcall.so"), header);
    }

    /** Returns the header of the JVM's own library. */
    private static byte[] ofThisMachine() throws IOException {
        Path jvm = Path.of(System.getProperty("java.home"), "lib", "libjava.so");
        return Arrays.copyOf(Files.readAllBytes(jvm), 64);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void findsTheLibraryBesideTheJarAndInAWorkingCopy() throws Exception {
        Path home = folder.resolve("analyzer/target");
        RecorderFiles files = new RecorderFiles(home, null);
        Path built = library(folder.resolve("native/target/preload"), ofThisMachine());
        Files.createDirectories(home);
        assertEquals(built, files.library());
        Path beside = library(home.resolve("native"), ofThisMachine());
        assertEquals(beside, files.library());
        assertNull(files.mpi(beside, MpiKind.MPICH));

        Path mpich = Files.createFile(home.resolve("native/librollcall-mpich.so"));
        assertEquals(mpich, files.mpi(beside, MpiKind.MPICH));
        assertEquals(built, new RecorderFiles(home, folder.resolve("native/target/preload")).library());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void saysWhatIsWrongWithTheLibrary() throws Exception {
        RecorderFiles files = new RecorderFiles(folder, null);
        assertMessage("there is no librollcall.so in " + folder.resolve("native"), files);

        library(folder.resolve("native"), (byte) 1, (byte) 2);
        assertMessage("is no library of Linux", files);

        byte[] header = ofThisMachine();
        header[MACHINE] ^= 0x55;
        library(folder.resolve("native"), header);
        assertMessage("is for another processor than this machine's", files);
    }

    private static void assertMessage(String expected, RecorderFiles files) {
        String message = assertThrows(LaunchException.class, files::library).getMessage();
        assertTrue(message.contains(expected), message);
    }

    @Test
    void findsTheAgent() throws IOException {
        RecorderFiles files = new RecorderFiles(folder, null);
        assertNull(files.agent());

        Path agent = Files.createFile(folder.resolve("rollcall-agent.jar"));

        assertEquals(agent, files.agent());
    }

    @Test
    void theTracesOfARunAreNewOrChanged() throws IOException {
        assertEquals(List.of(), TraceFiles.in(folder.resolve("absent")).since(TraceFiles.in(folder)));
        Path job = Files.createDirectories(folder.resolve("job"));
        Path old = Files.createFile(job.resolve("0-a-1.trace"));
        Path continued = Files.createFile(job.resolve("1-a-2.trace"));
        TraceFiles before = TraceFiles.in(folder);

        Path fresh = Files.createFile(job.resolve("2-a-3.trace"));
        Files.createFile(job.resolve("notes.txt"));
        Files.setLastModifiedTime(continued, FileTime.fromMillis(1));

        assertTrue(Files.exists(old));
        assertEquals(List.of(continued, fresh), TraceFiles.in(folder).since(before));
    }
}
