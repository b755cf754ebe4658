package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.input.IoErrorText;
import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceReader;
import dev.rollcall.analyzer.input.horovod.StallParser;
import dev.rollcall.analyzer.input.nccl.LogParser;
import dev.rollcall.analyzer.input.nccl.RasReader;
import dev.rollcall.analyzer.input.nccl.RasTextParser;
import dev.rollcall.analyzer.input.pytorch.DumpReader;
import dev.rollcall.analyzer.input.text.TextReader;
import dev.rollcall.analyzer.input.trace.TraceSourceReader;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds every source below some paths, and joins the sources into jobs.
 *
 * <p>What cannot be read is evidence, too, and never stops the reading. The jobs read whole calls from the files later, when they
 * are asked for, so the files must stay.
 */
public final class JobReader {
    private static final String NOTHING_FOUND = "text in which nothing shows what a rank did";

    private final int worldSize;
    private final Progress progress;

    /** Makes a reader; {@code worldSize} is the number of ranks of each job, -1 for what the sources say. */
    public JobReader(int worldSize) {
        this(worldSize, Progress.NONE);
    }

    /** Makes a reader that reports its progress. */
    public JobReader(int worldSize, Progress progress) {
        this.worldSize = worldSize;
        this.progress = progress;
    }

    /** Returns a reader for each format. A file is read by the first one that recognizes it. */
    static List<SourceReader> readers() {
        return List.of(
                new TraceSourceReader(),
                new DumpReader(),
                new RasReader(),
                new TextReader(List.of(LogParser::new, RasTextParser::new, StallParser::new)));
    }

    /** Reads files, and everything below folders. */
    public ReadResult read(List<Path> paths) {
        FileFinder finder = new FileFinder(readers(), progress);
        paths.forEach(finder::search);
        List<Unreadable> unreadable = new ArrayList<>(finder.unreadable());
        List<JobAssembler> jobs = new ArrayList<>();
        for (List<ProcessSource> sources : new JobGrouping(open(finder.found(), unreadable)).jobs()) {
            jobs.add(new JobAssembler(sources, unreadable, progress));
        }
        jobs.sort(Comparator.comparingLong(JobAssembler::started));
        List<LoadedJob> loaded = new ArrayList<>();
        for (JobAssembler assembler : jobs) {
            List<Unreadable> ofJob = unreadable.stream()
                    .filter(file -> jobs.size() == 1 || assembler.sharesFolderWith(file.file()))
                    .toList();
            LoadedJob job = assembler.assemble(ofJob, worldSize);
            if (job.job().ranks().isEmpty()) {
                unreadable.addAll(job.job().coverage().unreadable());
            } else {
                loaded.add(job);
            }
        }
        return new ReadResult(loaded, unreadable.stream().distinct().toList());
    }

    /** A file that was opened, or the reason why it cannot be. */
    private record Opened(Path file, SourceReader reader, List<ProcessSource> sources, List<Unreadable> unreadable) {}

    private List<ProcessSource> open(Map<Path, SourceReader> files, List<Unreadable> unreadable) {
        Map<SourceReader, List<ProcessSource>> byReader = new LinkedHashMap<>();
        List<Unreadable> withoutEvidence = new ArrayList<>();
        ParallelTasks.map(
                        List.copyOf(files.entrySet()),
                        file -> open(file.getKey(), file.getValue()),
                        progress,
                        "sources opened")
                .forEach(opened -> {
                    byReader.computeIfAbsent(opened.reader, reader -> new ArrayList<>())
                            .addAll(opened.sources);
                    unreadable.addAll(opened.unreadable);
                    if (opened.sources.isEmpty() && opened.unreadable.isEmpty()) {
                        withoutEvidence.add(new Unreadable(opened.file.toString(), NOTHING_FOUND));
                    }
                });
        List<ProcessSource> sources = new ArrayList<>();
        byReader.forEach((reader, opened) -> sources.addAll(reader.resolveTogether(opened, unreadable)));
        if (sources.isEmpty()) {
            unreadable.addAll(withoutEvidence);
        }
        return sources;
    }

    private static Opened open(Path file, SourceReader reader) {
        try {
            return new Opened(file, reader, reader.open(file), List.of());
        } catch (IOException e) {
            return new Opened(file, reader, List.of(), List.of(new Unreadable(file.toString(), IoErrorText.of(e))));
        }
    }
}
