package dev.rollcall.analyzer.model;

import java.util.List;

/**
 * One file of evidence, read by itself.
 *
 * @param name the file
 * @param kind what it is, such as {@code Rollcall trace}
 * @param processes the processes that it tells of, at least one
 */
public record SourceFile(String name, String kind, List<ProcessTrace> processes) {

    public SourceFile {
        processes = List.copyOf(processes);
    }
}
