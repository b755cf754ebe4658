package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.input.IoErrorText;
import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceReader;
import dev.rollcall.analyzer.input.nccl.LogReader;
import dev.rollcall.analyzer.input.pytorch.DumpReader;
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
 * Reads every source below some paths and joins them into jobs, told apart by the identity that the sources give.
 *
 * <p>What cannot be read is evidence and never stops the reading. The jobs keep reading whole calls from their files when
 * they are asked for; the files must stay.
 */
public final class JobReader {
    private final int world;
    private final Progress progress;

    /** Makes a reader; {@code world} is how many ranks each job has, -1 to believe the sources. */
    public JobReader(int world) {
        this(world, Progress.NONE);
    }

    /** Makes a reader that tells how far it got. */
    public JobReader(int world, Progress progress) {
        this.world = world;
        this.progress = progress;
    }

    /** Returns one reader for each kind of source; they are asked in this order. */
    static List<SourceReader> readers() {
        return List.of(new TraceSourceReader(), new DumpReader(), new LogReader());
    }

    /** Reads files, and what is below folders. */
    public ReadResult read(List<Path> paths) {
        FileFinder finder = new FileFinder(readers(), progress);
        paths.forEach(finder::search);
        List<Unreadable> unreadable = new ArrayList<>(finder.unreadable());
        Map<SourceReader, List<ProcessSource>> byReader = new LinkedHashMap<>();
        ParallelTasks.map(
                        List.copyOf(finder.found().entrySet()),
                        found -> open(found.getKey(), found.getValue()),
                        progress.of("sources opened"))
                .forEach(opened -> {
                    byReader.computeIfAbsent(opened.reader, reader -> new ArrayList<>())
                            .addAll(opened.sources);
                    unreadable.addAll(opened.unreadable);
                });
        List<ProcessSource> sources = new ArrayList<>();
        byReader.forEach((reader, its) -> sources.addAll(reader.resolve(its, unreadable)));
        List<JobSources> jobs = new ArrayList<>();
        new JobGrouping(sources).jobs().forEach(its -> jobs.add(new JobSources(its, unreadable, progress)));
        jobs.sort(Comparator.comparingLong(JobSources::started));
        List<LoadedJob> evidence = new ArrayList<>();
        for (JobSources job : jobs) {
            List<Unreadable> its = unreadable.stream()
                    .filter(file -> jobs.size() == 1 || job.besides(file.file()))
                    .toList();
            LoadedJob read = job.assemble(its, world);
            if (read.job().ranks().isEmpty()) {
                unreadable.addAll(read.job().coverage().unreadable());
            } else {
                evidence.add(read);
            }
        }
        return new ReadResult(evidence, unreadable.stream().distinct().toList());
    }

    /** A file that was opened, or why it was not. */
    private record Opened(SourceReader reader, List<ProcessSource> sources, List<Unreadable> unreadable) {}

    private static Opened open(Path file, SourceReader reader) {
        try {
            return new Opened(reader, reader.open(file), List.of());
        } catch (IOException e) {
            return new Opened(reader, List.of(), List.of(new Unreadable(file.toString(), IoErrorText.of(e))));
        }
    }
}
