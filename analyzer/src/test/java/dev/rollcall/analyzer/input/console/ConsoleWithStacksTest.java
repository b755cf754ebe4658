package dev.rollcall.analyzer.input.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.LoadedJob;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A console of a hung job, with stacks of some of its ranks: the stacks narrow down who is in question, and add no other rank. */
class ConsoleWithStacksTest {
    private static final long SEED = Long.getLong("rollcall.seed", 20_261_123);
    private static final int COMPLETED = 5;
    private static final int LINE = 68;

    @TempDir
    private Path folder;

    private final Random random = new Random(SEED);

    private static ConsoleText console(int world, Set<Integer> waiting) {
        ConsoleText text = new ConsoleText();
        for (int rank = 0; rank < world; rank++) {
            if (waiting.contains(rank)) {
                text.timeout(rank, "ALLREDUCE", 1024, COMPLETED + 1, COMPLETED + 3);
            } else {
                text.observed(rank, COMPLETED, COMPLETED);
            }
        }
        return text;
    }

    /** Writes the stack of a rank that waits for its device at a line. */
    private static void device(Path folder, int rank, int line) throws IOException {
        stack(
                folder,
                rank,
                "/opt/venv/lib/python3.12/site-packages/torch/cuda/__init__.py\", line 1162 in synchronize",
                line);
    }

    /** Writes the stack of a rank that waits for no other. */
    private static void outside(Path folder, int rank, int line) throws IOException {
        stack(folder, rank, "/home/ml/data.py\", line 17 in load", line);
    }

    private static void stack(Path folder, int rank, String top, int line) throws IOException {
        Files.writeString(
                folder.resolve("rank" + rank + ".txt"),
                "Timeout (0:00:12)!\nThread 0x00007f738eff1140 (most recent call first):\n  File \"" + top
                        + "\n  File \"/home/ml/fit.py\", line " + line + " in fit\n"
                        + "  File \"/home/ml/fit.py\", line 90 in <module>\n");
    }

    private Verdict verdict(Path... paths) {
        List<LoadedJob> jobs = new JobReader(-1).read(List.of(paths)).jobs();
        assertEquals(1, jobs.size());
        return new Diagnosis().of(jobs.get(0).job());
    }

    private static Set<Integer> named(Verdict verdict) {
        Set<Integer> named = new TreeSet<>(verdict.culprits());
        named.addAll(verdict.suspects());
        return named;
    }

    private Path job(String name, int world, Set<Integer> waiting) throws IOException {
        Path job = Files.createDirectories(folder.resolve(name));
        Files.write(job.resolve("console.log"), console(world, waiting).lines());
        return job;
    }

    @Test
    void namesTheRanksThatStandElsewhereAndWhereTheOthersWait() throws IOException {
        Path job = job("job", 4, Set.of(2, 3));
        device(job, 0, 66);
        device(job, 1, 67);
        device(job, 2, LINE);
        device(job, 3, LINE);

        Verdict verdict = verdict(job);
        assertEquals(List.of(0, 1), verdict.suspects());
        assertEquals(
                "Look at ranks 0 and 1 first: they stand at fit.py:66 and fit.py:67, and ranks 2 and 3 wait for them in"
                        + " all_reduce at fit.py:68.",
                verdict.summary());
        Finding finding = verdict.findings().get(0);
        assertFalse(finding.settles().contains("stack"), finding::settles);
        assertFalse(finding.remedy().contains("py-spy"), finding::remedy);
    }

    @Test
    void asksOnlyForStacksThatWereNotRead() throws IOException {
        Path job = job("job", 4, Set.of(2, 3));
        device(job, 0, 66);
        device(job, 2, LINE);
        device(job, 3, LINE);

        Verdict verdict = verdict(job);
        assertEquals(List.of(0, 1), verdict.suspects());
        assertTrue(
                verdict.findings().get(0).settles().startsWith("A stack of rank 1 "),
                () -> verdict.findings().get(0).settles());
        assertTrue(verdict.findings().get(0).detail().contains("Nothing shows whether rank 1 made the next call"));
    }

    @Test
    void namesTheRankOutsideOfAllWaitsRatherThanTheOneThatWaitsElsewhere() throws IOException {
        Path job = job("job", 4, Set.of(2, 3));
        device(job, 0, 66);
        outside(job, 1, 40);
        device(job, 2, LINE);

        assertEquals(Set.of(1), named(verdict(job)));
    }

    @Test
    void doesNotNameTheRankThatStandsWhereTheOthersWait() throws IOException {
        Path job = job("job", 4, Set.of(2, 3));
        device(job, 0, LINE);
        device(job, 1, 67);
        device(job, 2, LINE);
        device(job, 3, LINE);

        assertEquals(Set.of(1), named(verdict(job)));
    }

    @Test
    void accusesNobodyOnACounterAndAWaitAlone() throws IOException {
        Path job = job("job", 8, Set.of(0, 1, 2, 3, 4, 5));
        for (int rank = 0; rank < 6; rank++) {
            device(job, rank, LINE);
        }
        device(job, 6, 66);
        device(job, 7, 67);

        Verdict verdict = verdict(job);
        assertEquals(List.of(), verdict.culprits());
        assertEquals(List.of(6, 7), verdict.suspects());
    }

    @Test
    void stacksAddNoRankToThoseThatTheConsoleNames() throws IOException {
        for (int i = 0; i < 300; i++) {
            int world = 2 + random.nextInt(9);
            Set<Integer> waiting = new HashSet<>();
            while (waiting.isEmpty() || waiting.size() == world) {
                waiting.clear();
                for (int rank = 0; rank < world; rank++) {
                    if (random.nextInt(3) > 0) {
                        waiting.add(rank);
                    }
                }
            }
            Path job = job("job" + i, world, waiting);
            List<String> stacks = new ArrayList<>();
            Set<Integer> seen = new TreeSet<>();
            for (int rank = 0; rank < world; rank++) {
                if (random.nextInt(4) == 0) {
                    continue;
                }
                int line = waiting.contains(rank) ? LINE : 64 + random.nextInt(5);
                seen.add(rank);
                if (waiting.contains(rank) || random.nextInt(3) > 0) {
                    device(job, rank, line);
                    stacks.add(rank + ":" + line);
                } else {
                    outside(job, rank, line);
                    stacks.add(rank + ":outside");
                }
            }
            Verdict alone = verdict(job.resolve("console.log"));
            Verdict both = verdict(job);
            String context = "seed " + SEED + ", " + world + " ranks, waiting " + waiting + ", stacks " + stacks + ": "
                    + both.summary();
            assertTrue(named(alone).containsAll(named(both)), context);
            assertFalse(named(both).isEmpty() && !named(alone).isEmpty(), context);
            if (2 * waiting.size() >= world) {
                assertTrue(both.suspects().stream().noneMatch(waiting::contains), context);
            }
            for (Finding finding : both.findings()) {
                if (seen.containsAll(finding.ranks())) {
                    assertFalse(finding.settles().contains("A stack of"), context + finding.settles());
                }
            }
        }
    }
}
