package dev.rollcall.analyzer.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Dumps and logs of hung and healthy jobs that ran without Rollcall. */
class RecordedJobsTest {

    private static int judged;
    private static int named;

    @TempDir
    private Path folder;

    static List<CorpusJob> jobs() throws IOException {
        List<CorpusJob> jobs = new ArrayList<>(CorpusJob.of("pytorch-fr"));
        jobs.addAll(CorpusJob.of("nccl-log"));
        return jobs;
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void areJudgedAsTheTruthSaysInEveryOrderOfTheFiles(CorpusJob job) throws IOException {
        assertTrue(job.files().size() <= 5, "too many orders to try all");
        for (List<Path> files : orders(job.files())) {
            assertEquals("", job.miss(CorpusJob.verdict(files)), () -> "order " + files);
        }
    }

    private static List<List<Path>> orders(List<Path> files) {
        List<List<Path>> orders = new ArrayList<>();
        for (Path first : files) {
            List<Path> others = new ArrayList<>(files);
            others.remove(first);
            for (List<Path> rest : orders(others)) {
                orders.add(Stream.concat(Stream.of(first), rest.stream()).toList());
            }
        }
        return files.isEmpty() ? List.of(List.of()) : orders;
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void areJudgedFairlyWhenOneFileIsMissing(CorpusJob job) throws IOException {
        for (Path missing : job.files()) {
            List<Path> rest = new ArrayList<>(job.files());
            rest.remove(missing);
            assertFair(job, missing, rest, "without " + missing);
        }
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void areJudgedFairlyWhenOneFileIsEmptyOrCutInHalf(CorpusJob job) throws IOException {
        for (Path damaged : job.files()) {
            for (int parts : new int[] {0, 1}) {
                List<Path> files = new ArrayList<>(job.files());
                byte[] whole = Files.readAllBytes(damaged);
                Path copy = folder.resolve(damaged.getFileName());
                Files.write(copy, Arrays.copyOf(whole, whole.length / 2 * parts));
                files.set(files.indexOf(damaged), copy);
                assertFair(job, damaged, files, (parts == 0 ? "empty " : "half of ") + damaged);
            }
        }
    }

    /** The peers' sources mark a receive as completed that may be waiting for the rank whose source is missing. */
    @ParameterizedTest
    @ValueSource(strings = {"pytorch-fr", "nccl-log"})
    void accuseNoReceiverWhoseSenderHasNoTrace(String source) throws IOException {
        for (CorpusJob job : CorpusJob.of(source)) {
            if (job.folder().endsWith("lost_send")) {
                Verdict verdict =
                        CorpusJob.verdict(job.files().subList(1, job.files().size()));
                assertEquals(List.of(), verdict.culprits(), verdict.summary());
                assertTrue(verdict.summary().contains("rank 1 waits in recv"), verdict.summary());
            }
        }
    }

    /** Never names an innocent rank, and names the right one if its own file is intact. */
    private static void assertFair(CorpusJob job, Path damaged, List<Path> files, String how) throws IOException {
        Verdict verdict = CorpusJob.verdict(files);
        assertEquals(Set.of(), job.innocents(verdict), how + ": " + verdict.summary());
        assertTrue(job.fair(verdict), how + ": " + verdict.summary());
        if (job.namesOnlyOthersThan(job.files().indexOf(damaged))) {
            assertEquals("", job.miss(verdict), how);
        }
        if (job.blames()) {
            judged++;
            named += job.miss(verdict).isEmpty() ? 1 : 0;
        }
    }

    @AfterAll
    static void tellHowManyAreStillNamed() {
        System.out.println(
                "RecordedJobsTest: with one file missing, empty or cut in half, the culprit is still named in " + named
                        + " of " + judged + "; no innocent rank is named");
    }
}
