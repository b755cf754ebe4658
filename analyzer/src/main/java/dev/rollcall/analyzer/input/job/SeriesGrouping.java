package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.input.ProcessFingerprint;
import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Tells apart the jobs among sources that name none, such as dumps of two jobs in two folders, or of two attempts.
 *
 * <p>Files that differ in the rank alone are a series, which is of one job. Where a rank is in two series, its process tells whether
 * they are of one job (the same dump in another form) or of two; where none is, as with a folder for each host, their times do.
 */
final class SeriesGrouping {
    private final List<List<Series>> jobs = new ArrayList<>();

    private SeriesGrouping() {}

    /** Returns the sources of each job. */
    static Collection<List<ProcessSource>> jobs(List<ProcessSource> sources) {
        Map<String, Series> series = new TreeMap<>();
        Map<String, String> seriesOfRank = new HashMap<>();
        boolean twice = false;
        for (ProcessSource source : sources) {
            String key = source.kind() + " " + source.series();
            series.computeIfAbsent(key, name -> new Series(source.kind())).add(source);
            for (int rank : source.ranks()) {
                String other = seriesOfRank.putIfAbsent(source.kind() + " " + rank, key);
                twice |= other != null && !other.equals(key);
            }
        }
        if (!twice) {
            return sources.isEmpty() ? List.of() : List.of(sources);
        }
        SeriesGrouping nameless = new SeriesGrouping();
        // By name, so that a series finds those in the folders around it already there.
        series.values().forEach(nameless::add);
        return nameless.jobs.stream()
                .map(job -> job.stream().flatMap(its -> its.sources.stream()).toList())
                .toList();
    }

    private void add(Series one) {
        List<Series> home = jobs.stream()
                .filter(job -> job.stream().allMatch(one::canBeWith))
                .max(Comparator.comparingInt(
                        job -> job.stream().mapToInt(one::nearness).max().orElse(0)))
                .orElseGet(() -> {
                    jobs.add(new ArrayList<>());
                    return jobs.get(jobs.size() - 1);
                });
        home.add(one);
    }

    private static final class Series {
        private final SourceKind kind;
        private final List<ProcessSource> sources = new ArrayList<>();
        private final Map<Integer, ProcessSource> byRank = new HashMap<>();
        private final Map<ProcessSource, ProcessFingerprint> fingerprints = new HashMap<>();

        private Series(SourceKind kind) {
            this.kind = kind;
        }

        private void add(ProcessSource source) {
            sources.add(source);
            source.ranks().forEach(rank -> byRank.putIfAbsent(rank, source));
        }

        private ProcessFingerprint fingerprint(ProcessSource source) {
            return fingerprints.computeIfAbsent(source, ProcessSource::fingerprint);
        }

        private boolean canBeWith(Series other) {
            if (kind != other.kind) {
                return folder().startsWith(other.folder()) || other.folder().startsWith(folder());
            }
            List<Integer> shared =
                    byRank.keySet().stream().filter(other.byRank::containsKey).toList();
            if (shared.isEmpty()) {
                return sources.stream()
                        .anyMatch(one -> other.sources.stream()
                                .anyMatch(another -> fingerprint(one).sameJob(other.fingerprint(another))));
            }
            return shared.stream()
                    .allMatch(rank ->
                            fingerprint(byRank.get(rank)).sameProcess(other.fingerprint(other.byRank.get(rank))));
        }

        /** Returns how many folders lead to both. */
        private int nearness(Series other) {
            int common = 0;
            while (common < Math.min(folder().getNameCount(), other.folder().getNameCount())
                    && folder().getName(common).equals(other.folder().getName(common))) {
                common++;
            }
            return common;
        }

        private Path folder() {
            return sources.get(0).file().toAbsolutePath().normalize().getParent();
        }
    }
}
