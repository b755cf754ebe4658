package dev.rollcall.analyzer.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rollcall.analyzer.report.Ink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * One run of the command line.
 *
 * @param exitCode its exit code
 * @param out what it wrote to standard output
 * @param err what it wrote to standard error
 */
record CommandLineRun(int exitCode, String out, String err) {
    static final int WIDTH = 80;

    /** Runs a command line as the program's entry does, on a terminal without colours. */
    static CommandLineRun of(Object... words) {
        return of(Ink.PLAIN, words);
    }

    /** Asserts that a text report blames rank 0 of {@link RecordedJob#hung}. */
    void assertBlamesRankZero() {
        assertEquals(1, exitCode, err);
        assertTrue(out.contains("desync · extra-collective\nCulprit: rank 0"), out);
    }

    /** Returns what it wrote to standard output as JSON. */
    JsonNode json() throws IOException {
        return new ObjectMapper().readTree(out);
    }

    /** Returns what it wrote to standard output on one line, as it was before it was wrapped. */
    String line() {
        return out.replaceAll("\\s+", " ");
    }

    /** Runs a command line with colours or without. */
    static CommandLineRun of(Ink ink, Object... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String[] args = new String[words.length];
        for (int i = 0; i < words.length; i++) {
            args[i] = words[i].toString();
        }
        int exitCode = new CommandDispatcher(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        new Terminal(ink, WIDTH))
                .run(args);
        return new CommandLineRun(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
