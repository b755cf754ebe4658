package dev.rollcall.analyzer.cli;

/** The exit codes of all commands; those of a verdict are in {@link dev.rollcall.analyzer.verdict.Outcome#exitCode}. */
final class ExitCode {
    /** The command did what was asked and found nothing wrong. */
    static final int OK = 0;
    /** Something is wrong with the job, its code or the machine. */
    static final int WRONG = 1;
    /** The command line is wrong, or nothing that it names can be read. */
    static final int UNUSABLE = 2;
    /** The evidence does not decide. */
    static final int UNDECIDED = 3;

    private ExitCode() {}
}
