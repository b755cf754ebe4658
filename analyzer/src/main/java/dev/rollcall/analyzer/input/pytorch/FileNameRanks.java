package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.containment.FileName;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Decides which numbers in the names of dumps are ranks: a host's number or a date is none. If a dump cannot be of the rank in its
 * name, the numbers of all files of its series are doubted. Then another number in the names counts if it is possible for every file, or
 * else the only rank that the dump itself allows. A file without a rank is not read: under a wrong rank it would accuse an innocent one.
 */
final class FileNameRanks {
    /** If the numbers fit so many files, those of the others are believed: to look into a dump takes as long as to read it. */
    private static final int SAMPLE = 8;

    private static final Pattern CALLED_RANK = Pattern.compile("(?i)rank[_.-]?\\d");

    /** The ranks that a dump can be of, empty if it does not say, by each dump that was looked into and could be read. */
    private final Map<DumpSource, Set<Integer>> possible = new LinkedHashMap<>();

    private final List<DumpSource> settled = new ArrayList<>();
    private final List<Unreadable> unreadable;

    private FileNameRanks(List<Unreadable> unreadable) {
        this.unreadable = unreadable;
    }

    /** Returns the dumps with their ranks; those that have none are added to {@code unreadable}. */
    static List<DumpSource> resolve(List<DumpSource> dumps, List<Unreadable> unreadable) {
        FileNameRanks ranks = new FileNameRanks(unreadable);
        Map<String, List<DumpSource>> bySeries = new TreeMap<>();
        for (DumpSource dump : dumps) {
            bySeries.computeIfAbsent(dump.rank() < 0 ? "" : dump.series(), name -> new ArrayList<>())
                    .add(dump);
        }
        Map<String, List<DumpSource>> doubted = new LinkedHashMap<>();
        bySeries.values().forEach(series -> {
            if (areCalledRanks(series) || areConsecutive(series) || ranks.fit(series)) {
                ranks.settled.addAll(series);
            } else {
                series.forEach(dump -> doubted.computeIfAbsent(dump.nameWithoutNumbers(), name -> new ArrayList<>())
                        .add(dump));
            }
        });
        doubted.values().forEach(ranks::renumber);
        return ranks.settled;
    }

    /** Returns whether all names call the number a rank, as PyTorch's own do, whatever one dump claims. */
    private static boolean areCalledRanks(List<DumpSource> series) {
        return series.stream()
                .allMatch(dump -> CALLED_RANK
                        .matcher(dump.file().getFileName().toString())
                        .find());
    }

    /** Returns whether the numbers are all from 0 on, as those of ranks are; then no file has to be read for them. */
    private static boolean areConsecutive(List<DumpSource> series) {
        Set<Integer> numbers = series.stream().map(DumpSource::rank).collect(Collectors.toSet());
        return numbers.size() == series.size()
                && numbers.stream().allMatch(number -> number >= 0 && number < series.size());
    }

    /** Returns whether the dumps with the highest numbers can be of these ranks. If not, looks into the others too. */
    private boolean fit(List<DumpSource> series) {
        List<DumpSource> highest = series.stream()
                .sorted(Comparator.comparingInt(DumpSource::rank).reversed())
                .toList();
        int sample = Math.min(SAMPLE, series.size());
        if (lookInto(highest.subList(0, sample))) {
            return true;
        }
        lookInto(highest.subList(sample, series.size()));
        return false;
    }

    private boolean lookInto(List<DumpSource> dumps) {
        List<Optional<Set<Integer>>> ranks =
                dumps.parallelStream().map(DumpSource::possibleRanks).toList();
        for (int i = 0; i < dumps.size(); i++) {
            if (ranks.get(i).isPresent()) {
                possible.put(dumps.get(i), ranks.get(i).get());
            }
        }
        return dumps.stream().filter(possible::containsKey).allMatch(dump -> fits(dump, dump.rank()));
    }

    private boolean fits(DumpSource dump, int rank) {
        return rank >= 0 && (possible.get(dump).isEmpty() || possible.get(dump).contains(rank));
    }

    private void renumber(List<DumpSource> all) {
        // A dump that cannot be read is reported when the job is read.
        List<DumpSource> dumps = all.stream().filter(possible::containsKey).toList();
        all.stream().filter(dump -> !possible.containsKey(dump)).forEach(settled::add);
        Map<DumpSource, Integer> ranks = byAnotherNumber(dumps);
        if (ranks.isEmpty()) {
            dumps.stream()
                    .filter(dump -> possible.get(dump).size() == 1)
                    .forEach(dump ->
                            ranks.put(dump, possible.get(dump).iterator().next()));
            if (new HashSet<>(ranks.values()).size() < ranks.size()) {
                ranks.clear();
            }
        }
        DumpSource wrong = dumps.stream()
                .filter(dump -> dump.rank() >= 0 && !fits(dump, dump.rank()))
                .findFirst()
                .orElse(null);
        for (DumpSource dump : dumps) {
            if (ranks.containsKey(dump)) {
                settled.add(dump.withRank(ranks.get(dump)));
            } else {
                unreadable.add(new Unreadable(FileName.of(dump.file()), reason(dump, wrong)));
            }
        }
    }

    /** Returns the ranks by the only place in the names where every file has a different, possible number; empty for none. */
    private Map<DumpSource, Integer> byAnotherNumber(List<DumpSource> dumps) {
        Map<DumpSource, Integer> found = new LinkedHashMap<>();
        boolean anyKnown = dumps.stream().anyMatch(dump -> !possible.get(dump).isEmpty());
        for (int i = 0; anyKnown && i < dumps.get(0).numbers().size(); i++) {
            int place = i;
            Map<DumpSource, Integer> ranks = new LinkedHashMap<>();
            dumps.forEach(dump -> ranks.put(dump, dump.numbers().get(place)));
            boolean all = ranks.entrySet().stream().allMatch(one -> fits(one.getKey(), one.getValue()));
            if (all && new HashSet<>(ranks.values()).size() == dumps.size()) {
                if (!found.isEmpty() && !found.equals(ranks)) {
                    return new LinkedHashMap<>();
                }
                found.putAll(ranks);
            }
        }
        return found;
    }

    private String reason(DumpSource dump, DumpSource wrong) {
        String advice = "; rename the files so that they end in rank_R, R being the rank";
        if (wrong == null) {
            return "neither its name nor its content says which rank it is of" + advice;
        }
        String none = wrong.rank() + " is none of the job's " + jobRanks();
        return (dump == wrong || !fits(dump, dump.rank()))
                ? dump.rank() + " is none of the job's " + jobRanks() + advice
                : "its number " + dump.rank() + " is probably no rank, as "
                        + wrong.file().getFileName() + "'s " + none + advice;
    }

    /** Returns the ranks of the job for a message, such as {@code ranks 0–3}. */
    private String jobRanks() {
        IntSummaryStatistics all = possible.values().stream()
                .flatMap(Set::stream)
                .mapToInt(Integer::intValue)
                .summaryStatistics();
        return all.getMin() == all.getMax() ? "rank " + all.getMin() : "ranks " + all.getMin() + "–" + all.getMax();
    }
}
