package dev.rollcall.analyzer.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a hostile or broken tar stream can do. */
class TarReceiverTest {
    private static final long LIMIT = 1 << 20;

    @TempDir
    Path temporary;

    private final ByteArrayOutputStream stream = new ByteArrayOutputStream();
    private final TarArchiveOutputStream tar = new TarArchiveOutputStream(stream);

    private Path folder() {
        return temporary.resolve("to/host");
    }

    private void file(String name, String content) throws IOException {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        TarArchiveEntry entry = new TarArchiveEntry(name, true);
        entry.setSize(bytes.length);
        tar.putArchiveEntry(entry);
        tar.write(bytes);
        tar.closeArchiveEntry();
    }

    private void special(String name, byte type, String target) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(name, type, true);
        entry.setLinkName(target);
        tar.putArchiveEntry(entry);
        tar.closeArchiveEntry();
    }

    private byte[] bytes() throws IOException {
        tar.close();
        return stream.toByteArray();
    }

    private TarReceiver receive(byte[] bytes, long limit) {
        TarReceiver receiver = new TarReceiver(folder(), limit);
        receiver.receive(new ByteArrayInputStream(bytes));
        return receiver;
    }

    private List<String> written() throws IOException {
        try (Stream<Path> all = Files.walk(temporary)) {
            return List.copyOf(all.filter(path -> !Files.isDirectory(path))
                    .map(path -> temporary.relativize(path).toString())
                    .collect(Collectors.toCollection(TreeSet::new)));
        }
    }

    @Test
    void filesKeepTheirPathsAndContents() throws IOException {
        file("/scratch/job/0.trace", "zero");
        file("./a/it's here", "");
        byte[] plain = bytes();
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
            gzip.write(plain);
        }

        for (byte[] each : List.of(plain, zipped.toByteArray())) {
            TarReceiver receiver = receive(each, LIMIT);
            assertTrue(receiver.isComplete());
            assertEquals(List.of(), receiver.notes());
            assertEquals(2, receiver.files());
            assertEquals(4, receiver.bytes());
        }
        assertEquals(List.of("to/host/a/it's here", "to/host/scratch/job/0.trace"), written());
        assertEquals("zero", Files.readString(folder().resolve("scratch/job/0.trace")));
    }

    @Test
    void nothingIsWrittenElsewhereAndNoLinkIsMade() throws IOException {
        file("../../evil", "x");
        file("a/../../evil", "x");
        file("..", "x");
        file("/", "");
        special("link", TarConstants.LF_SYMLINK, "/etc");
        file("link/passwd", "x");
        special("hard", TarConstants.LF_LINK, "/etc/passwd");
        special("hard2", TarConstants.LF_LINK, "../../../etc/passwd");
        special("pipe", TarConstants.LF_FIFO, "");
        special("device", TarConstants.LF_CHR, "");

        TarReceiver receiver = receive(bytes(), LIMIT);

        assertEquals(List.of("to/host/link/passwd"), written());
        assertFalse(Files.isSymbolicLink(folder().resolve("link")));
        assertEquals(8, receiver.notes().size(), receiver.notes().toString());
    }

    @Test
    void aSecondNameOfAFileIsACopy() throws IOException {
        file("a/x", "1");
        special("a/y", TarConstants.LF_LINK, "a/x");

        assertEquals(2, receive(bytes(), LIMIT).files());
        assertEquals("1", Files.readString(folder().resolve("a/y")));
    }

    @Test
    void noMoreComesThanIsAllowed() throws IOException {
        file("small", "1234");
        file("large", "123456789");
        file("last", "1");

        TarReceiver receiver = receive(bytes(), 8);

        assertFalse(receiver.isComplete());
        assertEquals(List.of("to/host/small"), written());
        assertEquals(List.of("more than is allowed: the rest, from large on, was left"), receiver.notes());
    }

    @Test
    void whatCameOfAFileIsKeptAndAnOlderWholeCopyTooIfItIsLonger() throws IOException {
        file("first", "1");
        file("second", "2".repeat(3000));
        byte[] whole = bytes();
        byte[] cut = Arrays.copyOf(whole, 3 * 512 + 2000);

        TarReceiver receiver = receive(cut, LIMIT);

        assertFalse(receiver.isComplete());
        assertEquals(List.of("to/host/first", "to/host/second"), written());
        assertEquals(2000, Files.size(folder().resolve("second")));
        assertTrue(receiver.notes().get(0).startsWith("second: only the first 2,000 of 3,000 bytes came"));

        assertTrue(receive(whole, LIMIT).isComplete());
        assertTrue(receive(cut, LIMIT).notes().contains("second: the older copy was kept"));
        assertEquals(3000, Files.size(folder().resolve("second")));
        assertEquals(List.of("to/host/first", "to/host/second"), written());
    }

    @Test
    void aStreamThatIsNoTarIsListed() throws IOException {
        for (byte[] bytes : List.of(new byte[0], "no tar at all".repeat(100).getBytes(StandardCharsets.UTF_8))) {
            TarReceiver receiver = receive(bytes, LIMIT);
            assertFalse(receiver.isComplete());
            assertEquals(1, receiver.notes().size());
        }
        assertEquals(List.of(), written());
    }
}
