package dev.rollcall.samples.launch;

import dev.rollcall.samples.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * {@code samples/repeat}: runs samples many times with several world sizes and culprits, and prints how often the verdict was
 * the expected one.
 *
 * <p>Arguments: the number of times, the world sizes separated by commas, and the names of samples (none: all). Exits with 0
 * if every verdict was the expected one, 1 if not or if a run failed, 2 if an argument is invalid.
 */
public final class RepeatCommand {

    private static final Duration HANG = Duration.ofSeconds(2);
    private static final String ROW = "%-20s %5s %7s  %-7s %9s  %s";

    private final Installation installation;
    private final int times;
    private boolean allRight = true;

    private RepeatCommand(Installation installation, int times) {
        this.installation = installation;
        this.times = times;
    }

    public static void main(String[] args) throws InterruptedException {
        System.exit(run(Installation.current(), args));
    }

    /** Runs the command; returns its exit code. */
    static int run(Installation installation, String... args) throws InterruptedException {
        int times;
        List<Integer> worlds;
        List<Sample> samples;
        try {
            times = Integer.parseInt(args[0]);
            worlds = Stream.of(args[1].split(",")).map(Integer::valueOf).toList();
            samples = args.length > 2 ? Stream.of(args).skip(2).map(Sample::of).toList() : List.of(Sample.values());
        } catch (NumberFormatException | NoSuchElementException wrong) {
            System.err.println("samples/repeat: " + wrong.getMessage() + " (see samples/repeat --help)");
            return 2;
        }
        try {
            installation.check();
            return new RepeatCommand(installation, times).repeat(samples, worlds) ? 0 : 1;
        } catch (IOException e) {
            System.err.println("samples/repeat: " + e.getMessage());
            return 1;
        }
    }

    private boolean repeat(List<Sample> samples, List<Integer> worlds) throws IOException, InterruptedException {
        System.out.printf(ROW + "%n", "sample", "ranks", "culprit", "right", "sentences", "");
        for (Sample sample : samples) {
            for (int worldSize : worlds) {
                for (int culprit : culprits(worldSize)) {
                    repeat(sample, worldSize, culprit);
                }
            }
        }
        return allRight;
    }

    /** Returns the first rank, the middle one, and the last. */
    private static List<Integer> culprits(int worldSize) {
        return IntStream.of(0, worldSize / 2, worldSize - 1).distinct().boxed().toList();
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        List<Path> contents;
        try (Stream<Path> paths = Files.walk(folder)) {
            contents = paths.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : contents) {
            Files.delete(path);
        }
    }

    private void repeat(Sample sample, int worldSize, int culprit) throws IOException, InterruptedException {
        int right = 0;
        Set<String> sentences = new HashSet<>();
        List<String> misses = new ArrayList<>();
        for (int time = 1; time <= times; time++) {
            Path folder =
                    installation.runs().resolve("repeat/" + sample.id() + "-" + worldSize + "-" + culprit + "-" + time);
            delete(folder);
            RunPlan plan =
                    RunPlan.of(sample, worldSize, folder).withCulprit(culprit).withHang(HANG);
            SampleRun run = SampleRun.run(plan, installation, ProgressPrinter.silent());
            sentences.add(run.result().summary().replaceAll("\\d+(\\.\\d+)? (ms|s|min)\\b", "N s"));
            if (run.misses().isEmpty()) {
                right++;
            } else {
                misses.add(folder.getFileName() + ": " + run.misses());
            }
        }
        System.out.printf(
                ROW + "%n",
                sample.id(),
                worldSize,
                culprit,
                right + "/" + times,
                sentences.size(),
                misses.isEmpty() ? "" : misses.get(0));
        allRight &= misses.isEmpty();
    }
}
