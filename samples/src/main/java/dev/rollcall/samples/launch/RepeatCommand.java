package dev.rollcall.samples.launch;

import dev.rollcall.samples.Sample;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Runs samples again and again, with worlds and culprits of several kinds, and prints how often the verdict was right.
 *
 * <p>Arguments: how many times, the world sizes separated by commas, and the samples' names (none: all). Exits with 0 if
 * every verdict was right, 1 if not, 2 if it was called wrongly.
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

    public static void main(String[] args) throws IOException, InterruptedException {
        Installation installation = Installation.current();
        try {
            installation.check();
            RepeatCommand repetition = new RepeatCommand(installation, Integer.parseInt(args[0]));
            List<Integer> worlds =
                    Stream.of(args[1].split(",")).map(Integer::valueOf).toList();
            List<Sample> samples =
                    args.length > 2 ? Stream.of(args).skip(2).map(Sample::of).toList() : List.of(Sample.values());
            System.exit(repetition.run(samples, worlds) ? 0 : 1);
        } catch (RuntimeException wrong) {
            System.err.println("samples/repeat: " + wrong.getMessage() + " (see samples/repeat --help)");
            System.exit(2);
        }
    }

    private boolean run(List<Sample> samples, List<Integer> worlds) throws IOException, InterruptedException {
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

    /** The first rank, one in the middle, and the last. */
    private static List<Integer> culprits(int worldSize) {
        return IntStream.of(0, worldSize / 2, worldSize - 1).distinct().boxed().toList();
    }

    private void repeat(Sample sample, int worldSize, int culprit) throws IOException, InterruptedException {
        int right = 0;
        Set<String> sentences = new HashSet<>();
        List<String> misses = new ArrayList<>();
        for (int time = 1; time <= times; time++) {
            Path folder =
                    installation.runs().resolve("repeat/" + sample.id() + "-" + worldSize + "-" + culprit + "-" + time);
            Folders.delete(folder);
            RunPlan plan =
                    RunPlan.of(sample, worldSize, folder).withCulprit(culprit).withHang(HANG);
            SampleRun trial = SampleRun.run(plan, installation, ProgressPrinter.silent());
            sentences.add(trial.answer().summary().replaceAll("\\d+(\\.\\d+)? (ms|s|min)\\b", "N s"));
            if (trial.misses().isEmpty()) {
                right++;
            } else {
                misses.add(folder.getFileName() + ": " + trial.misses());
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
