package dev.rollcall.analyzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.ReadResult;
import dev.rollcall.analyzer.input.nccl.WrittenLog;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RotatedLogsTest {
    private static final int WORLD = 4;

    @TempDir
    private Path folder;

    /** Rank 1 calls broadcast where the others call all_reduce, late in the log. */
    private static List<String> lines() {
        List<String> all = new ArrayList<>();
        for (int rank = 0; rank < WORLD; rank++) {
            all.addAll(new WrittenLog(WrittenLog.Form.NCCL_2_28, rank, WORLD)
                    .join()
                    .steps(5)
                    .call(rank == 1 ? "Broadcast" : "AllReduce", 1024, 7, 0, 0)
                    .steps(2)
                    .lines());
        }
        return all;
    }

    private void write(String name, List<String> lines, int second) throws IOException {
        byte[] text = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
        Path file = folder.resolve(name);
        if (name.endsWith(".gz")) {
            try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
                out.write(text);
            }
        } else {
            Files.write(file, text);
        }
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_000L + second * 1000L));
    }

    private ReadResult read() {
        return new JobReader(-1).read(List.of(folder));
    }

    @Test
    void readsTheOldestPartFirst() throws IOException {
        List<String> lines = lines();
        write("console.log.2.gz", lines.subList(0, 15), 0);
        write("console.log.1", lines.subList(15, 30), 1);
        write("console.log", lines.subList(30, lines.size()), 2);

        ReadResult reading = read();

        assertEquals(1, reading.jobs().size(), () -> reading.unreadable().toString());
        assertEquals(List.of(1), new Diagnosis().of(reading.jobs().get(0).job()).culprits());
        assertEquals(
                folder.resolve("console.log").toString(),
                reading.jobs().get(0).job().ranks().get(3).source());
    }

    @Test
    void keepsTheNumberedLogsOfRanksApart() throws IOException {
        List<String> lines = lines();
        int each = lines.size() / WORLD;
        for (int rank = 0; rank < WORLD; rank++) {
            write("nccl.log." + rank, lines.subList(rank * each, (rank + 1) * each), rank);
        }

        ReadResult reading = read();

        assertEquals(List.of(1), new Diagnosis().of(reading.jobs().get(0).job()).culprits());
        assertEquals(
                folder.resolve("nccl.log.1").toString(),
                reading.jobs().get(0).job().ranks().get(1).source());
    }
}
