package dev.rollcall.analyzer.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Recorded jobs with one log that ends early, at the end of a line, so that its rank seems to have stopped. */
class CutLogsTest {
    private static final int CUTS = 5;

    @TempDir
    private Path folder;

    static List<CorpusJob> jobs() throws IOException {
        return CorpusJob.of("nccl-log");
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void accuseNobodyForWhatACopyLacks(CorpusJob job) throws IOException {
        assertFair(job, false);
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void accuseNobodyForWhatACopyLacksBesideTheAnswerOfRas(CorpusJob job) throws IOException {
        assertFair(job, true);
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void areJudgedAsTheTruthSaysByTheAnswerOfRasAndTheLogs(CorpusJob job) throws IOException {
        assertEquals("", job.miss(CorpusJob.verdict(copies(job, true))));
    }

    private void assertFair(CorpusJob job, boolean ras) throws IOException {
        long seed = Long.getLong("rollcall.seed", 20_261_121);
        Random random = new Random(seed);
        List<Path> copies = copies(job, ras);
        for (Path log : copies) {
            List<String> lines = Files.readAllLines(log);
            for (int cut = 0; cut < CUTS; cut++) {
                int length = 1 + random.nextInt(lines.size() - 1);
                Files.write(log, lines.subList(0, length));
                Verdict verdict = CorpusJob.verdict(copies);
                assertEquals(
                        Set.of(),
                        job.innocents(verdict),
                        () -> "seed " + seed + ", " + length + " of " + lines.size() + " lines of " + log.getFileName()
                                + ": " + verdict.summary());
            }
            Files.write(log, lines);
        }
    }

    private List<Path> copies(CorpusJob job, boolean ras) throws IOException {
        List<Path> copies = new ArrayList<>();
        for (Path log : job.files()) {
            copies.add(Files.copy(log, folder.resolve(log.getFileName())));
        }
        if (ras) {
            Files.copy(job.folder().resolve("ras.json"), folder.resolve("ras.json"));
        }
        return copies;
    }
}
