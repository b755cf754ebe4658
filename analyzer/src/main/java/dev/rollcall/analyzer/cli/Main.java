package dev.rollcall.analyzer.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The program's entry. What it prints is UTF-8 whatever the locale says, because JSON must be and terminals are. */
public final class Main {
    private Main() {}

    /** Runs one command and exits with its code. */
    public static void main(String[] args) {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        int exitCode = new Rollcall(out, err, Terminal.ofProcess()).run(args);
        out.flush();
        System.exit(exitCode);
    }
}
