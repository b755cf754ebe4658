package dev.rollcall.analyzer.cli;

import dev.rollcall.analyzer.report.Version;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The program's entry. What it prints is UTF-8 whatever the locale says, because JSON must be and terminals are. */
public final class Main {
    private Main() {}

    /** Runs one command and exits with its code. */
    public static void main(String[] args) {
        StandardOutput written = new StandardOutput(new FileOutputStream(FileDescriptor.out));
        PrintStream out = new PrintStream(new BufferedOutputStream(written), false, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        int exitCode = run(out, err, args);
        if (!written.failure().isEmpty()) {
            err.println("rollcall: cannot write to standard output: " + written.failure());
            exitCode = ExitCode.UNUSABLE;
        }
        System.exit(exitCode);
    }

    /** A mistake of this program must not look like a verdict: what the JVM exits with then, 1, is one. */
    private static int run(PrintStream out, PrintStream err, String[] args) {
        try {
            return new Rollcall(out, err, Terminal.ofProcess()).run(args);
        } catch (RuntimeException | Error e) {
            err.println("rollcall: this is a mistake in rollcall " + Version.CURRENT + "; please report it with this:");
            e.printStackTrace(err);
            return ExitCode.UNUSABLE;
        } finally {
            out.flush();
        }
    }
}
