package dev.rollcall.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A trace replaces an older trace, and no other file. */
class TraceFileAllocatorTest {
    private static final int LENGTH = 4096;

    @TempDir
    private Path folder;

    private String refused(Path file) {
        return assertThrows(IOException.class, () -> TraceFileAllocator.create(file, LENGTH))
                .getMessage();
    }

    @Test
    void replacesATraceAndAnEmptyFile() throws IOException {
        Path file = folder.resolve("0.trace");
        for (String old : new String[] {"", "ROLLCALL and more"}) {
            Files.writeString(file, old);
            TraceFileAllocator.create(file, LENGTH).close();
            assertEquals(LENGTH, Files.size(file));
        }
    }

    @Test
    void keepsAFileThatIsNotATrace() throws IOException {
        for (String content : new String[] {"x", "weeks of work", "ROLLING stone", "\0\0\0\0\0\0\0\0weights"}) {
            Path file = Files.writeString(folder.resolve("model.bin"), content);
            assertEquals("a file that is not a trace has this name, and is kept", refused(file));
            assertEquals(content, Files.readString(file));
        }
    }

    @Test
    void isReadableByItsUserAlone() throws IOException {
        Path file = folder.resolve("0.trace");
        TraceFileAllocator.create(file, LENGTH).close();
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }

    @Test
    void keepsASocketAndAFolder() throws IOException {
        Path socket = folder.resolve("s");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            assertEquals("not a regular file", refused(socket));
            assertTrue(Files.exists(socket));
        }
        assertEquals("not a regular file", refused(folder));
    }

    @Test
    void replacesALinkToATraceButNotItsTarget() throws IOException {
        Path older = Files.writeString(folder.resolve("older.trace"), "ROLLCALL and more");
        Path link = Files.createSymbolicLink(folder.resolve("newest.trace"), older);

        TraceFileAllocator.create(link, LENGTH).close();

        assertFalse(Files.isSymbolicLink(link));
        assertEquals("ROLLCALL and more", Files.readString(older));
    }
}
