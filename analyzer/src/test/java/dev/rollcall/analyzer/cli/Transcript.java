package dev.rollcall.analyzer.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Command lines with the messages that they print, as a shell shows them, for an approved text. */
final class Transcript {
    private final Path folder;
    private final StringBuilder text = new StringBuilder();

    /**
     * Starts an empty transcript.
     *
     * @param folder the temporary folder, which the text calls FOLDER
     */
    Transcript(Path folder) {
        this.folder = folder;
    }

    /** Runs a command line that must be refused: a message, exit code 2 and nothing on standard output. */
    void refused(Object... words) {
        CommandLineRun run = run(words);
        assertEquals("", run.out());
        assertEquals(ExitCode.UNUSABLE, run.exitCode(), run.err());
    }

    /** Runs a command line that prints a message on standard error, whatever it prints on standard output. */
    CommandLineRun run(Object... words) {
        CommandLineRun run = CommandLineRun.of(words);
        assertTrue(run.err().startsWith("rollcall: ") && run.err().endsWith("\n"), run.toString());
        text.append(text.isEmpty() ? "$ rollcall" : "\n$ rollcall")
                .append(Arrays.stream(words)
                        .map(word -> word.toString().isEmpty() ? " ''" : " " + word)
                        .collect(Collectors.joining()))
                .append('\n')
                .append(run.err());
        return run;
    }

    @Override
    public String toString() {
        return text.toString().replace(folder.toString(), "FOLDER");
    }
}
