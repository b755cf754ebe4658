package dev.rollcall.analyzer.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;

/**
 * Standard output that keeps the reason of its first failure, which a {@link java.io.PrintStream} drops. After that it writes
 * nothing more. Not thread-safe.
 */
final class StandardOutput extends FilterOutputStream {
    private String failure = "";

    StandardOutput(OutputStream out) {
        super(out);
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (!failure.isEmpty()) {
            return;
        }
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            failure = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            throw e;
        }
    }

    /**
     * Returns why the output could not be written; empty if it was, or if its reader closed the pipe, as {@code head} does after
     * ten lines. A closed pipe is recognized by the system's text for it, in English; where the system translates it, the
     * pipe counts as a failure.
     */
    String failure() {
        return failure.toLowerCase(Locale.ROOT).contains("broken pipe") ? "" : failure;
    }
}
