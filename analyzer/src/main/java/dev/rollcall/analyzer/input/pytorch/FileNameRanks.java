package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.model.Coverage.Unreadable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Doubts the numbers in the names of files: a host's number or a date is no rank. Where one file's number is none of the ranks that its
 * dump can be of, no number of its series is believed; another number of the names is, if it fits every file, or what the dumps
 * tell themselves. A file whose rank nothing tells is not read: under a wrong rank it would accuse an innocent one.
 */
final class FileNameRanks {
    /** Where so many numbers fit, the others are believed: to look into a dump takes as long as to read it. */
    private static final int SOME = 8;

    private static final Pattern CALLED = Pattern.compile("(?i)rank[_.-]?\\d");

    private final Map<DumpSource, Set<Integer>> possible = new LinkedHashMap<>();
    private final List<DumpSource> settled = new ArrayList<>();
    private final List<Unreadable> unreadable;

    private FileNameRanks(List<Unreadable> unreadable) {
        this.unreadable = unreadable;
    }

    /** Returns the dumps with their ranks; those that have none are added to {@code unreadable}. */
    static List<DumpSource> settled(List<DumpSource> dumps, List<Unreadable> unreadable) {
        FileNameRanks ranks = new FileNameRanks(unreadable);
        Map<String, List<DumpSource>> series = new TreeMap<>();
        for (DumpSource dump : dumps) {
            series.computeIfAbsent(dump.rank() < 0 ? "" : dump.series(), name -> new ArrayList<>())
                    .add(dump);
        }
        Map<String, List<DumpSource>> doubted = new LinkedHashMap<>();
        series.values().forEach(its -> {
            if (called(its) || counted(its) || ranks.fits(its)) {
                ranks.settled.addAll(its);
            } else {
                its.forEach(dump -> doubted.computeIfAbsent(dump.nameWithoutNumbers(), name -> new ArrayList<>())
                        .add(dump));
            }
        });
        doubted.values().forEach(ranks::renumber);
        return ranks.settled;
    }

    /** Whether the names say that the numbers are ranks, as those that PyTorch gives do; one dump among them may say what it likes. */
    private static boolean called(List<DumpSource> its) {
        return its.stream()
                .allMatch(dump ->
                        CALLED.matcher(dump.file().getFileName().toString()).find());
    }

    /** Whether the numbers are all from 0 on, as those of ranks are; then no file has to be read for them. */
    private static boolean counted(List<DumpSource> its) {
        Set<Integer> numbers = its.stream().map(DumpSource::rank).collect(Collectors.toSet());
        return numbers.size() == its.size() && numbers.stream().allMatch(number -> number >= 0 && number < its.size());
    }

    /** Looks into the files with the highest numbers first, and into the others where these are no ranks. */
    private boolean fits(List<DumpSource> its) {
        List<DumpSource> highest = its.stream()
                .sorted(Comparator.comparingInt(DumpSource::rank).reversed())
                .toList();
        int some = Math.min(SOME, its.size());
        if (ask(highest.subList(0, some))) {
            return true;
        }
        ask(highest.subList(some, its.size()));
        return false;
    }

    private boolean ask(List<DumpSource> its) {
        List<Optional<Set<Integer>>> told =
                its.parallelStream().map(DumpSource::possibleRanks).toList();
        for (int i = 0; i < its.size(); i++) {
            if (told.get(i).isPresent()) {
                possible.put(its.get(i), told.get(i).get());
            }
        }
        return its.stream().filter(possible::containsKey).allMatch(dump -> fits(dump, dump.rank()));
    }

    private boolean fits(DumpSource dump, int rank) {
        return rank >= 0 && (possible.get(dump).isEmpty() || possible.get(dump).contains(rank));
    }

    private void renumber(List<DumpSource> all) {
        // What cannot be read says why when it is.
        List<DumpSource> its = all.stream().filter(possible::containsKey).toList();
        all.stream().filter(dump -> !possible.containsKey(dump)).forEach(settled::add);
        Map<DumpSource, Integer> ranks = byAnotherNumber(its);
        if (ranks.isEmpty()) {
            its.stream()
                    .filter(dump -> possible.get(dump).size() == 1)
                    .forEach(dump ->
                            ranks.put(dump, possible.get(dump).iterator().next()));
            if (new HashSet<>(ranks.values()).size() < ranks.size()) {
                ranks.clear();
            }
        }
        DumpSource wrong = its.stream()
                .filter(dump -> dump.rank() >= 0 && !fits(dump, dump.rank()))
                .findFirst()
                .orElse(null);
        for (DumpSource dump : its) {
            if (ranks.containsKey(dump)) {
                settled.add(dump.ofRank(ranks.get(dump)));
            } else {
                unreadable.add(new Unreadable(dump.file().toString(), why(dump, wrong)));
            }
        }
    }

    /** Returns the ranks by the only place in the names where every file has another number that can be its rank; empty for none. */
    private Map<DumpSource, Integer> byAnotherNumber(List<DumpSource> its) {
        Map<DumpSource, Integer> found = new LinkedHashMap<>();
        boolean told = its.stream().anyMatch(dump -> !possible.get(dump).isEmpty());
        for (int i = 0; told && i < its.get(0).numbers().size(); i++) {
            int place = i;
            Map<DumpSource, Integer> ranks = new LinkedHashMap<>();
            its.forEach(dump -> ranks.put(dump, dump.numbers().get(place)));
            boolean all = ranks.entrySet().stream().allMatch(one -> fits(one.getKey(), one.getValue()));
            if (all && new HashSet<>(ranks.values()).size() == its.size()) {
                if (!found.isEmpty() && !found.equals(ranks)) {
                    return new LinkedHashMap<>();
                }
                found.putAll(ranks);
            }
        }
        return found;
    }

    private String why(DumpSource dump, DumpSource wrong) {
        String todo = "; rename the files so that they end in rank_R, R being the rank";
        if (wrong == null) {
            return "neither its name nor what it holds tells which rank it is of" + todo;
        }
        String none = wrong.rank() + " is none of the job's " + PossibleRanks.shown(possible);
        return (dump == wrong || !fits(dump, dump.rank()))
                ? dump.rank() + " is none of the job's " + PossibleRanks.shown(possible) + todo
                : "its number " + dump.rank() + " is probably no rank, as "
                        + wrong.file().getFileName() + "'s " + none + todo;
    }
}
