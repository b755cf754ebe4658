package dev.rollcall.samples;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What the analyzer must say of one run of a sample.
 *
 * @param verdict the outcome
 * @param exitCode the exit code of {@code analyze}
 * @param culprits the culprits: any one of these lists
 * @param causes the first finding's cause: any one of these; empty where no finding blames anybody
 * @param lines the places that the first finding names, such as {@code Train.java:41}: any one of these
 * @param branch the condition that the first finding blames; empty where it may blame none
 * @param undeterminedToo whether {@code undetermined}, naming all ranks or nobody, is right as well, and so is one of the
 *     causes naming nobody
 * @param worldSize how many ranks the run has
 */
public record Expectation(
        String verdict,
        int exitCode,
        List<List<Integer>> culprits,
        List<String> causes,
        List<String> lines,
        String branch,
        boolean undeterminedToo,
        int worldSize) {

    private static final String UNDETERMINED = "undetermined";
    private static final Map<String, Integer> EXIT_CODES =
            Map.of("healthy", 0, "progressing", 0, "desync", 1, "stalled", 1, "corrupted", 1, "inconclusive", 3);

    /**
     * Returns what must be said of {@code sample} when it ran with {@code worldSize} ranks and {@code culprit} diverged.
     *
     * @param sources the folder of the samples' source files, below which the marked lines are looked up
     * @throws IOException if the sample's source cannot be read
     */
    public static Expectation of(Sample sample, int worldSize, int culprit, Path sources) throws IOException {
        return of(sample.program(), worldSize, culprit, sources);
    }

    /**
     * Returns what must be said of a program that is one process, rank 0.
     *
     * @param sources as above
     * @throws IOException if the program's source cannot be read
     */
    public static Expectation of(Class<?> program, Path sources) throws IOException {
        return of(program, 1, 0, sources);
    }

    private static Expectation of(Class<?> program, int worldSize, int culprit, Path sources) throws IOException {
        ExpectedVerdict expected = program.getAnnotation(ExpectedVerdict.class);
        List<String> lines = new ArrayList<>();
        for (String comment : expected.line()) {
            lines.add(MarkedLine.find(sources, program, comment));
        }
        return new Expectation(
                expected.verdict(),
                EXIT_CODES.get(expected.verdict()),
                Stream.of(expected.culprits())
                        .map(blamed -> blamed.ranks(culprit, worldSize))
                        .toList(),
                List.of(expected.causes()),
                lines,
                expected.branch().isEmpty() ? "" : MarkedLine.find(sources, program, expected.branch()),
                worldSize == 2 && expected.undeterminedOfTwo(),
                worldSize);
    }

    /** Returns how {@code answer} misses this expectation, one sentence each; empty if it meets it. */
    public List<String> misses(AnalyzerResult answer) {
        if (undeterminedToo && leavesOpen(answer)) {
            return missesOfUndetermined(answer);
        }
        List<String> misses = new ArrayList<>();
        missUnless(answer.verdict().equals(verdict), "verdict", answer.verdict(), verdict, misses);
        missUnless(answer.exitCode() == exitCode, "exit code", answer.exitCode(), exitCode, misses);
        missUnless(culprits.contains(answer.culprits()), "culprits", answer.culprits(), culprits, misses);
        if (!answer.culprits().isEmpty()) {
            missUnless(causes.contains(answer.cause()), "cause", answer.cause(), causes, misses);
            missUnless(
                    lines.isEmpty() || lines.stream().anyMatch(answer::names), "line", answer.summary(), lines, misses);
            missUnless(branch.isEmpty() || branch.equals(answer.branch()), "branch", answer.branch(), branch, misses);
        }
        return misses;
    }

    private boolean leavesOpen(AnalyzerResult answer) {
        return answer.cause().equals(UNDETERMINED)
                || causes.contains(answer.cause())
                        && (answer.culprits().isEmpty() || answer.culprits().size() == worldSize);
    }

    private List<String> missesOfUndetermined(AnalyzerResult answer) {
        List<List<Integer>> fair =
                List.of(List.of(), IntStream.range(0, worldSize).boxed().toList());
        List<String> misses = new ArrayList<>();
        missUnless(fair.contains(answer.culprits()), "culprits", answer.culprits(), fair, misses);
        return misses;
    }

    private static void missUnless(boolean met, String what, Object was, Object wanted, List<String> misses) {
        if (!met) {
            misses.add(what + ": expected " + wanted + ", was " + was);
        }
    }
}
