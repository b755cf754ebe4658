package dev.rollcall.analyzer.input;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Puts the processes of one job together.
 *
 * <p>A launcher's job id decides where there is one, and time where one id was used for several runs. Where a job was started by hand on each of several hosts, every host
 * has an id of its own; such parts are one job if they share a communicator at the same time and neither a host nor a rank
 * says otherwise: two jobs on two hosts may both meet at port 29500 of localhost, but then both have a rank 0.
 */
final class JobGroups {
    private final List<Part> parts = new ArrayList<>();

    JobGroups(List<ProcessSource> sources) {
        Map<String, List<ProcessSource>> byId = new LinkedHashMap<>();
        for (ProcessSource source : sources) {
            byId.computeIfAbsent(source.origin().jobId(), id -> new ArrayList<>())
                    .add(source);
        }
        byId.values().stream()
                .flatMap(same -> Runs.of(same).stream())
                .map(Part::new)
                .forEach(this::add);
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
            Origin origin = source.origin();
            sources.add(source);
            hosts.add(origin.host());
            ranks.add(origin.rank());
            worlds.add(origin.world());
            communicators.addAll(origin.communicators());
            from = Math.min(from, origin.started());
            to = Math.max(to, origin.lastAlive());
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
