package dev.rollcall.analyzer.input.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.LoadedJob;
import dev.rollcall.analyzer.model.Coverage;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Consoles of several runs, or of several hosts or ranks of one, under names and in an order that mean nothing. */
class ConsolesOfSeveralRunsTest {
    private static final long SEED = Long.getLong("rollcall.seed", 20_261_122);
    private static final int WORLD = 4;

    @TempDir
    private Path folder;

    private final Random random = new Random(SEED);

    /** Returns consoles of jobs that differ in fault, rank and progress. */
    private static List<ConsoleText> jobs() {
        List<ConsoleText> jobs = new ArrayList<>();
        for (int odd = 0; odd < WORLD; odd++) {
            jobs.add(timeouts(rank -> true, odd, 8 + odd));
            ConsoleText ahead = new ConsoleText();
            ConsoleText mismatch = new ConsoleText();
            for (int rank = 0; rank < WORLD; rank++) {
                if (rank == odd) {
                    ahead.observed(rank, 50 + odd, 50 + odd);
                } else {
                    ahead.timeout(rank, "ALLREDUCE", 64, 60 + odd, 61 + odd);
                }
                mismatch.mismatch(
                        rank,
                        rank == odd ? (odd + 1) % WORLD : odd,
                        30 + odd,
                        rank == odd ? "BROADCAST" : "ALLREDUCE",
                        "512");
            }
            jobs.add(ahead);
            jobs.add(mismatch);
        }
        ConsoleText alike = new ConsoleText();
        for (int rank = 0; rank < WORLD; rank++) {
            alike.timeout(rank, "ALLREDUCE", 512, 90, 90);
        }
        jobs.add(alike);
        return jobs;
    }

    /** Returns the console of some ranks of a job of which one rank calls another operation. */
    private static ConsoleText timeouts(IntPredicate shown, int odd, long sequence) {
        ConsoleText text = new ConsoleText();
        for (int rank = 0; rank < 2 * WORLD; rank++) {
            if (shown.test(rank) && (rank < WORLD || odd >= WORLD)) {
                text.timeout(rank, rank == odd ? "BROADCAST" : "ALLREDUCE", 2048, sequence, sequence + 4);
            }
        }
        return text;
    }

    private Path write(String path, ConsoleText text) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        return Files.write(file, text.lines());
    }

    private static List<String> summaries(List<Path> paths) {
        return verdicts(paths).stream()
                .map(verdict -> verdict.outcome() + " " + verdict.culprits() + " " + verdict.summary())
                .sorted()
                .toList();
    }

    private static List<Verdict> verdicts(List<Path> paths) {
        return new JobReader(-1)
                .read(paths).jobs().stream()
                        .map(LoadedJob::job)
                        .map(new Diagnosis()::of)
                        .toList();
    }

    private void assertEachIsJudgedAlone(List<ConsoleText> jobs) throws IOException {
        List<Path> files = new ArrayList<>();
        List<String> alone = new ArrayList<>();
        for (ConsoleText job : jobs) {
            Path file = write("f" + random.nextInt(1_000_000) + ".log", job);
            files.add(file);
            alone.addAll(summaries(List.of(file)));
        }
        Collections.sort(alone);
        Collections.shuffle(files, random);
        assertEquals(alone, summaries(files), "seed " + SEED + " " + files);
        assertEquals(alone, summaries(List.of(folder)), "seed " + SEED + " " + files);
        for (Path file : files) {
            Files.delete(file);
        }
    }

    @Test
    void haveAVerdictOfTheirOwnForEachPair() throws IOException {
        List<ConsoleText> jobs = jobs();
        for (int i = 0; i < jobs.size(); i++) {
            for (int j = i + 1; j < jobs.size(); j++) {
                assertEachIsJudgedAlone(List.of(jobs.get(i), jobs.get(j)));
            }
        }
    }

    @Test
    void haveAVerdictOfTheirOwnForEachTriple() throws IOException {
        for (int i = 0; i < 60; i++) {
            List<ConsoleText> jobs = jobs();
            Collections.shuffle(jobs, random);
            assertEachIsJudgedAlone(jobs.subList(0, 3));
        }
    }

    @Test
    void areOneRunIfEachHostHasOne() throws IOException {
        int odd = 5;
        write("node7.log", timeouts(rank -> rank < WORLD, odd, 8));
        write("node3.log", timeouts(rank -> rank >= WORLD, odd, 8));

        List<Verdict> verdicts = verdicts(List.of(folder));
        assertEquals(1, verdicts.size());
        assertEquals(List.of(odd), verdicts.get(0).culprits());
    }

    @Test
    void areOneRunIfEachRankHasOne() throws IOException {
        for (int rank = 0; rank < 2 * WORLD; rank++) {
            int own = rank;
            write(random.nextInt(1_000_000) + ".log", timeouts(shown -> shown == own, 6, 8));
        }

        List<Verdict> verdicts = verdicts(List.of(folder));
        assertEquals(1, verdicts.size(), "seed " + SEED);
        assertEquals(List.of(6), verdicts.get(0).culprits());
    }

    @Test
    void areOneRunIfOneIsACopyOfSomeRanksOfTheOther() throws IOException {
        ConsoleText all = timeouts(rank -> true, 6, 8);
        write("job.log", all);
        Files.write(
                folder.resolve("copy.txt"),
                all.lines().stream().filter(line -> line.contains("rank2]")).toList());

        List<Verdict> verdicts = verdicts(List.of(folder));
        assertEquals(1, verdicts.size());
        assertEquals(List.of(6), verdicts.get(0).culprits());
    }

    @Test
    void areRunsOfFoldersThatHoldTheConsolesOfTheirHosts() throws IOException {
        for (int run = 0; run < 2; run++) {
            int odd = 5 + run;
            write("run" + run + "/h1/console.log", timeouts(rank -> rank < WORLD, odd, 8 + run));
            write("run" + run + "/h2/console.log", timeouts(rank -> rank >= WORLD, odd, 8 + run));
        }

        List<List<Integer>> culprits =
                verdicts(List.of(folder)).stream().map(Verdict::culprits).toList();
        assertEquals(2, culprits.size());
        assertTrue(culprits.containsAll(List.of(List.of(5), List.of(6))), culprits::toString);
    }

    @Test
    void areInconclusiveWhereOneFitsTwoRuns() throws IOException {
        write("x.log", timeouts(rank -> rank < WORLD, 5, 8));
        write("y.log", timeouts(rank -> rank >= WORLD, 5, 8));
        write("z.log", timeouts(rank -> rank < WORLD, 6, 9));

        List<Verdict> verdicts = verdicts(List.of(folder));
        assertEquals(3, verdicts.size());
        for (Verdict verdict : verdicts) {
            assertEquals(Outcome.INCONCLUSIVE, verdict.outcome());
            assertEquals(List.of(), verdict.culprits());
            assertEquals(List.of(), verdict.suspects());
            assertTrue(
                    verdict.summary().startsWith("These files contradict each other")
                            && verdict.summary().contains("x.log"),
                    verdict::summary);
        }
    }

    @Test
    void areNotJoinedThroughAMissingRankOfOneLauncher() throws IOException {
        ConsoleText lacking = new ConsoleText();
        for (int rank : new int[] {0, 2, 3}) {
            lacking.timeout(rank, "ALLREDUCE", 2048, 8, 12);
        }
        lacking.torchrun(WORLD, Map.of(0, -6));
        ConsoleText other = new ConsoleText().timeout(1, "BROADCAST", 1, 24, 24);
        write("a.log", lacking);
        write("b.log", other);

        verdicts(List.of(folder)).forEach(verdict -> assertEquals(List.of(), verdict.culprits(), verdict::summary));
        assertEquals(2, verdicts(List.of(folder)).size());
    }

    @Test
    void leaveStacksAloneThatFitTwoRuns() throws IOException {
        write("a.log", jobs().get(0));
        write("b.log", jobs().get(3));
        for (int rank = 0; rank < WORLD; rank++) {
            Files.writeString(
                    folder.resolve("stack_rank" + rank + ".txt"),
                    "Process " + (900 + rank) + ": python train.py\nPython v3.12.3 (/usr/bin/python3.12)\n\n"
                            + "Thread " + (900 + rank) + " (idle): \"MainThread\"\n    step (train.py:8)\n"
                            + "    <module> (train.py:20)\n");
        }

        List<LoadedJob> jobs = new JobReader(-1).read(List.of(folder)).jobs();
        assertEquals(3, jobs.size());
        assertEquals(
                1,
                jobs.stream()
                        .flatMap(job -> job.job().coverage().ofKind(Coverage.Kind.INCOMPLETE).stream())
                        .filter(remark -> remark.reason().contains("judged alone"))
                        .count());
    }

    @Test
    void areOneRunIfTheyAreTheStreamsOfOneProcess() throws IOException {
        ConsoleText all = timeouts(rank -> true, 2, 8);
        for (int rank = 0; rank < WORLD; rank++) {
            String own = "[rank" + rank + "]";
            List<String> lines =
                    all.lines().stream().filter(line -> line.contains(own)).toList();
            Files.write(folder.resolve("rank" + rank + ".err"), lines.subList(0, 1));
            Files.write(folder.resolve("rank" + rank + ".out"), lines.subList(1, lines.size()));
        }

        List<Verdict> verdicts = verdicts(List.of(folder));
        assertEquals(1, verdicts.size());
        assertEquals(List.of(2), verdicts.get(0).culprits());
    }

    @Test
    void areTwoRunsIfOnlyTheWordForTheStreamIsAlike() throws IOException {
        write("a.out", jobs().get(0));
        write("b.err", jobs().get(3));

        assertEquals(2, verdicts(List.of(folder)).size());
    }

    @Test
    void accuseNobodyIfAllRanksOfEachMadeTheSameCall() throws IOException {
        write("monday.log", timeouts(rank -> true, -1, 8));
        write("tuesday.log", timeouts(rank -> true, -1, 90));

        List<Verdict> verdicts = verdicts(List.of(folder));
        assertEquals(2, verdicts.size());
        for (Verdict verdict : verdicts) {
            assertEquals(List.of(), verdict.culprits(), verdict::summary);
            assertEquals(List.of(), verdict.suspects(), verdict::summary);
        }
    }

    @Test
    void areOneRunIfOneIsTheRotatedPartOfTheOther() throws IOException {
        List<String> lines = timeouts(rank -> true, 3, 8).lines();
        Files.write(folder.resolve("console.log.1"), lines.subList(0, 3));
        Files.write(folder.resolve("console.log"), lines.subList(3, lines.size()));
        write("other.txt", jobs().get(1));

        List<Verdict> verdicts = verdicts(List.of(folder));
        assertEquals(2, verdicts.size());
        assertTrue(verdicts.stream().anyMatch(verdict -> verdict.culprits().equals(List.of(3))));
    }

    @Test
    void areOneJobIfOneIsGivenTwice() throws IOException {
        ConsoleText text = timeouts(rank -> true, 1, 8);
        Path one = write("console.log", text);
        Path copy = write("copy/console.log", text);

        for (List<Path> paths : List.of(List.of(one, one), List.of(one, copy), List.of(folder))) {
            List<Verdict> verdicts = verdicts(paths);
            assertEquals(1, verdicts.size(), paths::toString);
            assertEquals(List.of(1), verdicts.get(0).culprits());
        }
    }
}
