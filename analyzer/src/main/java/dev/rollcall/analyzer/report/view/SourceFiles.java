package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.RankSource;
import dev.rollcall.analyzer.model.RankText;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The files that a job was read from, and which ranks each kind shows. */
final class SourceFiles {
    private SourceFiles() {}

    /**
     * Returns {@code console.log (console, ranks 0–3), 3 files (dump, ranks 0, 2 and 3)}, the kind that shows the most first; safe to
     * print. Empty where the kind of no file is known.
     */
    static String of(Job job) {
        Map<String, Set<String>> files = new LinkedHashMap<>();
        Map<String, Set<Integer>> ranks = new LinkedHashMap<>();
        for (Rank rank : job.ranks()) {
            for (RankSource source : rank.sources()) {
                if (!source.kind().isEmpty()) {
                    files.computeIfAbsent(source.kind(), kind -> new LinkedHashSet<>())
                            .add(source.file());
                    ranks.computeIfAbsent(source.kind(), kind -> new TreeSet<>())
                            .add(rank.number());
                }
            }
        }
        return files.entrySet().stream()
                .map(kind -> names(kind.getValue()) + " (" + kind.getKey() + ", "
                        + RankText.describe(ranks.get(kind.getKey()).stream().toList()) + ")")
                .collect(Collectors.joining(", "));
    }

    private static String names(Set<String> files) {
        if (files.size() > 1) {
            return files.size() + " files";
        }
        Path name = Path.of(files.iterator().next()).getFileName();
        return name == null ? "1 file" : Printable.of(name.toString());
    }
}
