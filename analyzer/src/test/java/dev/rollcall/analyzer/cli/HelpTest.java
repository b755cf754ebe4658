package dev.rollcall.analyzer.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.ApprovedTexts;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HelpTest {
    private static final int WIDTH = 80;

    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    private static void assertHelp(CommandLineRun run) {
        assertEquals(0, run.exitCode());
        assertEquals("", run.err());
        run.out().lines().forEach(line -> assertTrue(line.length() <= WIDTH, line));
    }

    @Test
    void givesAnOverview() {
        CommandLineRun run = CommandLineRun.of("--help");

        assertHelp(run);
        TEXTS.verify(run.out());
        assertEquals(run, CommandLineRun.of("help"));
        assertEquals(run, CommandLineRun.of("-h"));
    }

    @Test
    void printsTheSchemaOfTheJson() throws IOException {
        CommandLineRun run = CommandLineRun.of("help", "schema");

        assertEquals(0, run.exitCode());
        assertEquals("Rollcall verdict", run.json().at("/title").asText());
    }

    @ParameterizedTest
    @ValueSource(strings = {"analyze", "run", "collect", "show", "scan", "probe", "completion", "help"})
    void explainsACommand(String command) {
        CommandLineRun run = CommandLineRun.of(command, "--help");

        assertHelp(run);
        TEXTS.verify(command, run.out());
        assertEquals(run, CommandLineRun.of("help", command));
        assertEquals(run, CommandLineRun.of(command, "nowhere", "--help"), "help comes before everything else");
    }
}
