package dev.rollcall.samples.generate.fault;

import dev.rollcall.samples.AnalyzerResult;
import dev.rollcall.samples.generate.program.JobProgram;
import dev.rollcall.samples.generate.program.ScriptLine;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What is true of a generated job, and so what a verdict may say of it.
 *
 * @param verdicts the outcomes that are right
 * @param culprits whom a verdict may blame: any one of these lists
 * @param causes the first finding's cause: any one of these; empty where nobody is blamed
 * @param sites the lines that the first finding may name: any one of these; empty where any will do
 */
public record GroundTruth(
        List<String> verdicts, List<List<Integer>> culprits, List<String> causes, List<ScriptLine> sites) {

    private static final List<List<Integer>> NOBODY = List.of(List.of());

    /** Returns what is true of a program into which a fault is edited at a place. */
    public static GroundTruth of(JobProgram healthy, Fault fault, FaultPlace place) {
        return switch (fault) {
            case NONE -> new GroundTruth(List.of("healthy"), NOBODY, List.of(), List.of());
            case STRAGGLER ->
                new GroundTruth(
                        List.of("progressing", "healthy"),
                        List.of(List.of(), List.of(place.rank())),
                        List.of("straggler"),
                        List.of());
            case STALL -> new GroundTruth(List.of("stalled"), NOBODY, List.of("transport-stalled"), List.of());
            default -> new BlockingFault(healthy, fault, place).truth();
        };
    }

    /** Returns what is true of it as far as PyTorch's dumps tell. */
    public static GroundTruth ofDumps(JobProgram healthy, Fault fault, FaultPlace place) {
        return DumpTruth.of(of(healthy, fault, place), fault, place);
    }

    /** Returns how an answer misses the truth, one sentence each; empty if it does not. */
    public List<String> misses(AnalyzerResult answer, String extension) {
        List<String> misses = new ArrayList<>();
        if (!verdicts.contains(answer.verdict())) {
            misses.add("verdict: expected " + verdicts + ", was " + answer.verdict());
        }
        if (!culprits.contains(answer.culprits())) {
            misses.add("culprits: expected " + culprits + ", was " + answer.culprits());
        }
        if (!answer.culprits().isEmpty()) {
            if (!causes.contains(answer.cause())) {
                misses.add("cause: expected " + causes + ", was " + answer.cause());
            }
            if (!sites.isEmpty() && lines(extension).stream().noneMatch(answer::names)) {
                misses.add("line: expected " + lines(extension) + ", was " + answer.summary());
            }
        }
        return misses;
    }

    /** Returns the lines that may be named, in files with this extension, such as {@code Trainer.java:41}. */
    public List<String> lines(String extension) {
        return sites.stream()
                .map(site -> site.line().file(extension) + ":" + site.line().number())
                .toList();
    }

    /** Returns the ranks that may be blamed by any answer that is right. */
    public Set<Integer> blamed() {
        Set<Integer> blamed = new LinkedHashSet<>();
        culprits.forEach(blamed::addAll);
        return blamed;
    }
}
