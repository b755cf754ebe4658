package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Behaviour;
import dev.rollcall.analyzer.scan.run.Ended;
import dev.rollcall.analyzer.scan.run.Path;
import dev.rollcall.analyzer.scan.run.Ways;
import dev.rollcall.analyzer.verdict.CodeFinding.CodePlace;
import java.util.function.Predicate;

/**
 * Shares out how many steps a scan may take, so that it ends soon: large programs are followed on fewer ways. Not safe for use
 * by several threads.
 */
final class Effort {
    /** What a scan may take in all, about twenty seconds' worth; what is counted are steps, so that all machines find the same. */
    private static final long ALL = 6_000_000L * PythonRun.WEIGHT;

    /** What a beginning of a small program may take in a world. */
    private static final long MOST = 100_000L * PythonRun.WEIGHT;

    /** What every beginning may take, however many there are. */
    private static final long LEAST = 1_000L * PythonRun.WEIGHT;

    private static final int WORLDS = 5;
    /** Most beginnings take little: one that takes more gets this part of what is left. */
    private static final int GREEDY = 12;

    private static final int MOST_PATHS = 64;
    /** Where so many ways never came to ask for the rank, the others hardly will. */
    private static final int VAIN = 24;

    private long left;
    private int beginnings = 1;
    private long share = MOST;
    private boolean little;
    private boolean scarce;
    private int partly;
    private CodePlace first;

    Effort() {
        this(ALL);
    }

    /** Makes one for a scan that may take so many steps in all. */
    Effort(long all) {
        left = all;
    }

    /** Says how many beginnings are still to be run. */
    void expect(int number) {
        beginnings = Math.max(1, number);
    }

    /** Begins one of them. */
    void begin() {
        long most = left / Math.min(beginnings, GREEDY);
        little = most < MOST * WORLDS;
        share = little ? Math.max(LEAST, most) : Long.MAX_VALUE;
        beginnings = Math.max(1, beginnings - 1);
        scarce = false;
    }

    /** Returns how many steps one run may take. */
    long run() {
        return Math.max(LEAST, Math.min(PythonRun.MOST_STEPS, share));
    }

    /** Runs in one world. */
    void explore(Ways.Runner runner, int world, Predicate<Path> sink) {
        long most = Math.max(LEAST, Math.min(MOST, share));
        Ways ways = new Ways(MOST_PATHS, VAIN, most);
        ways.explore(runner, world, path -> sink.test(quietly(path)));
        left -= ways.steps();
        share -= ways.steps();
        scarce |= little && ways.steps() > most && ways.asked();
    }

    /** That a run was cut off before it asked for the rank, or in want of steps, is told of all such runs at once. */
    private Path quietly(Path path) {
        for (Behaviour each : path.ranks()) {
            if (each.cutBecause == Ended.Why.TOO_LONG && (!each.asked || run() < PythonRun.MOST_STEPS)) {
                scarce = true;
                each.cutBecause = null;
            }
        }
        return path;
    }

    /** Ends a beginning. */
    void end(CodePlace place) {
        if (scarce) {
            partly++;
            first = first == null ? place : first;
        }
    }

    /** Returns how many beginnings were not followed as far as those of a small program are. */
    int partly() {
        return partly;
    }

    /** Returns the first of them; null where there is none. */
    CodePlace first() {
        return first;
    }
}
