package dev.rollcall.analyzer.input.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.ReadResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines without a rank, which only the launcher's prefix tells apart. */
class SeveralWritersTest {
    @TempDir
    private Path folder;

    /** Returns how rank 0 ended. */
    private String reason(List<String> lines) throws IOException {
        Files.write(folder.resolve("job.log"), lines);
        ReadResult reading = new JobReader(-1).read(List.of(folder));
        assertEquals(1, reading.jobs().size(), () -> reading.unreadable().toString());
        return reading.jobs().get(0).job().ranks().get(0).ending().reason();
    }

    private static List<String> waiting(String prefix) {
        return new ConsoleText()
                .observed(0, 7, 7).lines().stream().map(prefix::concat).toList();
    }

    private static List<String> failing(String prefix, String exception) {
        return new ConsoleText()
                .exception(-1, exception).lines().stream().map(prefix::concat).toList();
    }

    /** Returns the end of a console in which torchrun's table has lost all ranks but rank 0, which failed. */
    private static List<String> table() {
        return new ConsoleText().torchrun(1, Map.of(0, 1)).lines();
    }

    @Test
    void givesTheOnlyRankItsOwnException() throws IOException {
        List<String> lines = new ArrayList<>(waiting("[default0]:"));
        lines.addAll(failing("[default0]:", "ValueError: empty batch"));
        lines.addAll(table());
        String reason = reason(lines);
        assertEquals("ValueError \"empty batch\"", reason);
    }

    @Test
    void givesNoRankTheExceptionOfAnotherProcess() throws IOException {
        List<String> lines = new ArrayList<>(waiting("[default0]:"));
        lines.addAll(failing("[default1]:", "ValueError: empty batch"));
        lines.addAll(table());
        String reason = reason(lines);
        assertEquals("", reason);
    }

    @Test
    void givesNoRankTheExceptionInAnotherFileThatTailShows() throws IOException {
        List<String> lines = new ArrayList<>(List.of("==> logs/0.log <=="));
        lines.addAll(waiting(""));
        lines.addAll(List.of("", "==> logs/1.log <=="));
        lines.addAll(failing("", "ValueError: empty batch"));
        lines.addAll(List.of("", "==> torchrun.log <=="));
        lines.addAll(table());
        assertEquals("", reason(lines));
    }

    @Test
    void givesTheOnlyRankTheExceptionInTheSameFileThatTailShows() throws IOException {
        List<String> lines = new ArrayList<>(List.of("==> logs/0.log <=="));
        lines.addAll(waiting(""));
        lines.add("copied ==> logs/1.log <==");
        lines.addAll(failing("", "ValueError: empty batch"));
        lines.addAll(table());
        String reason = reason(lines);
        assertTrue(reason.startsWith("ValueError \"empty batch"), reason);
    }

    @Test
    void givesNoRankTracebacksOfSeveralProcessesLineByLine() throws IOException {
        List<String> first = failing("[default0]:", "ValueError: empty batch");
        List<String> second = failing("[default1]:", "KeyError: 'lr'");
        List<String> lines = new ArrayList<>(waiting("[default0]:"));
        for (int i = 0; i < first.size(); i++) {
            lines.add(first.get(i));
            lines.add(second.get(i));
        }
        lines.addAll(table());
        String reason = reason(lines);
        assertEquals("", reason);
    }
}
