package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.input.IoErrorText;
import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceKind;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.StackFrame;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The sources of one job, read, with the tables that their calls refer to. Not thread-safe. */
final class JobSources {
    private final String id;
    private final InternTable<Signature> signatures = new InternTable<>();
    private final InternTable<StackFrame> sites = new InternTable<>();
    private final List<ProcessEvidence> processes = new ArrayList<>();
    private final Map<SourceKind, List<ProcessEvidence>> kinds = new EnumMap<>(SourceKind.class);
    private final Set<Path> folders = new HashSet<>();

    /** Reads the sources, at least one; what cannot be read is added to {@code unreadable}. */
    JobSources(List<ProcessSource> sources, List<Unreadable> unreadable, Progress progress) {
        this.id = sources.get(0).identity().jobId();
        sites.id(Job.UNKNOWN_SITE);
        sources.forEach(source -> folders.add(folder(source.file())));
        ParallelTasks.map(sources, this::read, progress.of("sources read")).forEach(read -> {
            if (read.process != null) {
                processes.add(read.process);
                kinds.computeIfAbsent(read.kind, kind -> new ArrayList<>()).add(read.process);
            } else {
                unreadable.add(read.unreadable);
            }
        });
    }

    /** A source that was read, or why it was not. */
    private record Read(SourceKind kind, ProcessEvidence process, Unreadable unreadable) {}

    private Read read(ProcessSource source) {
        try {
            return new Read(source.kind(), source.read(signatures, sites), null);
        } catch (IOException e) {
            return new Read(source.kind(), null, new Unreadable(source.file().toString(), IoErrorText.of(e)));
        }
    }

    /** Returns when its first process started, nanoseconds since the epoch. */
    long started() {
        return processes.stream().mapToLong(ProcessEvidence::started).min().orElse(Call.NO_TIME);
    }

    /** Returns whether a file lies beside one of this job's, so that it is probably the job's too. */
    boolean besides(String file) {
        return folders.contains(folder(Path.of(file)));
    }

    /** Returns the job; it has no rank where no source tells of one. */
    LoadedJob assemble(List<Unreadable> unreadable, int world) {
        RasCheck ras = new RasCheck(folders, signatures);
        kinds.replaceAll((kind, its) -> ras.of(its));
        List<Unreadable> unread = new ArrayList<>(unreadable);
        Best best = best(unread);
        Job job = new JobAssembler(id, signatures, sites, best.kind).assemble(best.processes, unread, world);
        Set<Path> classPath = new LinkedHashSet<>();
        processes.forEach(process -> classPath.addAll(process.classPath()));
        int told = processes.stream().mapToInt(ProcessEvidence::worldSize).max().orElse(-1);
        return new LoadedJob(job, List.copyOf(classPath), told);
    }

    /**
     * Returns the processes of the kind that tells of most ranks, set against those of the others. Kinds name communicators each in
     * its own way, so that a rank of one cannot be compared with a rank of another.
     */
    private Best best(List<Unreadable> unread) {
        if (kinds.size() < 2) {
            return kinds.entrySet().stream()
                    .map(only -> new Best(only.getKey(), only.getValue()))
                    .findFirst()
                    .orElse(new Best(SourceKind.TRACE, List.of()));
        }
        Map<SourceKind, Map<Integer, ProcessEvidence>> owners = new EnumMap<>(SourceKind.class);
        kinds.forEach((kind, its) -> owners.put(kind, new RankAssignment(its, kind).owners()));
        SourceKind best = Collections.max(
                kinds.keySet(),
                Comparator.comparingInt((SourceKind kind) -> owners.get(kind).size())
                        .thenComparing(Comparator.reverseOrder()));
        SourceCrossCheck check = new SourceCrossCheck(owners.get(best), best);
        owners.forEach((kind, others) -> {
            if (kind != best) {
                check.with(others, kind);
            }
        });
        unread.addAll(check.said());
        return new Best(best, check.processes(kinds.get(best)));
    }

    /** The processes by which the job is judged. */
    private record Best(SourceKind kind, List<ProcessEvidence> processes) {}

    private static Path folder(Path file) {
        return file.toAbsolutePath().normalize().getParent();
    }
}
