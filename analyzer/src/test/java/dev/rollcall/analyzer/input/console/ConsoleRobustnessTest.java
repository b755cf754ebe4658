package dev.rollcall.analyzer.input.console;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.LoadedJob;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Consoles that lack lines, repeat them, mix them otherwise, or are damaged: no innocent rank is a culprit. */
class ConsoleRobustnessTest {
    private static final long SEED = Long.getLong("rollcall.seed", 20_261_122);
    private static final int MUTATIONS = Integer.getInteger("rollcall.mutations", 400);
    private static final int WORLD = 5;

    @TempDir
    private Path folder;

    /** A job and the only rank that may be named in it; -1 for none. */
    private record Scene(ConsoleText text, int guilty) {}

    /** Returns a console of each kind of fault. */
    private static Map<String, Scene> scenes() {
        Map<String, Scene> scenes = new LinkedHashMap<>();
        ConsoleText operation = new ConsoleText();
        ConsoleText ahead = new ConsoleText();
        ConsoleText alike = new ConsoleText();
        ConsoleText counted = new ConsoleText();
        ConsoleText detail = new ConsoleText();
        ConsoleText barrier = new ConsoleText().missing(3);
        for (int rank = WORLD - 1; rank >= 0; rank--) {
            boolean guilty = rank == 3;
            operation
                    .timeout(rank, guilty ? "BROADCAST" : "ALLREDUCE", 512, 21, 25)
                    .stack(rank, "step", guilty ? 9 : 8);
            ahead.timeout(rank, "ALLREDUCE", 512, guilty ? 22 : 21, 25);
            alike.timeout(rank, "ALLREDUCE", 512, 21, 25);
            detail.mismatch(rank, guilty ? 0 : 3, 20, guilty ? "BROADCAST" : "ALLREDUCE", "512");
            if (guilty) {
                counted.observed(rank, 20, 20);
            } else {
                counted.timeout(rank, "ALLREDUCE", 512, 21, 25);
                barrier.reached(rank);
            }
        }
        scenes.put("operation", new Scene(operation.torchrun(WORLD, Map.of(1, -6)), 3));
        scenes.put("ahead", new Scene(ahead.torchrun(WORLD, Map.of(1, -6)), 3));
        scenes.put("alike", new Scene(alike.torchrun(WORLD, Map.of(1, -6)), -1));
        scenes.put("counted", new Scene(counted.torchrun(WORLD, Map.of(1, -6)), 3));
        scenes.put("detail", new Scene(detail.torchrun(WORLD, Map.of(2, 1)), 3));
        scenes.put("barrier", new Scene(barrier.torchrun(WORLD, Map.of(2, 1)), 3));
        scenes.put(
                "crash",
                new Scene(new ConsoleText().exception(3, "ValueError: x").torchrun(WORLD, Map.of(3, 1)), 3));
        return scenes;
    }

    private static List<ConsoleDamage.Line> lines(ConsoleText text) {
        List<String> lines = text.lines();
        int[] ranks = new int[lines.size()];
        Arrays.fill(ranks, -1);
        for (int rank = 0; rank < WORLD; rank++) {
            for (int index : text.linesOf(rank)) {
                ranks[index] = rank;
            }
        }
        return IntStream.range(0, lines.size())
                .mapToObj(index -> new ConsoleDamage.Line(ranks[index], lines.get(index)))
                .toList();
    }

    private List<Verdict> verdicts(byte[] console) throws IOException {
        Files.write(folder.resolve("console.log"), console);
        return new JobReader(-1)
                .read(List.of(folder)).jobs().stream()
                        .map(LoadedJob::job)
                        .map(job -> new Diagnosis().of(job))
                        .toList();
    }

    private void assertNoInnocentCulprit(List<String> lines, Scene scene, String what) throws IOException {
        byte[] console = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.ISO_8859_1);
        for (Verdict verdict : verdicts(console)) {
            assertTrue(
                    verdict.culprits().isEmpty() || verdict.culprits().equals(List.of(scene.guilty)),
                    () -> what + ", seed " + SEED + ": " + verdict.summary() + "\n" + String.join("\n", lines));
        }
    }

    @ParameterizedTest
    @EnumSource
    void namesNoInnocentRankIfTheLinesOfOneRankAre(ConsoleDamage damage) throws IOException {
        Random random = new Random(SEED);
        for (Map.Entry<String, Scene> scene : scenes().entrySet()) {
            List<ConsoleDamage.Line> lines = lines(scene.getValue().text);
            for (int rank = -1; rank < WORLD; rank++) {
                for (int i = 0; i < (damage.isRandom() ? 5 : 1); i++) {
                    assertNoInnocentCulprit(
                            damage.of(lines, rank, random),
                            scene.getValue(),
                            scene.getKey() + ", rank " + rank + " " + damage);
                }
            }
        }
    }

    @Test
    void namesNoInnocentRankWhereTheRanksLinesAreMixedAtRandom() throws IOException {
        Random random = new Random(SEED);
        for (Map.Entry<String, Scene> scene : scenes().entrySet()) {
            for (int i = 0; i < 20; i++) {
                List<String> lines = new ArrayList<>(scene.getValue().text.lines());
                Collections.shuffle(lines, random);
                assertNoInnocentCulprit(lines, scene.getValue(), scene.getKey());
            }
        }
    }

    @Test
    void readsDamagedConsolesWithoutAnException() {
        Random random = new Random(SEED);
        List<Scene> scenes = List.copyOf(scenes().values());
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] console = String.join(
                            "\n", scenes.get(random.nextInt(scenes.size())).text.lines())
                    .getBytes(StandardCharsets.ISO_8859_1);
            for (int change = random.nextInt(20); change >= 0; change--) {
                int at = random.nextInt(console.length);
                switch (random.nextInt(3)) {
                    case 0 -> console[at] = (byte) random.nextInt(256);
                    case 1 -> console[at] = (byte) ('0' + random.nextInt(10));
                    default -> {
                        int length = random.nextInt(Math.min(200, console.length - at));
                        System.arraycopy(console, random.nextInt(console.length - length), console, at, length);
                    }
                }
            }
            byte[] damaged = console;
            assertDoesNotThrow(() -> verdicts(damaged), () -> "seed " + SEED);
        }
    }
}
