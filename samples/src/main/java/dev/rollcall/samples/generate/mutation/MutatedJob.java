package dev.rollcall.samples.generate.mutation;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.LoadedJob;
import dev.rollcall.analyzer.input.job.ReadResult;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import dev.rollcall.analyzer.report.JsonReport;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.samples.generate.AvailableFiles;
import dev.rollcall.samples.generate.GenerateCommand;
import dev.rollcall.samples.generate.Scenario;
import dev.rollcall.samples.generate.writer.RingSizes;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files of a generated job, one damaged at random in each of many rounds. Thread-safe. */
final class MutatedJob {
    /** A reason that a user cannot act on: an exception, a reader that failed, or small files that fill the heap. */
    private static final Pattern UNCLEAR =
            Pattern.compile("^\\s*$|Exception|\\bError\\b|a bug in rollcall|does not fit into memory");

    private final Map<Path, byte[]> files;
    private final String options;

    /** Generates a job below {@code temporary}. */
    MutatedJob(Scenario scenario, AvailableFiles evidence, SeedArchive archive, Path temporary) throws IOException {
        Path folder = Files.createTempDirectory(temporary, "whole");
        GenerateCommand.write(scenario, evidence, folder, RingSizes.DEFAULT);
        Map<Path, byte[]> whole = new TreeMap<>();
        for (Path file : list(folder)) {
            whole.put(file.getFileName(), Files.readAllBytes(file));
        }
        delete(folder);
        this.files = archive.pack(whole);
        this.options =
                scenario.fault().id() + evidence.options() + (archive == SeedArchive.NONE ? "" : " in " + archive);
    }

    /** Returns whether the job left no files. */
    boolean isEmpty() {
        return files.isEmpty();
    }

    /**
     * Damages one file and analyzes all.
     *
     * @param seed chooses the damage
     * @return what went wrong, with the damage's seed; empty if nothing did
     * @throws UncheckedIOException if files cannot be written
     */
    String analyze(long seed, Path temporary) {
        try {
            return analyze(new Random(seed), seed, Files.createTempDirectory(temporary, "mutated"));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private String analyze(Random random, long seed, Path folder) throws IOException {
        try {
            List<Path> names = new ArrayList<>(files.keySet());
            Path damaged = names.get(random.nextInt(names.size()));
            for (Map.Entry<Path, byte[]> file : files.entrySet()) {
                boolean changes = file.getKey().equals(damaged);
                Files.write(
                        folder.resolve(file.getKey()),
                        changes ? new TextMutator(random).mutated(file.getValue()) : file.getValue());
            }
            String wrong = analyze(folder);
            return wrong.isEmpty() ? "" : options + ", damage " + seed + ": " + wrong;
        } finally {
            delete(folder);
        }
    }

    private static String analyze(Path folder) throws IOException {
        try {
            ReadResult reading = new JobReader(-1).read(List.of(folder));
            List<Unreadable> unread = new ArrayList<>(reading.unreadable());
            reading.jobs().forEach(read -> unread.addAll(read.job().coverage().unreadable()));
            for (Unreadable unreadable : unread) {
                if (UNCLEAR.matcher(unreadable.reason()).find()) {
                    return "the reason '" + unreadable.reason() + "' helps nobody";
                }
            }
            List<Verdict> verdicts = new ArrayList<>();
            for (LoadedJob read : reading.jobs()) {
                verdicts.add(new Diagnosis().of(read.job()));
            }
            if (!verdicts.isEmpty()) {
                JsonReport.write(verdicts, new StringWriter());
            }
            return "";
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError failed) {
            StackTraceElement[] stack = failed.getStackTrace();
            return failed + (stack.length > 0 ? " at " + stack[0] : "");
        }
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> found = Files.list(folder)) {
            return found.sorted().toList();
        }
    }

    private static void delete(Path folder) throws IOException {
        for (Path file : list(folder)) {
            Files.delete(file);
        }
        Files.delete(folder);
    }
}
