package dev.rollcall.analyzer.cli;

import dev.rollcall.analyzer.report.Version;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The entry point. Prints UTF-8 whatever the locale is: JSON requires it, and terminals expect it. */
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

    /** Runs a command; a bug must not exit with 1, as the JVM would, because that is a verdict. */
    private static int run(PrintStream out, PrintStream err, String[] args) {
        try {
            return new CommandDispatcher(out, err, Terminal.ofProcess()).run(args);
        } catch (RuntimeException | Error e) {
            err.println(
                    "rollcall: this is a bug in rollcall " + Version.CURRENT + "; please report it with these lines:");
            e.printStackTrace(err);
            return ExitCode.UNUSABLE;
        } finally {
            out.flush();
        }
    }
}
