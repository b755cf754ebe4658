package dev.rollcall.samples.generate.mutation;

import dev.rollcall.samples.generate.AvailableFiles;
import dev.rollcall.samples.generate.EvidenceFormat;
import dev.rollcall.samples.generate.Scenario;
import dev.rollcall.samples.generate.fault.Fault;
import dev.rollcall.samples.generate.fault.FaultPlace;
import dev.rollcall.samples.generate.program.Layout;
import dev.rollcall.samples.generate.program.WaitPolicy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.ParseException;

/**
 * {@code samples/mutations}: damages the files of generated jobs at random, analyzes what is left, and reports every exception. The
 * heap that the JVM is given bounds the memory.
 */
public final class MutationCommand {
    private static final int FAILED = 1;
    private static final int USAGE = 2;
    private static final int DEFAULT_COUNT = 2000;
    private static final int MOST = 999_999_999;
    private static final String ALL = "all";

    /** Rounds between two lines of progress. */
    private static final int STEP = 1000;

    private static final Options OPTIONS = new Options();

    static {
        for (String name : new String[] {"format", "archive", "count", "seed"}) {
            OPTIONS.addOption(Option.builder().longOpt(name).hasArg().get());
        }
    }

    private MutationCommand() {}

    public static void main(String[] args) {
        try {
            CommandLine line = new DefaultParser().parse(OPTIONS, args);
            int count = number(line, "count", DEFAULT_COUNT);
            int seed = number(line, "seed", new Random().nextInt(MOST));
            boolean failed = false;
            for (String format : formats(line.getOptionValue("format", ALL))) {
                for (String archive : line.getOptionValue("archive", "none").split(",")) {
                    failed |= !run(AvailableFiles.parse(format), archive(archive), count, seed);
                }
            }
            System.exit(failed ? FAILED : 0);
        } catch (ParseException | IllegalArgumentException wrong) {
            System.err.println("samples/mutations: " + wrong.getMessage() + " (see samples/mutations --help)");
            System.exit(USAGE);
        } catch (IOException | UncheckedIOException failed) {
            System.err.println("samples/mutations: " + failed.getMessage());
            System.exit(FAILED);
        }
    }

    /** Returns the formats of an option: each alone, and one mixture. */
    static List<String> formats(String option) {
        return option.equals(ALL)
                ? Stream.concat(Stream.of(EvidenceFormat.values()).map(EvidenceFormat::id), Stream.of("console+stacks"))
                        .toList()
                : List.of(option.split(","));
    }

    private static SeedArchive archive(String name) throws ParseException {
        return Stream.of(SeedArchive.values())
                .filter(archive -> archive.id().equals(name))
                .findFirst()
                .orElseThrow(
                        () -> new ParseException("--archive takes none, gz, zst, zip or tar.gz, not '" + name + "'"));
    }

    private static int number(CommandLine line, String option, int standard) throws ParseException {
        String value = line.getOptionValue(option, String.valueOf(standard));
        if (!value.matches("\\d{1,9}")) {
            throw new ParseException("--" + option + " takes a number from 0 to " + MOST + ", not '" + value + "'");
        }
        return Integer.parseInt(value);
    }

    private static boolean run(AvailableFiles evidence, SeedArchive archive, int count, long seed) throws IOException {
        long started = System.nanoTime();
        AtomicInteger done = new AtomicInteger();
        List<String> wrong = failures(evidence, archive, count, seed, failure -> {
            if (!failure.isEmpty()) {
                System.out.println("  " + failure);
            }
            if (done.incrementAndGet() % STEP == 0 && done.get() < count) {
                System.out.println(evidence.id() + ": " + done.get() + " of " + count);
            }
        });
        System.out.printf(
                "%s%s: %d mutations with seed %d in %d s, with %d MiB of heap at most: %d failed%n",
                evidence.id(),
                archive == SeedArchive.NONE ? "" : " in " + archive.id(),
                count,
                seed,
                (System.nanoTime() - started) / 1_000_000_000,
                Runtime.getRuntime().maxMemory() >> 20,
                wrong.size());
        return wrong.isEmpty();
    }

    /**
     * Returns what went wrong in any of {@code count} rounds, with the round's seed; the rounds run on all processors.
     *
     * @param progress gets the result of each round when it is over, empty if nothing went wrong; called by several threads at once
     */
    static List<String> failures(
            AvailableFiles evidence, SeedArchive archive, int count, long seed, Consumer<String> progress)
            throws IOException {
        Path temporary = Files.createTempDirectory("rollcall-mutations");
        try {
            List<MutatedJob> jobs = jobs(evidence, archive, temporary);
            return LongStream.range(0, count)
                    .parallel()
                    .mapToObj(round ->
                            jobs.get(Math.floorMod(seed + round, jobs.size())).analyze(seed + round, temporary))
                    .peek(progress)
                    .filter(failure -> !failure.isEmpty())
                    .toList();
        } finally {
            // It stays where a failure left files in it: that failure says more.
            temporary.toFile().delete();
        }
    }

    /** Returns jobs with each fault that is possible in a small layout with several groups. */
    private static List<MutatedJob> jobs(AvailableFiles evidence, SeedArchive archive, Path temporary)
            throws IOException {
        List<MutatedJob> jobs = new ArrayList<>();
        for (Fault fault : Fault.values()) {
            for (int seed = 0; seed < 4; seed++) {
                Scenario scenario = new Scenario(
                        new Layout(2, 1, 2),
                        3,
                        1,
                        seed < 2 ? WaitPolicy.CALLS : WaitPolicy.STEPS,
                        fault,
                        new FaultPlace(1, 2, 0, FaultPlace.Kind.WORLD),
                        seed);
                try {
                    MutatedJob job = new MutatedJob(scenario, evidence, archive, temporary);
                    if (!job.isEmpty()) {
                        jobs.add(job);
                    }
                } catch (NoSuchElementException impossible) {
                    // The layout has no such call.
                    continue;
                }
            }
        }
        return jobs;
    }
}
