package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.containment.FileName;
import dev.rollcall.analyzer.containment.InputLimits;
import dev.rollcall.analyzer.containment.InputLimits.Limit;
import dev.rollcall.analyzer.containment.SourceBoundary;
import dev.rollcall.analyzer.containment.SourceFailure;
import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceKind;
import dev.rollcall.analyzer.input.SourceReader;
import dev.rollcall.analyzer.input.console.ConsoleParser;
import dev.rollcall.analyzer.input.horovod.StallParser;
import dev.rollcall.analyzer.input.nccl.LogParser;
import dev.rollcall.analyzer.input.nccl.RasReader;
import dev.rollcall.analyzer.input.nccl.RasTextParser;
import dev.rollcall.analyzer.input.pytorch.DumpReader;
import dev.rollcall.analyzer.input.pytorch.MemorySnapshotReader;
import dev.rollcall.analyzer.input.stack.PySpyJsonReader;
import dev.rollcall.analyzer.input.stack.StackParser;
import dev.rollcall.analyzer.input.stack.StackRanks;
import dev.rollcall.analyzer.input.text.MemoryBudget;
import dev.rollcall.analyzer.input.text.TextReader;
import dev.rollcall.analyzer.input.trace.TraceSourceReader;
import dev.rollcall.analyzer.model.Coverage;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import dev.rollcall.analyzer.model.Launcher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Finds every source below some paths, and joins the sources into jobs.
 *
 * <p>What cannot be read is evidence, too, and never stops the reading. The jobs read whole calls from the files later, when they
 * are asked for, so the files must stay.
 */
public final class JobReader {
    /** How much text is read that does not look like a job's output, bytes: a folder full of data must not take for ever. */
    private static final long MOST_UNRECOGNIZED = 1L << 30;

    private final int worldSize;
    private final InputRules rules;
    private final Progress progress;
    private final Function<MemoryBudget, List<SourceReader>> readers;

    /** Makes a reader; {@code worldSize} is the number of ranks of each job, -1 for what the sources say. */
    public JobReader(int worldSize) {
        this(worldSize, InputRules.DEFAULT, Progress.NONE);
    }

    /** Makes a reader with other rules, which reports its progress. */
    public JobReader(int worldSize, InputRules rules, Progress progress) {
        this(worldSize, rules, progress, budget -> readers(budget, rules.limits()));
    }

    /** Makes a reader of other formats; one of the readers is for text. */
    JobReader(int worldSize, InputRules rules, Progress progress, Function<MemoryBudget, List<SourceReader>> readers) {
        this.worldSize = worldSize;
        this.rules = rules;
        this.progress = progress;
        this.readers = readers;
    }

    /** Returns a reader for each format, for one reading: they share its budget. A file is read by the first that recognizes it. */
    static List<SourceReader> readers(MemoryBudget budget, InputLimits limits) {
        return List.of(
                new TraceSourceReader(),
                new MemorySnapshotReader(limits),
                new DumpReader(limits),
                new PySpyJsonReader(budget),
                new RasReader(budget, limits),
                new TextReader(
                        limits,
                        List.of(
                                () -> new LogParser(budget),
                                () -> new ConsoleParser(budget),
                                () -> new RasTextParser(budget),
                                StallParser::new,
                                () -> StackParser.pySpy(budget),
                                () -> StackParser.faultHandler(budget),
                                () -> StackParser.gdb(budget),
                                () -> StackParser.jstack(budget))));
    }

    /** Reads files, and everything below folders. */
    public ReadResult read(List<Path> paths) {
        MemoryBudget budget = new MemoryBudget();
        List<SourceReader> formats = readers.apply(budget);
        FileFinder finder = new FileFinder(formats, rules, progress);
        paths.forEach(finder::search);
        List<Unreadable> unreadable = new ArrayList<>(finder.unreadable());
        List<Path> withoutEvidence = new ArrayList<>(finder.others());
        List<Path> texts = texts(finder);
        CompletableFuture<Launcher> search = CompletableFuture.supplyAsync(() -> LauncherSearch.of(texts));
        List<ProcessSource> found = open(finder.found(), finder, unreadable, withoutEvidence);
        if (found.isEmpty()) {
            found = open(
                    unrecognizedText(finder.others(), paths, formats), finder, new ArrayList<>(), new ArrayList<>());
        }
        if (budget.isSpent()) {
            unreadable.add(Coverage.beyondMemory(FileName.of(paths.get(0))));
        }
        Launcher launcher = search.join();
        found = found.stream().map(finder.unpacked()::shown).toList();
        unreadable.replaceAll(finder.unpacked()::shown);
        List<JobAssembler> jobs = new ArrayList<>();
        for (RunGrouping.Run run : new JobGrouping(found).jobs()) {
            jobs.add(new JobAssembler(run.sources(), run.remarks(), unreadable, rules.limits(), progress));
        }
        jobs.sort(Comparator.comparingLong(JobAssembler::started));
        List<LoadedJob> loaded = new ArrayList<>();
        for (JobAssembler assembler : jobs) {
            List<Unreadable> ofJob = unreadable.stream()
                    .filter(file ->
                            jobs.size() == 1 || file.isBeyondMemory() || assembler.sharesFolderWith(file.file()))
                    .toList();
            LoadedJob job = assembler.assemble(ofJob, worldSize, launcher);
            if (job.job().ranks().isEmpty()) {
                unreadable.addAll(job.job().coverage().unreadable());
            } else {
                loaded.add(job);
            }
        }
        if (loaded.isEmpty()) {
            describe(withoutEvidence, unreadable);
            unreadable.replaceAll(finder.unpacked()::shown);
        }
        return new ReadResult(loaded, Coverage.once(unreadable), launcher);
    }

    /**
     * Returns the reader of text for files that neither their names nor their first bytes show to be of use; for documents only where
     * the user named them.
     */
    private static Map<Path, SourceReader> unrecognizedText(
            List<Path> files, List<Path> named, List<SourceReader> readers) {
        SourceReader texts = readers.stream()
                .filter(TextReader.class::isInstance)
                .findFirst()
                .orElseThrow();
        Map<Path, SourceReader> read = new LinkedHashMap<>();
        long bytes = 0;
        for (Path file : files) {
            bytes += size(file);
            boolean expected = named.contains(file) || bytes <= MOST_UNRECOGNIZED && !FileGuess.isDocument(file);
            if (expected && FileGuess.isText(file)) {
                read.put(file, texts);
            }
        }
        return read;
    }

    /** Returns the files in which a launcher can have written. */
    private static List<Path> texts(FileFinder finder) {
        List<Path> texts = new ArrayList<>();
        finder.found().forEach((file, reader) -> {
            if (reader instanceof TextReader) {
                texts.add(file);
            }
        });
        finder.others().stream()
                .filter(file -> !FileGuess.isDocument(file) && FileGuess.isText(file))
                .forEach(texts::add);
        return texts;
    }

    /** Adds what files without evidence seem to be, those first that come closest to it. */
    private static void describe(List<Path> files, List<Unreadable> unreadable) {
        Map<Path, FileGuess> guesses = new LinkedHashMap<>();
        files.forEach(file -> guesses.put(file, FileGuess.of(file)));
        Set<String> guessed = files.stream().map(FileName::of).collect(Collectors.toSet());
        unreadable.removeIf(file -> guessed.contains(file.file()));
        guesses.entrySet().stream()
                .sorted(Comparator.comparing(entry -> entry.getValue().kind()))
                .forEach(entry -> unreadable.add(new Unreadable(
                        FileName.of(entry.getKey()), entry.getValue().description())));
    }

    /** A file that was opened, or the reason why it cannot be. */
    private record Opened(
            Path file,
            SourceReader reader,
            List<ProcessSource> sources,
            List<Unreadable> unreadable,
            boolean lackedMemory) {}

    private List<ProcessSource> open(
            Map<Path, SourceReader> recognized,
            FileFinder finder,
            List<Unreadable> unreadable,
            List<Path> withoutEvidence) {
        Map<Path, SourceReader> files = new LinkedHashMap<>(recognized);
        Map<Path, List<Path>> olderParts = RotatedLogs.olderParts(
                files.keySet().stream()
                        .filter(file -> files.get(file) instanceof TextReader)
                        .toList(),
                finder.unpacked()::shown);
        olderParts.values().forEach(files.keySet()::removeAll);
        Map<SourceReader, List<ProcessSource>> byReader = new LinkedHashMap<>();
        ParallelTasks.mapWithMemory(
                        List.copyOf(files.entrySet()),
                        file -> open(file.getKey(), file.getValue(), olderParts.getOrDefault(file.getKey(), List.of())),
                        Opened::lackedMemory,
                        progress,
                        "sources opened")
                .forEach(opened -> {
                    byReader.computeIfAbsent(opened.reader, reader -> new ArrayList<>())
                            .addAll(opened.sources);
                    unreadable.addAll(opened.unreadable);
                    if (opened.sources.stream().allMatch(ProcessSource::showsOnlyWriter)
                            && opened.unreadable.isEmpty()) {
                        withoutEvidence.add(opened.file);
                    }
                });
        List<ProcessSource> sources = new ArrayList<>();
        byReader.forEach((reader, opened) -> sources.addAll(reader.resolveTogether(opened, unreadable)));
        return StackRanks.settle(withoutLoneWriters(sources));
    }

    /**
     * Removes the ranks of which nothing is known but that they wrote, unless they wrote beside the consoles of other ranks of a job, in
     * one folder: then the job has them.
     */
    private static List<ProcessSource> withoutLoneWriters(List<ProcessSource> sources) {
        Set<Integer> known = new HashSet<>();
        Set<Path> folders = new HashSet<>();
        sources.stream().filter(source -> !source.showsOnlyWriter()).forEach(source -> {
            known.addAll(source.ranks());
            if (source.kind() == SourceKind.CONSOLE) {
                folders.add(source.file().getParent());
            }
        });
        return sources.stream()
                .filter(source -> !source.showsOnlyWriter()
                        || known.addAll(source.ranks())
                                && folders.contains(source.file().getParent()))
                .toList();
    }

    private Opened open(Path file, SourceReader reader, List<Path> olderParts) {
        try {
            List<ProcessSource> sources = SourceBoundary.read(
                    rules.limits().time(),
                    () -> reader instanceof TextReader text ? text.open(file, olderParts) : reader.open(file));
            return new Opened(file, reader, sources, cut(file, reader), false);
        } catch (SourceFailure failure) {
            return new Opened(
                    file,
                    reader,
                    List.of(),
                    List.of(new Unreadable(FileName.of(file), failure.getMessage())),
                    failure.isOfMemory());
        }
    }

    /** Returns the remark about a text that is longer than what is read of it. */
    private List<Unreadable> cut(Path file, SourceReader reader) {
        boolean whole =
                !(reader instanceof TextReader) || size(file) <= rules.limits().of(Limit.TEXT);
        return whole
                ? List.of()
                : List.of(new Unreadable(
                        FileName.of(file),
                        "longer than " + rules.limits().text(Limit.TEXT) + ": its middle was not read; "
                                + Limit.TEXT.toRaise(),
                        Coverage.Kind.INCOMPLETE));
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException unreadable) {
            return 0;
        }
    }
}
