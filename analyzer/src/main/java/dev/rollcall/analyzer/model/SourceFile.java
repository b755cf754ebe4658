package dev.rollcall.analyzer.model;

import java.util.List;

/**
 * One file of evidence, by itself. Immutable.
 *
 * @param name the file's path
 * @param kind the kind of file, such as {@code Rollcall trace}
 * @param processes the processes that it shows, at least one
 */
public record SourceFile(String name, String kind, List<ProcessTrace> processes) {

    public SourceFile {
        processes = List.copyOf(processes);
    }
}
