package dev.rollcall.analyzer.cli;

import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.verdict.CodeFinding;
import dev.rollcall.analyzer.verdict.CodeFinding.CodePlace;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Where recorded jobs made their calls.
 *
 * @param places the lines, each as its class, or file, and its number
 */
record ExecutedLines(Set<String> places) {

    ExecutedLines {
        places = Set.copyOf(places);
    }

    /** Collects the places of jobs. */
    static ExecutedLines of(List<Job> jobs) {
        Set<String> places = new HashSet<>();
        for (Job job : jobs) {
            for (int i = 0; i < job.sites().size(); i++) {
                StackFrame site = job.sites().value(i);
                places.add(place(site.type(), site.file(), site.line()));
            }
        }
        return new ExecutedLines(places);
    }

    /** Returns whether a job made the call that a finding is about. */
    boolean has(CodeFinding finding) {
        return finding.calls().stream().limit(1).anyMatch(call -> {
            CodePlace place = call.stack().get(0);
            return places.contains(place(place.type(), place.file(), place.line()));
        });
    }

    /** Python's files are known by their names, for the job had them in another folder. */
    private static String place(String type, String file, int line) {
        return type + '|' + file.substring(file.lastIndexOf('/') + 1) + '|' + line;
    }
}
