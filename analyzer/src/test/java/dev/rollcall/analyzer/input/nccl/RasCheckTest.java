package dev.rollcall.analyzer.input.nccl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.nccl.WrittenLog.Form;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.verdict.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A rank whose log ends before the others': RAS shows whether the rank stopped or its log is cut off. */
class RasCheckTest {
    private static final int WORLD = 4;
    private static final int SILENT = 3;

    @TempDir
    private Path folder;

    private Job job(boolean goesOn) throws IOException {
        for (int rank = 0; rank < WORLD; rank++) {
            WrittenLog log = new WrittenLog(Form.NCCL_2_28, rank, WORLD).join().steps(rank == SILENT ? 8 : 12);
            if (rank != SILENT || goesOn) {
                log.wait(600).info("[Proxy Service] device 0 CPU core 1");
            }
            Files.write(folder.resolve("nccl." + rank + ".log"), log.lines());
        }
        return new JobReader(-1).read(List.of(folder)).jobs().get(0).job();
    }

    private static List<Integer> culprits(Job job) {
        return new Diagnosis().of(job).culprits();
    }

    /** NCCL 2.28.9 leaves out the comma after nvml_dev of a missing rank. */
    private void answer(long counted, boolean missing) throws IOException {
        StringBuilder ranks = new StringBuilder();
        for (int rank = 0; rank < (missing ? WORLD - 1 : WORLD); rank++) {
            ranks.append(rank == 0 ? "" : ",")
                    .append("{\n\"rank\": " + rank
                            + ",\n\"host\": \"192.0.2.2\",\n\"collective_counts\": {\n\"Broadcast\": 0,\n")
                    .append("\"AllReduce\": " + (rank == SILENT ? counted : 12) + "\n}\n}");
        }
        String silent = missing
                ? "{\n\"rank\": 3,\n\"host\": \"192.0.2.2\",\n\"nvml_dev\": 3\n\"considered_dead\": true\n}"
                : "";
        Files.writeString(
                folder.resolve("ras.json"),
                "{\n\"nccl_version\": \"2.28.9\",\n\"timestamp\": \"2026-11-20 22:20:32\",\n\"communicators\": [\n{\n"
                        + "\"hash\": \"0xc446e1b272e88fa2\",\n\"size\": 4,\n\"ranks\": [\n" + ranks
                        + "\n],\n\"missing_ranks\": [\n" + silent + "\n]\n}\n]\n}\n");
    }

    @Test
    void accusesNoRankIfOnlyItsLogEnds() throws IOException {
        Job job = job(false);

        assertEquals(List.of(), culprits(job));
        assertEquals(Outcome.INCONCLUSIVE, new Diagnosis().of(job).outcome());
        assertTrue(
                job.coverage().unreadable().get(0).reason().startsWith("its log ends before the others'"),
                job.coverage()::toString);
    }

    @Test
    void namesTheRankWhoseLogContinuesWithoutTheCall() throws IOException {
        assertEquals(List.of(SILENT), culprits(job(true)));
    }

    @Test
    void namesTheRankWhoseLogHasAllCallsThatRasCounted() throws IOException {
        answer(8, false);

        assertEquals(List.of(SILENT), culprits(job(false)));
    }

    @Test
    void accusesNoRankWithMoreCallsThanItsLog() throws IOException {
        answer(12, false);
        Job job = job(false);

        assertEquals(List.of(), culprits(job));
        assertEquals(
                "its log ends after 8 collectives, while NCCL's RAS service counted 12",
                job.coverage().unreadable().get(0).reason());
    }

    @Test
    void readsAReportThatLacksAComma() throws IOException {
        answer(8, true);

        assertEquals(List.of(SILENT), culprits(job(false)));
    }

    @Test
    void ignoresAFileThatIsNoReport() throws IOException {
        Files.writeString(folder.resolve("ras.json"), "{\"communicators\": [{\"hash\": 7, \"ranks\": {}}, 1, null");

        assertEquals(List.of(), culprits(job(false)));
    }
}
