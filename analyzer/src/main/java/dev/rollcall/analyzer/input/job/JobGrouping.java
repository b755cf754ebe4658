package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.containment.FileName;
import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceIdentity;
import dev.rollcall.analyzer.input.SourceKind;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Coverage.Kind;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Groups sources into jobs.
 *
 * <p>Traces have their launcher's job id. Time separates several runs with one id ({@link RunSplitter}). A job that was
 * started by hand on each of several hosts has an id on each host: such parts are one job if they share a communicator at the
 * same time and neither a host nor a rank occurs in both. (Two jobs on two hosts can both meet at port 29500 of localhost, but
 * then both have a rank 0.) A host may occur in both if the communicator has a unique id, as NCCL's have. Dumps, consoles and
 * logs have no job id ({@link RunGrouping}): they belong to the only traced job in whose
 * folders they are, or form jobs of their own. Memory snapshots belong to the only traced job in whose folders they are; where there
 * is none, to the only traced job, or the only job at all.
 */
final class JobGrouping {
    /** How the recorder begins the identity of a communicator that no other one ever has. */
    private static final String UNIQUE = "nccl:";

    private static final String OF_SEVERAL_JOBS =
            "nothing shows of which job it is: put it into one folder with the traces of its job alone";

    private final List<Part> parts = new ArrayList<>();

    /** Groups the sources of all readers. */
    JobGrouping(List<ProcessSource> sources) {
        Map<String, List<ProcessSource>> byId = new LinkedHashMap<>();
        List<ProcessSource> damaged = new ArrayList<>();
        List<ProcessSource> withoutId = new ArrayList<>();
        List<ProcessSource> snapshots = new ArrayList<>();
        for (ProcessSource source : sources) {
            if (source.identityLost()) {
                damaged.add(source);
            } else if (source.kind() == SourceKind.MEMORY) {
                snapshots.add(source);
            } else if (source.kind() != SourceKind.TRACE) {
                withoutId.add(source);
            } else {
                byId.computeIfAbsent(source.identity().jobId(), id -> new ArrayList<>())
                        .add(source);
            }
        }
        byId.values().forEach(this::addRuns);
        // Before dumps and logs are added: they hide which ranks have no trace.
        damaged.removeIf(this::addToOnlyPossibleJob);
        List<Part> traced = List.copyOf(parts);
        for (RunGrouping.Run run : RunGrouping.runs(withoutId)) {
            List<Part> possible = traced.stream()
                    .filter(part -> part.canContain(run.sources()))
                    .toList();
            Part part = possible.size() == 1 ? possible.get(0) : new Part(List.of());
            run.sources().forEach(part::add);
            part.remarks.addAll(run.remarks());
            if (possible.size() != 1) {
                parts.add(part);
            }
        }
        damaged.removeIf(this::addToOnlyPossibleJob);
        if (!damaged.isEmpty()) {
            addRuns(damaged);
        }
        addSnapshots(snapshots);
    }

    /** Adds memory snapshots to the jobs that they are of; without any job, they are a part without ranks. */
    private void addSnapshots(List<ProcessSource> snapshots) {
        List<Part> traced = parts.stream().filter(Part::isTraced).toList();
        List<Part> jobs = traced.isEmpty() ? List.copyOf(parts) : traced;
        Part alone = new Part(List.of());
        for (ProcessSource snapshot : snapshots) {
            List<Part> near = jobs.stream()
                    .filter(part -> part.canContain(List.of(snapshot)))
                    .toList();
            List<Part> possible = near.isEmpty() ? jobs : near;
            if (possible.size() < 2) {
                (possible.isEmpty() ? alone : possible.get(0)).add(snapshot);
            } else {
                Unreadable remark = new Unreadable(FileName.of(snapshot.file()), OF_SEVERAL_JOBS, Kind.LEFT_ASIDE);
                possible.forEach(part -> part.remarks.add(remark));
            }
        }
        if (!alone.sources.isEmpty()) {
            parts.add(alone);
        }
    }

    /** Adds a source that lost its job id to the only job whose missing rank it can be. Returns false if none or several can. */
    private boolean addToOnlyPossibleJob(ProcessSource source) {
        List<Part> possible =
                parts.stream().filter(part -> part.lacksRankOf(source)).toList();
        if (possible.size() == 1) {
            possible.get(0).add(source);
        }
        return possible.size() == 1;
    }

    /** Adds each run among sources with one job id to the job that it is a part of, or as a new job. */
    private void addRuns(List<ProcessSource> sources) {
        for (List<ProcessSource> run : RunSplitter.runs(sources)) {
            Part part = new Part(run);
            Part sameJob = parts.stream().filter(part::isSameJobAs).findFirst().orElse(null);
            if (sameJob == null) {
                parts.add(part);
            } else {
                run.forEach(sameJob::add);
            }
        }
    }

    /** Returns the sources of each job. */
    List<RunGrouping.Run> jobs() {
        return parts.stream()
                .map(part -> new RunGrouping.Run(List.copyOf(part.sources), List.copyOf(part.remarks)))
                .toList();
    }

    /** A job, or the part of one that has one job id: its sources, and what they have in common. */
    private static final class Part {
        private final List<ProcessSource> sources = new ArrayList<>();
        private final List<Unreadable> remarks = new ArrayList<>();
        private final Set<String> hosts = new HashSet<>();
        private final Set<Integer> ranks = new HashSet<>();
        private final Set<Integer> worldSizes = new HashSet<>();
        private final Set<String> communicators = new HashSet<>();
        private final Set<Path> folders = new HashSet<>();

        /** When the first process started; {@link Call#NO_TIME} where unknown, like {@code to}. */
        private long from = Call.NO_TIME;

        /** When the last process was known to be alive. */
        private long to = Call.NO_TIME;

        private Part(List<ProcessSource> run) {
            run.forEach(this::add);
        }

        private void add(ProcessSource source) {
            SourceIdentity identity = source.identity();
            sources.add(source);
            hosts.add(identity.host());
            ranks.add(identity.rank());
            worldSizes.add(identity.worldSize());
            communicators.addAll(identity.communicators());
            folders.add(source.file().getParent());
            if (identity.started() != Call.NO_TIME) {
                from = from == Call.NO_TIME ? identity.started() : Math.min(from, identity.started());
            }
            to = Math.max(to, identity.lastAlive());
        }

        private boolean isTraced() {
            return sources.stream().anyMatch(source -> source.kind() == SourceKind.TRACE);
        }

        /** Returns whether a source in one of this part's folders can be a rank that the part lacks. */
        private boolean lacksRankOf(ProcessSource source) {
            SourceIdentity identity = source.identity();
            return identity.rank() >= 0
                    && !ranks.contains(identity.rank())
                    && worldSizes.contains(identity.worldSize())
                    && identity.started() <= to
                    && identity.lastAlive() >= from
                    && folders.contains(source.file().getParent());
        }

        /**
         * Returns whether sources without a job id are in this part's folders and fit its world size. What people collect while a
         * job hangs, such as stacks, may be in a folder below.
         */
        private boolean canContain(List<ProcessSource> withoutId) {
            return withoutId.stream().allMatch(source -> {
                int worldSize = source.identity().worldSize();
                Path folder = source.file().getParent();
                boolean near = folders.contains(folder)
                        || !source.kind().holdsHistory() && folders.stream().anyMatch(folder::startsWith);
                return near && (worldSize < 0 || worldSizes.contains(worldSize) || worldSizes.equals(Set.of(-1)));
            });
        }

        /**
         * Returns whether two parts with different job ids are one job: they share a communicator at the same time, no rank occurs
         * in both, and no host either unless the communicator has a unique id.
         */
        private boolean isSameJobAs(Part other) {
            return !ranks.contains(-1)
                    && worldSizes.equals(other.worldSizes)
                    && Collections.disjoint(ranks, other.ranks)
                    && from <= other.to
                    && other.from <= to
                    && communicators.stream()
                            .filter(other.communicators::contains)
                            .anyMatch(shared -> shared.startsWith(UNIQUE) || Collections.disjoint(hosts, other.hosts));
        }
    }
}
