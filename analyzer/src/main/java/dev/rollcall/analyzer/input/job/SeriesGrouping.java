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
 * Groups sources without a job id into jobs, such as the dumps of two jobs in two folders, or of two attempts.
 *
 * <p>Files whose names differ only in the rank are a series, which belongs to one job. If one rank is in two series, its process
 * decides: the series belong to one job if they show the same process, such as one dump in two formats. If no rank is in both,
 * as with a folder for each host, the times decide. Series of different kinds belong together if their folders do: one in the
 * other, or both in one, as {@code attempt_1/dumps} and {@code attempt_1/stacks}.
 */
final class SeriesGrouping {
    private final List<List<Series>> jobs = new ArrayList<>();

    private SeriesGrouping() {}

    /** Returns the sources of each job. */
    static Collection<List<ProcessSource>> jobs(List<ProcessSource> sources) {
        Map<String, Series> series = new TreeMap<>();
        Map<String, String> seriesOfRank = new HashMap<>();
        boolean rankInTwoSeries = false;
        for (ProcessSource source : sources) {
            String key = source.kind() + " " + source.series();
            series.computeIfAbsent(key, name -> new Series(source.kind())).add(source);
            for (int rank : source.ranks()) {
                String other = seriesOfRank.putIfAbsent(source.kind() + " " + rank, key);
                rankInTwoSeries |= other != null && !other.equals(key);
            }
        }
        if (!rankInTwoSeries) {
            return sources.isEmpty() ? List.of() : List.of(sources);
        }
        SeriesGrouping grouping = new SeriesGrouping();
        // In the order of names, so that the series of an outer folder come before those of the folders in it.
        series.values().forEach(grouping::add);
        return grouping.jobs.stream()
                .map(job -> job.stream().flatMap(part -> part.sources.stream()).toList())
                .toList();
    }

    private void add(Series series) {
        List<Series> job = jobs.stream()
                .filter(parts -> parts.stream().allMatch(series::canBelongWith))
                .max(Comparator.comparingInt(parts ->
                        parts.stream().mapToInt(series::commonFolders).max().orElse(0)))
                .orElseGet(() -> {
                    jobs.add(new ArrayList<>());
                    return jobs.get(jobs.size() - 1);
                });
        job.add(series);
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

        private boolean canBelongWith(Series other) {
            if (kind != other.kind) {
                Path parent = folder().getParent();
                return folder().startsWith(other.folder())
                        || other.folder().startsWith(folder())
                        || parent != null && parent.equals(other.folder().getParent());
            }
            List<Integer> shared =
                    byRank.keySet().stream().filter(other.byRank::containsKey).toList();
            if (shared.isEmpty()) {
                return sources.stream()
                        .anyMatch(one -> other.sources.stream()
                                .anyMatch(another -> fingerprint(one).maybeSameJob(other.fingerprint(another))));
            }
            return shared.stream()
                    .allMatch(rank ->
                            fingerprint(byRank.get(rank)).maybeSameProcess(other.fingerprint(other.byRank.get(rank))));
        }

        /** Returns how many folders the paths to both have in common. */
        private int commonFolders(Series other) {
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
