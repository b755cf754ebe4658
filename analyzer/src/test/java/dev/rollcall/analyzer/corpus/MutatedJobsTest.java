package dev.rollcall.analyzer.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.LoadedJob;
import dev.rollcall.analyzer.input.job.ReadResult;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Recorded jobs with one randomly damaged file: nothing throws, and damage to one rank's file accuses no other rank. */
class MutatedJobsTest {
    private static final int ROUNDS = 24;
    /** Each run damages the same bytes, unless a seed is given. */
    private static final long SEED = Long.getLong("rollcall.seed", 20_261_121);

    @TempDir
    private Path folder;

    static List<CorpusJob> jobs() throws IOException {
        return RecordedJobsTest.jobs();
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void areReadWhateverIsInAFile(CorpusJob job) throws IOException {
        Random random = new Random(SEED);
        for (int round = 0; round < ROUNDS; round++) {
            List<Path> files = mutated(job, random.nextInt(job.files().size()), random);
            ReadResult reading = read(files, round);
            for (Unreadable unreadable : reading.unreadable()) {
                assertFalse(unreadable.reason().isBlank(), "seed " + SEED + ", round " + round);
                assertFalse(unreadable.reason().contains("Exception"), () -> "seed " + SEED + ": " + unreadable);
            }
        }
    }

    /** The other ranks agree, so damage to the culprit's file can only leave the culprit unnamed. */
    @ParameterizedTest
    @MethodSource("jobs")
    void accuseNobodyElseForDamageToTheCulpritsOwnFile(CorpusJob job) throws IOException {
        Random random = new Random(SEED);
        int culprit = job.onlyCulprit();
        for (int round = 0; round < ROUNDS && culprit >= 0; round++) {
            int number = round;
            for (LoadedJob read : read(mutated(job, culprit, random), round).jobs()) {
                Verdict verdict = new Diagnosis().of(read.job());
                assertEquals(
                        Set.of(),
                        job.innocents(verdict),
                        () -> "seed " + SEED + ", round " + number + ": " + verdict.summary());
            }
        }
    }

    private static ReadResult read(List<Path> files, int round) {
        try {
            ReadResult reading = new JobReader(-1).read(files);
            reading.jobs().forEach(job -> new Diagnosis().of(job.job()));
            return reading;
        } catch (RuntimeException e) {
            throw new AssertionError("seed " + SEED + ", round " + round + ": " + files, e);
        }
    }

    private List<Path> mutated(CorpusJob job, int file, Random random) throws IOException {
        List<Path> files = new ArrayList<>(job.files());
        Path whole = files.get(file);
        byte[] bytes = Files.readAllBytes(whole);
        boolean text = whole.toString().endsWith(".log");
        byte[] changed = text && random.nextInt(3) > 0 ? lines(bytes, random) : bytes(bytes, random);
        files.set(file, Files.write(folder.resolve(whole.getFileName()), changed));
        return files;
    }

    /** Changes some bytes, or drops or repeats a piece. */
    private static byte[] bytes(byte[] whole, Random random) {
        byte[] bytes = whole.clone();
        int from = random.nextInt(bytes.length);
        int length = Math.min(1 + random.nextInt(400), bytes.length - from);
        switch (random.nextInt(4)) {
            case 0 -> {
                for (int i = 0; i <= random.nextInt(8); i++) {
                    bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
                }
                return bytes;
            }
            case 1 -> {
                return Arrays.copyOf(bytes, from);
            }
            default -> {
                ByteArrayOutputStream changed = new ByteArrayOutputStream();
                changed.write(bytes, 0, from);
                int again = random.nextInt(3);
                for (int i = 0; i < again; i++) {
                    changed.write(bytes, from, length);
                }
                changed.write(bytes, from + length, bytes.length - from - length);
                return changed.toByteArray();
            }
        }
    }

    /** Drops, repeats or swaps some lines. */
    private static byte[] lines(byte[] whole, Random random) {
        List<String> lines = new ArrayList<>(List.of(new String(whole, StandardCharsets.UTF_8).split("(?<=\n)")));
        for (int i = 0; i <= random.nextInt(4); i++) {
            int at = random.nextInt(lines.size() - 1);
            switch (random.nextInt(3)) {
                case 0 -> lines.remove(at);
                case 1 -> lines.add(at, lines.get(at));
                default -> lines.add(at + 1, lines.remove(at));
            }
        }
        return String.join("", lines).getBytes(StandardCharsets.UTF_8);
    }
}
