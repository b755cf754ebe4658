package dev.rollcall.analyzer.input.stack;

import dev.rollcall.analyzer.input.FileNameRank;
import dev.rollcall.analyzer.input.ProcessSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;

/**
 * Decides which rank's stacks are which. A launcher's prefix, a command line with a global rank, and a file's name that says {@code
 * rank} are believed. A rank on a host, and a bare number in a file's name, which may be a process id, count only if they fit all
 * processes that have nothing better. Without a rank, stacks can still be joined by host and process id with other sources.
 */
public final class StackRanks {
    /** How many ranks may lack stacks for each that has them, if bare numbers are to be ranks. */
    private static final int MOST_GAPS = 4;

    /** A number after such a word is no rank: a worker's number often leaves out the master. */
    private static final Pattern OTHER_NUMBER =
            Pattern.compile("(?i)(?:node|host|pod|worker|gpu|pid|attempt|look|sample|step)[_.=-]?\\d");

    private StackRanks() {}

    /** Returns the sources of all kinds, those of stacks with the ranks that are known. */
    public static List<ProcessSource> settle(List<ProcessSource> sources) {
        Map<Path, Integer> processes = new HashMap<>();
        sources.stream()
                .filter(StackSource.class::isInstance)
                .forEach(source -> processes.merge(source.file(), 1, Integer::sum));
        List<ProcessSource> settled = new ArrayList<>();
        List<StackSource> open = new ArrayList<>();
        Set<Integer> known = new HashSet<>();
        for (ProcessSource source : sources) {
            StackSource named = source instanceof StackSource stacks ? named(stacks, processes) : null;
            if (named != null && named.rank() < 0) {
                open.add(named);
            } else {
                settled.add(named == null ? source : named);
                known.add(named == null ? -1 : named.rank());
            }
        }
        ToIntFunction<StackSource> bare =
                source -> processes.get(source.file()) == 1 ? FileNameRank.of(source.file()) : -1;
        if (allDiffer(open, StackSource::localRank, known)) {
            open.forEach(source -> settled.add(source.withRank(source.localRank())));
        } else if (allDiffer(open, bare, known) && areRanks(open, bare)) {
            open.forEach(source -> settled.add(source.withRank(bare.applyAsInt(source))));
        } else {
            settled.addAll(open);
        }
        return settled;
    }

    private static StackSource named(StackSource stacks, Map<Path, Integer> processes) {
        int called = FileNameRank.called(stacks.file());
        return stacks.rank() < 0 && called >= 0 && processes.get(stacks.file()) == 1 ? stacks.withRank(called) : stacks;
    }

    private static boolean allDiffer(List<StackSource> sources, ToIntFunction<StackSource> number, Set<Integer> known) {
        Set<Integer> numbers = new HashSet<>(known);
        return sources.stream().mapToInt(number).allMatch(rank -> rank >= 0 && numbers.add(rank));
    }

    /**
     * Returns whether numbers begin with the first ranks, leave few out, and are neither process ids nor those of hosts. One process
     * in several files was looked at several times.
     */
    private static boolean areRanks(List<StackSource> sources, ToIntFunction<StackSource> number) {
        int lowest = sources.stream().mapToInt(number).min().orElse(0);
        int highest = sources.stream().mapToInt(number).max().orElse(0);
        return lowest <= 1
                && highest < (long) MOST_GAPS * sources.size()
                && sources.stream()
                        .noneMatch(source -> source.pid() == number.applyAsInt(source)
                                || OTHER_NUMBER
                                        .matcher(source.file().getFileName().toString())
                                        .find())
                && sources.stream()
                                .filter(source -> source.pid() >= 0)
                                .map(StackSource::pid)
                                .distinct()
                                .count()
                        == sources.stream().filter(source -> source.pid() >= 0).count()
                && sources.stream()
                                .map(source -> FileNameRank.series(source.file()))
                                .filter(Objects::nonNull)
                                .distinct()
                                .count()
                        == 1;
    }
}
