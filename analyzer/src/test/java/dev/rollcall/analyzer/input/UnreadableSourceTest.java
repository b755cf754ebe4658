package dev.rollcall.analyzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.ReadResult;
import dev.rollcall.analyzer.model.Coverage;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Launcher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files that cannot be read are reported with the reason, and do not stop the reading. */
class UnreadableSourceTest {
    @TempDir
    Path folder;

    private TraceFolder traces;

    @BeforeEach
    void open() {
        traces = new TraceFolder(folder);
    }

    @Test
    void usesTheRestOfATruncatedTrace() throws IOException {
        traces.hang(2);
        Path file = folder.resolve("1-elsewhere-4001.trace");
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 4096));

        Job job = traces.onlyJob();

        assertEquals(2, job.ranks().size());
        assertEquals(1, job.coverage().unreadable().size());
        assertTrue(job.coverage().unreadable().get(0).reason().startsWith("truncated"));
    }

    @Test
    void namesEveryFileItCannotReadAndWhy() throws IOException {
        traces.hang(2);
        Path newer = folder.resolve("2-elsewhere-4002.trace");
        byte[] bytes = Files.readAllBytes(folder.resolve("1-elsewhere-4001.trace"));
        bytes[12] = 99;
        Files.write(newer, bytes);
        Files.write(folder.resolve("3-elsewhere-4003.trace"), Arrays.copyOf(bytes, 100));
        Files.write(folder.resolve("4-elsewhere-4004.trace"), new byte[0]);
        Files.writeString(folder.resolve("5-elsewhere-4005.trace"), "something else");
        Files.writeString(folder.resolve("notes.txt"), "not taken for a trace");

        List<Coverage.Unreadable> unreadable = traces.onlyJob().coverage().unreadable();

        assertEquals(4, unreadable.size(), unreadable::toString);
        assertReason(unreadable, "2-elsewhere", "newer format");
        assertReason(unreadable, "3-elsewhere", "truncated");
        assertReason(unreadable, "4-elsewhere", "empty");
        assertReason(unreadable, "5-elsewhere", "of no kind that can be read");
    }

    private static void assertReason(List<Coverage.Unreadable> unreadable, String file, String reason) {
        assertTrue(
                unreadable.stream()
                        .anyMatch(
                                one -> one.file().contains(file) && one.reason().contains(reason)),
                () -> file + " because " + reason + ": " + unreadable);
    }

    @Test
    @Timeout(30)
    void doesNotReadAPipe() throws IOException, InterruptedException {
        Path pipe = folder.resolve("pipe");
        Process mkfifo = new ProcessBuilder("mkfifo", pipe.toString()).start();
        assertEquals(0, mkfifo.waitFor());

        ReadResult reading = new JobReader(-1).read(List.of(pipe));

        assertReason(reading.unreadable(), "pipe", "a pipe or a device");
    }

    @Test
    void findsNothingInAnEmptyFolder() {
        assertEquals(new ReadResult(List.of(), List.of(), Launcher.UNKNOWN), traces.read());
    }

    @Test
    void rejectsAGivenFileThatIsNoSource() throws IOException {
        Path file = Files.writeString(folder.resolve("notes.txt"), "hello");

        ReadResult reading = new JobReader(-1).read(List.of(file, folder.resolve("absent")));

        assertEquals(
                List.of("no such file or folder", "text, 1 line"),
                reading.unreadable().stream().map(Coverage.Unreadable::reason).toList());
    }
}
