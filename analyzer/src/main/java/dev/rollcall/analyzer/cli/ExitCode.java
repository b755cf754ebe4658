package dev.rollcall.analyzer.cli;

/** The exit codes that do not come from a verdict; those are {@link dev.rollcall.analyzer.verdict.Outcome#exitCode}. */
final class ExitCode {
    /** The command did what was asked. */
    static final int OK = 0;
    /** The command line was wrong, or nothing that was named could be read. */
    static final int UNUSABLE = 2;

    private ExitCode() {}
}
