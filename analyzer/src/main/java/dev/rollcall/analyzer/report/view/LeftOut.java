package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Coverage.Unreadable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Says which files tell nothing, or not all, and why; those of one folder that say so alike stand in one line. */
final class LeftOut {
    /** So few files are named one by one. */
    private static final int FEW = 3;

    private LeftOut() {}

    /**
     * Returns a line a file, or a line for many; all safe to print.
     *
     * @param files the files
     * @param most how many lines there is room for
     */
    static List<String> lines(List<Unreadable> files, int most) {
        Map<List<Object>, List<Unreadable>> alike = new LinkedHashMap<>();
        for (Unreadable file : files) {
            // Reasons tell of ranks and of offsets.
            String reason = file.reason().replaceAll("[0-9,]+", "#");
            alike.computeIfAbsent(List.of(file.kind(), folder(file), reason), key -> new ArrayList<>())
                    .add(file);
        }
        List<String> lines = new ArrayList<>();
        int told = 0;
        for (List<Unreadable> group : alike.values()) {
            if (group.size() > FEW && lines.size() < most) {
                lines.add(many(group));
                told += group.size();
                continue;
            }
            for (Unreadable file : group) {
                if (lines.size() < most) {
                    lines.add(label(file) + ": " + Printable.path(file.file()) + ": " + Printable.of(file.reason()));
                    told++;
                }
            }
        }
        int further = files.size() - told;
        if (further > 0) {
            lines.add("… and " + further + (further == 1 ? " more file" : " more files")
                    + " like this (--format json lists all).");
        }
        return lines;
    }

    private static String many(List<Unreadable> group) {
        Unreadable first = group.get(0);
        boolean alike = group.stream().allMatch(file -> file.reason().equals(first.reason()));
        String reason = alike ? first.reason() : first.reason().replaceAll("\\brank [0-9,]+", "a rank");
        return label(first) + ": " + group.size() + " files in " + Printable.path(folder(first)) + ", such as "
                + Printable.of(first.file().substring(first.file().lastIndexOf('/') + 1)) + ": "
                + Printable.of(reason);
    }

    private static String folder(Unreadable file) {
        int end = file.file().lastIndexOf('/');
        return end < 0 ? "." : end == 0 ? "/" : file.file().substring(0, end);
    }

    private static String label(Unreadable file) {
        return switch (file.kind()) {
            case UNREADABLE -> "Unreadable";
            case INCOMPLETE -> "Incomplete";
            case DOUBTFUL -> "Doubtful";
            case LEFT_ASIDE, UNNUMBERED -> "Ignored";
            case UNGROUPED -> "Unclear";
        };
    }
}
