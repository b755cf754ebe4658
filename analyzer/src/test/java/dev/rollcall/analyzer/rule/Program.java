package dev.rollcall.analyzer.rule;

/** What one rank of a scripted job does. */
@FunctionalInterface
interface Program {

    /** Runs the rank's part; what it calls is recorded. */
    void run(int rank, RankScript script);
}
