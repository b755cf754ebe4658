package dev.rollcall.analyzer.input;

import dev.rollcall.analyzer.input.nccl.LogReader;
import dev.rollcall.analyzer.input.pytorch.DumpReader;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Reads every source below some paths and joins them into jobs, told apart by the identity that the sources give.
 *
 * <p>What cannot be read is evidence and never stops the reading. The jobs keep reading whole calls from their files when
 * they are asked for; the files must stay.
 */
public final class JobReader {
    static final List<SourceReader> READERS = List.of(new TraceSourceReader(), new DumpReader(), new LogReader());

    private final int world;

    /** Makes a reader; {@code world} is how many ranks each job has, -1 to believe the sources. */
    public JobReader(int world) {
        this.world = world;
    }

    /** Reads files, and what is below folders. */
    public Reading read(List<Path> paths) {
        FileFinder finder = new FileFinder(READERS);
        paths.forEach(finder::search);
        List<Unreadable> unreadable = new ArrayList<>(finder.unreadable());
        List<ProcessSource> sources = new ArrayList<>();
        finder.found().forEach((file, reader) -> {
            try {
                sources.addAll(reader.open(file));
            } catch (IOException e) {
                unreadable.add(new Unreadable(file.toString(), FileFinder.reason(e)));
            }
        });
        List<JobSources> jobs = new ArrayList<>();
        new JobGroups(sources).jobs().forEach(its -> jobs.add(new JobSources(its, unreadable)));
        jobs.sort(Comparator.comparingLong(JobSources::started));
        List<JobEvidence> evidence = new ArrayList<>();
        for (JobSources job : jobs) {
            List<Unreadable> its = unreadable.stream()
                    .filter(file -> jobs.size() == 1 || job.besides(file.file()))
                    .toList();
            JobEvidence read = job.assemble(its, world);
            if (read.job().ranks().isEmpty()) {
                unreadable.addAll(read.job().coverage().unreadable());
            } else {
                evidence.add(read);
            }
        }
        return new Reading(evidence, unreadable.stream().distinct().toList());
    }
}
