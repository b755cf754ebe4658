package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceIdentity;
import dev.rollcall.analyzer.input.SourceKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Puts the processes of one job together.
 *
 * <p>A launcher's job id decides where there is one, and time where one id was used for several runs; dumps and logs have none
 * ({@link SeriesGrouping}). Where a job was started by hand on each of several hosts, every host has an id of its own; such parts are one job if they share a communicator at the same time and neither a host nor a rank
 * says otherwise: two jobs on two hosts may both meet at port 29500 of localhost, but then both have a rank 0.
 */
final class JobGrouping {
    private final List<Part> parts = new ArrayList<>();

    JobGrouping(List<ProcessSource> sources) {
        Map<String, List<ProcessSource>> byId = new LinkedHashMap<>();
        List<ProcessSource> strays = new ArrayList<>();
        List<ProcessSource> nameless = new ArrayList<>();
        for (ProcessSource source : sources) {
            if (source.identityLost()) {
                strays.add(source);
                continue;
            }
            if (source.kind() != SourceKind.TRACE) {
                nameless.add(source);
                continue;
            }
            byId.computeIfAbsent(source.identity().jobId(), id -> new ArrayList<>())
                    .add(source);
        }
        byId.values().stream()
                .flatMap(same -> RunSplitter.of(same).stream())
                .map(Part::new)
                .forEach(this::add);
        List<Part> traced = List.copyOf(parts);
        for (List<ProcessSource> job : SeriesGrouping.jobs(nameless)) {
            List<Part> beside =
                    traced.stream().filter(part -> part.besides(job)).toList();
            if (beside.size() == 1) {
                job.forEach(beside.get(0)::add);
            } else {
                parts.add(new Part(job));
            }
        }
        strays.removeIf(this::adopted);
        if (!strays.isEmpty()) {
            RunSplitter.of(strays).stream().map(Part::new).forEach(this::add);
        }
    }

    /** Adds a source that lost its identity to the only job whose missing rank it can be; returns whether there is one. */
    private boolean adopted(ProcessSource stray) {
        List<Part> homes = parts.stream().filter(part -> part.misses(stray)).toList();
        if (homes.size() == 1) {
            homes.get(0).add(stray);
        }
        return homes.size() == 1;
    }

    private void add(Part part) {
        Part whole = parts.stream().filter(part::belongsTo).findFirst().orElse(null);
        if (whole == null) {
            parts.add(part);
        } else {
            part.sources.forEach(whole::add);
        }
    }

    /** Returns the jobs' sources, in the order in which they were found. */
    List<List<ProcessSource>> jobs() {
        return parts.stream().map(part -> List.copyOf(part.sources)).toList();
    }

    private static final class Part {
        private final List<ProcessSource> sources = new ArrayList<>();
        private final Set<String> hosts = new HashSet<>();
        private final Set<Integer> ranks = new HashSet<>();
        private final Set<Integer> worlds = new HashSet<>();
        private final Set<String> communicators = new HashSet<>();
        private long from = Long.MAX_VALUE;
        private long to = Long.MIN_VALUE;

        private Part(List<ProcessSource> run) {
            run.forEach(this::add);
        }

        private void add(ProcessSource source) {
            SourceIdentity origin = source.identity();
            sources.add(source);
            hosts.add(origin.host());
            ranks.add(origin.rank());
            worlds.add(origin.worldSize());
            communicators.addAll(origin.communicators());
            from = Math.min(from, origin.started());
            to = Math.max(to, origin.lastAlive());
        }

        /** Returns whether a source beside this part's can be of a rank that it lacks. */
        private boolean misses(ProcessSource stray) {
            SourceIdentity origin = stray.identity();
            return origin.rank() >= 0
                    && !ranks.contains(origin.rank())
                    && worlds.contains(origin.worldSize())
                    && origin.started() <= to
                    && origin.lastAlive() >= from
                    && sources.stream()
                            .anyMatch(source -> Objects.equals(
                                    source.file().getParent(), stray.file().getParent()));
        }

        /** Returns whether other sources, which name no job, lie in one of this part's folders and can be of its ranks. */
        private boolean besides(List<ProcessSource> nameless) {
            Set<Path> folders = new HashSet<>();
            sources.forEach(source -> folders.add(source.file().getParent()));
            return nameless.stream()
                            .allMatch(other -> folders.contains(other.file().getParent()))
                    && nameless.stream()
                            .allMatch(other -> other.identity().worldSize() < 0
                                    || worlds.contains(other.identity().worldSize())
                                    || worlds.equals(Set.of(-1)));
        }

        private boolean belongsTo(Part other) {
            return !ranks.contains(-1)
                    && worlds.equals(other.worlds)
                    && Collections.disjoint(hosts, other.hosts)
                    && Collections.disjoint(ranks, other.ranks)
                    && from <= other.to
                    && other.from <= to
                    && !Collections.disjoint(communicators, other.communicators);
        }
    }
}
