package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.containment.FileName;
import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceKind;
import dev.rollcall.analyzer.model.Coverage.Kind;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Groups sources without a job id into runs, such as the consoles of two jobs in one folder, or the dumps of two attempts.
 *
 * <p>Parts with evidence in common, such as a message with its time, are one run. Of the other parts two can be one run unless
 * something excludes it: both show the same rank, their times are far apart, or they give different numbers of ranks. Parts are joined where all of them can be one run, in
 * each folder before they are joined with those of other folders. Where one part can be of either of two runs, joining it with one would be
 * a guess: it stays alone, and so do all parts that this concerns. The result does not depend on names and order.
 */
final class RunGrouping {
    private static final int MOST_NAMED = 3;

    /**
     * The sources of one run.
     *
     * @param sources the sources
     * @param remarks what the user should know about how they were grouped
     */
    record Run(List<ProcessSource> sources, List<Unreadable> remarks) {}

    /** Parts of one run. */
    private record Cluster(List<RunPart> parts, Set<Unreadable> remarks) {
        private static Cluster of(Collection<Cluster> clusters) {
            return new Cluster(
                    clusters.stream().flatMap(cluster -> cluster.parts.stream()).toList(),
                    clusters.stream()
                            .flatMap(cluster -> cluster.remarks.stream())
                            .collect(Collectors.toCollection(LinkedHashSet::new)));
        }

        /** Asked of each two clusters, of which a folder may hold thousands. */
        private boolean canBelongWith(Cluster other) {
            for (RunPart one : parts) {
                for (RunPart another : other.parts) {
                    if (!one.canBelongWith(another)) {
                        return false;
                    }
                }
            }
            return true;
        }

        private Set<SourceKind> kinds() {
            Set<SourceKind> kinds = EnumSet.noneOf(SourceKind.class);
            parts.forEach(part -> kinds.addAll(part.kinds()));
            return kinds;
        }

        private boolean sharesKindWith(Cluster other) {
            Set<SourceKind> shared = kinds();
            shared.retainAll(other.kinds());
            return !shared.isEmpty();
        }

        private boolean sharesPidWith(Cluster other) {
            return parts.stream()
                    .flatMap(part -> part.pids().stream())
                    .anyMatch(pid ->
                            other.parts.stream().anyMatch(part -> part.pids().contains(pid)));
        }

        private Path file() {
            return parts.stream()
                    .map(RunPart::file)
                    .min(Comparator.naturalOrder())
                    .orElseThrow();
        }

        private Path folder() {
            Path common = null;
            for (RunPart part : parts) {
                common = common == null ? part.folder() : common;
                while (!part.folder().startsWith(common)) {
                    common = common.getParent();
                }
            }
            return common;
        }
    }

    /** Kinds of which each rank has a file of its own. */
    private static final Set<SourceKind> FILE_PER_RANK = EnumSet.of(SourceKind.DUMP, SourceKind.STACKS);

    private RunGrouping() {}

    /** Returns the runs that the sources are of. */
    static List<Run> runs(List<ProcessSource> sources) {
        TreeMap<Path, List<Cluster>> byFolder =
                new TreeMap<>(Comparator.comparingInt(Path::getNameCount).thenComparing(Comparator.naturalOrder()));
        linked(parts(sources))
                .forEach(cluster -> byFolder.computeIfAbsent(cluster.folder(), folder -> new ArrayList<>())
                        .add(cluster));
        List<Cluster> clusters = List.of();
        while (!byFolder.isEmpty()) {
            Map.Entry<Path, List<Cluster>> deepest = byFolder.pollLastEntry();
            clusters = joined(deepest.getValue());
            Path above = deepest.getKey().getParent();
            if (above != null && !byFolder.isEmpty()) {
                byFolder.computeIfAbsent(above, folder -> new ArrayList<>()).addAll(clusters);
            }
        }
        return clusters.stream()
                .map(cluster -> new Run(
                        cluster.parts.stream()
                                .flatMap(part -> part.sources().stream())
                                .toList(),
                        List.copyOf(cluster.remarks)))
                .toList();
    }

    /** Returns the sources by part. All that one console or log shows belongs together. */
    private static List<RunPart> parts(List<ProcessSource> sources) {
        Set<Path> streams = sources.stream()
                .filter(source -> !FILE_PER_RANK.contains(source.kind()))
                .map(ProcessSource::file)
                .collect(Collectors.toSet());
        Map<String, RunPart> parts = new TreeMap<>();
        for (ProcessSource source : sources) {
            String key = streams.contains(source.file())
                    ? source.file() + " " + source.stream()
                    : source.kind() + " " + source.series();
            parts.computeIfAbsent(key, name -> new RunPart()).add(source);
        }
        return List.copyOf(parts.values());
    }

    /** Joins the parts that have evidence of one run in common. */
    private static List<Cluster> linked(List<RunPart> parts) {
        Map<RunPart, RunPart> parents = new HashMap<>();
        Map<Object, RunPart> first = new HashMap<>();
        for (RunPart part : parts) {
            for (Object evidence : part.evidenceOfRun()) {
                RunPart other = first.putIfAbsent(evidence, part);
                if (other != null && root(parents, part) != root(parents, other)) {
                    parents.put(root(parents, part), root(parents, other));
                }
            }
        }
        Map<RunPart, List<RunPart>> byRoot = new HashMap<>();
        parts.forEach(part -> byRoot.computeIfAbsent(root(parents, part), key -> new ArrayList<>())
                .add(part));
        return parts.stream()
                .filter(byRoot::containsKey)
                .map(part -> new Cluster(byRoot.get(part), Set.of()))
                .toList();
    }

    private static RunPart root(Map<RunPart, RunPart> parents, RunPart part) {
        RunPart root = part;
        while (parents.containsKey(root)) {
            root = parents.get(root);
        }
        return root;
    }

    /** Joins the clusters of one folder and those below it as far as that is no guess. */
    private static List<Cluster> joined(List<Cluster> clusters) {
        if (clusters.size() < 2) {
            return clusters;
        }
        SimultaneousParts simultaneous = new SimultaneousParts();
        if (clusters.stream().allMatch(cluster -> simultaneous.add(cluster.parts))) {
            return List.of(Cluster.of(clusters));
        }
        List<Cluster> joined = new ArrayList<>();
        for (List<Cluster> possible : connected(clusters)) {
            if (isOneRun(possible)) {
                joined.add(Cluster.of(possible));
            } else {
                joined.addAll(separated(possible));
            }
        }
        return joined;
    }

    /** Returns the clusters that can be one run, directly or by way of others. */
    private static List<List<Cluster>> connected(List<Cluster> clusters) {
        List<List<Cluster>> components = new ArrayList<>();
        Set<Cluster> open = new LinkedHashSet<>(clusters);
        while (!open.isEmpty()) {
            List<Cluster> component = new ArrayList<>(List.of(open.iterator().next()));
            open.removeAll(component);
            for (int i = 0; i < component.size(); i++) {
                Cluster one = component.get(i);
                List<Cluster> next = open.stream().filter(one::canBelongWith).toList();
                next.forEach(open::remove);
                component.addAll(next);
            }
            components.add(component);
        }
        return components;
    }

    private static boolean isOneRun(List<Cluster> clusters) {
        for (int i = 0; i < clusters.size(); i++) {
            for (int j = i + 1; j < clusters.size(); j++) {
                if (!clusters.get(i).canBelongWith(clusters.get(j))) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Separates clusters of several runs. */
    private static List<Cluster> separated(List<Cluster> clusters) {
        List<Cluster> others = new ArrayList<>();
        List<Cluster> conflicting = new ArrayList<>();
        for (Cluster one : clusters) {
            boolean conflicts = clusters.stream().anyMatch(other -> one != other && !one.canBelongWith(other));
            (conflicts ? conflicting : others).add(one);
        }
        List<Cluster> extra = others.stream()
                .filter(one -> conflicting.stream().noneMatch(one::sharesKindWith))
                .toList();
        if (!extra.isEmpty()) {
            List<Cluster> rest = new ArrayList<>(clusters);
            rest.removeAll(extra);
            return withExtra(joined(rest), extra);
        }
        Set<SourceKind> ambiguous = EnumSet.noneOf(SourceKind.class);
        for (int i = 0; i < clusters.size(); i++) {
            Cluster one = clusters.get(i);
            for (Cluster other : clusters.subList(i + 1, clusters.size())) {
                if (!ambiguous.containsAll(one.kinds()) && one.sharesKindWith(other) && one.canBelongWith(other)) {
                    ambiguous.addAll(one.kinds());
                    ambiguous.addAll(other.kinds());
                }
            }
        }
        List<Cluster> contradicting = clusters.stream()
                .filter(cluster -> !Collections.disjoint(cluster.kinds(), ambiguous))
                .toList();
        String reason = "nothing shows which of these files are of one run: " + names(contradicting, ", ");
        return clusters.stream()
                .map(cluster -> with(
                        cluster,
                        Collections.disjoint(cluster.kinds(), ambiguous)
                                ? fitsSeveral(cluster, clusters)
                                : new Unreadable(FileName.of(cluster.file()), reason, Kind.UNGROUPED)))
                .toList();
    }

    /** Adds sources of another kind to the run of the same processes. */
    private static List<Cluster> withExtra(List<Cluster> runs, List<Cluster> extra) {
        Map<Cluster, List<Cluster>> added = new HashMap<>();
        List<Cluster> all = new ArrayList<>();
        for (Cluster one : extra) {
            List<Cluster> same = runs.stream().filter(one::sharesPidWith).toList();
            if (same.size() == 1) {
                added.computeIfAbsent(same.get(0), run -> new ArrayList<>(List.of(run)))
                        .add(one);
            } else {
                all.add(with(one, fitsSeveral(one, runs)));
            }
        }
        runs.forEach(run -> all.add(Cluster.of(added.getOrDefault(run, List.of(run)))));
        return all;
    }

    private static Cluster with(Cluster cluster, Unreadable remark) {
        Set<Unreadable> remarks = new LinkedHashSet<>(cluster.remarks);
        Stream.of(remark).filter(Objects::nonNull).forEach(remarks::add);
        return new Cluster(cluster.parts, remarks);
    }

    /** Returns the remark about a cluster that can be of several others; null if it cannot. */
    private static Unreadable fitsSeveral(Cluster cluster, Collection<Cluster> others) {
        Set<Cluster> possible = others.stream()
                .filter(other -> other != cluster && other.canBelongWith(cluster))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        return possible.size() < 2
                ? null
                : new Unreadable(
                        FileName.of(cluster.file()),
                        "it was judged alone, because nothing shows to which run it belongs: that of "
                                + names(possible, " or "),
                        Kind.INCOMPLETE);
    }

    private static String names(Collection<Cluster> clusters, String between) {
        Set<String> files = new HashSet<>();
        List<String> sorted = clusters.stream()
                .map(cluster -> FileName.of(cluster.file()))
                .filter(files::add)
                .sorted()
                .toList();
        return String.join(between, sorted.subList(0, Math.min(MOST_NAMED, sorted.size())))
                + (sorted.size() > MOST_NAMED ? ", …" : "");
    }
}
