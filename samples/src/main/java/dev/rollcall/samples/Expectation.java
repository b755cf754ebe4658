package dev.rollcall.samples;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The verdict that a sample declares by {@link ExpectedVerdict}, for one world size and culprit.
 *
 * @param verdict the outcome
 * @param exitCode the exit code of {@code analyze}
 * @param culprits the culprits, or the suspects: any one of these lists
 * @param suspected whether they are suspects
 * @param causes the first finding's cause: any one of these; empty where no rank is named
 * @param note the first finding's cause where no rank is named, {@code none} for no finding; empty for any
 * @param lines the lines that the first finding names, such as {@code Train.java:41}: any one of these
 * @param branch the line of the condition that the first finding names; empty if it may name none
 * @param undeterminedToo whether {@code undetermined} with all ranks or no rank named is also correct, and one of the causes
 *     with no rank named
 * @param worldSize the world size
 */
public record Expectation(
        String verdict,
        int exitCode,
        List<List<Integer>> culprits,
        boolean suspected,
        List<String> causes,
        String note,
        List<String> lines,
        String branch,
        boolean undeterminedToo,
        int worldSize) {

    private static final String NO_FINDING = "none";
    private static final String UNDETERMINED = "undetermined";
    private static final Map<String, Integer> EXIT_CODES =
            Map.of("healthy", 0, "progressing", 0, "desync", 1, "stalled", 1, "corrupted", 1, "inconclusive", 3);

    /**
     * Returns the expectation for a run of {@code sample} with {@code worldSize} ranks in which {@code culprit} diverges.
     *
     * @param sources the folder of the samples' packages, in which the marked lines are found
     * @throws IOException if the sample's source cannot be read
     */
    public static Expectation of(Sample sample, int worldSize, int culprit, Path sources) throws IOException {
        return of(sample.program(), worldSize, culprit, sources);
    }

    /**
     * Returns the expectation for a program of one process, rank 0.
     *
     * @param sources as above
     * @throws IOException if the program's source cannot be read
     */
    public static Expectation of(Class<?> program, Path sources) throws IOException {
        return of(program, 1, 0, sources);
    }

    /**
     * Returns the expectation for a run of a program with {@code worldSize} ranks in which {@code culprit} diverges.
     *
     * @param sources as above
     * @throws IOException if the program's source cannot be read
     */
    public static Expectation of(Class<?> program, int worldSize, int culprit, Path sources) throws IOException {
        ExpectedVerdict expected = program.getAnnotation(ExpectedVerdict.class);
        List<String> lines = new ArrayList<>();
        for (String comment : expected.lineComment()) {
            lines.add(MarkedLine.find(sources, program, comment));
        }
        return new Expectation(
                expected.verdict(),
                EXIT_CODES.get(expected.verdict()),
                Stream.of(expected.culprits())
                        .map(expectedCulprits -> expectedCulprits.ranks(culprit, worldSize))
                        .toList(),
                expected.suspected(),
                List.of(expected.causes()),
                expected.note(),
                lines,
                expected.branchComment().isEmpty() ? "" : MarkedLine.find(sources, program, expected.branchComment()),
                worldSize == 2 && expected.undeterminedOfTwo(),
                worldSize);
    }

    /** Returns how a result differs from this expectation, one line per point; empty if it does not. */
    public List<String> misses(AnalyzerResult result) {
        if (undeterminedToo && leavesOpen(result)) {
            return missesOfUndetermined(result);
        }
        List<String> misses = new ArrayList<>();
        missUnless(result.verdict().equals(verdict), "verdict", result.verdict(), verdict, misses);
        missUnless(result.exitCode() == exitCode, "exit code", result.exitCode(), exitCode, misses);
        List<Integer> named = suspected ? result.suspects() : result.culprits();
        missUnless(culprits.contains(named), suspected ? "suspects" : "culprits", named, culprits, misses);
        if (!named.isEmpty()) {
            missUnless(causes.contains(result.cause()), "cause", result.cause(), causes, misses);
            missUnless(
                    lines.isEmpty() || lines.stream().anyMatch(result::names), "line", result.summary(), lines, misses);
            missUnless(branch.isEmpty() || branch.equals(result.branch()), "branch", result.branch(), branch, misses);
        }
        if (result.culprits().isEmpty() && !note.isEmpty()) {
            String found = result.cause().isEmpty() ? NO_FINDING : result.cause();
            missUnless(found.equals(note), "note", found, note, misses);
        }
        return misses;
    }

    private boolean leavesOpen(AnalyzerResult result) {
        return result.cause().equals(UNDETERMINED)
                || causes.contains(result.cause())
                        && (result.culprits().isEmpty() || result.culprits().size() == worldSize);
    }

    private List<String> missesOfUndetermined(AnalyzerResult result) {
        List<List<Integer>> fair =
                List.of(List.of(), IntStream.range(0, worldSize).boxed().toList());
        List<String> misses = new ArrayList<>();
        missUnless(fair.contains(result.culprits()), "culprits", result.culprits(), fair, misses);
        return misses;
    }

    private static void missUnless(boolean met, String what, Object was, Object wanted, List<String> misses) {
        if (!met) {
            misses.add(what + ": expected " + wanted + ", was " + was);
        }
    }
}
