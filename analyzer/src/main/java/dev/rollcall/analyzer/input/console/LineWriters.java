package dev.rollcall.analyzer.input.console;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/** Who writes the lines of a console in the last attempt, whatever is in them. Not thread-safe. */
final class LineWriters {
    /** The rank in what prefixes say of a writer. */
    private static final Pattern RANK = Pattern.compile("(?:^|, )rank \\d{1,7}(?=$|, )");

    /** Two are enough to show that there are several. */
    private static final int SEVERAL = 2;

    private final BitSet ranks = new BitSet();
    /** The ranks that write lines in a sample of the console, all of them of the last attempt. */
    private final BitSet sampled = new BitSet();
    /** What launchers' prefixes say of the processes, without ranks. */
    private final Set<String> processes = new HashSet<>();

    /** Adds the rank that wrote a line of the sample; -1 where unknown. */
    void addSampled(int rank) {
        if (rank >= 0 && rank < ReportedRanks.MOST) {
            sampled.set(rank);
        }
    }

    /** Adds the rank that wrote a line; -1 where unknown. */
    void add(int rank) {
        if (rank >= 0 && rank < ReportedRanks.MOST) {
            ranks.set(rank);
        }
    }

    /**
     * Adds who wrote a line.
     *
     * @param writer as in {@link dev.rollcall.analyzer.input.text.TextLine}
     */
    void add(int rank, String writer) {
        add(rank);
        // A launcher's own lines have no prefix.
        if (processes.size() < SEVERAL) {
            // Most writers are a rank and nothing else.
            String process = writer.isEmpty() || rank >= 0 && writer.equals("rank " + rank)
                    ? ""
                    : RANK.matcher(writer).replaceFirst("");
            if (rank >= 0 || !process.isEmpty()) {
                processes.add(process);
            }
        }
    }

    /** Adds the ranks of the sample to the others. */
    void endSample() {
        ranks.or(sampled);
    }

    /** Returns whether processes of several launchers' prefixes wrote lines. */
    boolean areSeveralProcesses() {
        return processes.size() >= SEVERAL;
    }

    /** Returns the ranks that wrote lines. */
    BitSet ranks() {
        return ranks;
    }

    /**
     * Forgets who wrote in earlier attempts.
     *
     * @param sample whether the sample, too, can be of an earlier attempt
     */
    void restarted(boolean sample) {
        if (sample) {
            sampled.clear();
        }
        ranks.clear();
        processes.clear();
    }
}
