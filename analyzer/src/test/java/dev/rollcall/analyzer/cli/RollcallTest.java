package dev.rollcall.analyzer.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rollcall.analyzer.report.Ink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RollcallTest {
    private static final int WORLD = 4;

    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) {
        PrintStream printed = new PrintStream(out, true, StandardCharsets.UTF_8);
        PrintStream complained = new PrintStream(err, true, StandardCharsets.UTF_8);
        return new Rollcall(printed, complained, new Terminal(Ink.PLAIN, 96)).run(args);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private Path hang() throws IOException {
        return RecordedJob.hung(folder.resolve("hang"), "hung");
    }

    private Path healthy() throws IOException {
        return RecordedJob.healthy(folder.resolve("well"), "well");
    }

    @ParameterizedTest
    @ValueSource(strings = {"help", "--help", "-h"})
    void helpsOnStandardOutput(String word) {
        assertEquals(0, run(word));
        assertTrue(out().contains("Usage:"));
        assertTrue(out().contains("Examples:"));
        assertEquals("", err());
    }

    @Test
    void helpsWithACommandBothWays() {
        assertEquals(0, run("analyze", "--help"));
        String after = out();
        out.reset();
        assertEquals(0, run("help", "analyze"));

        assertEquals(after, out());
        assertTrue(after.contains("--world N"));
    }

    @Test
    void printsItsVersion() {
        assertEquals(0, run("--version"));
        assertTrue(out().matches("rollcall \\d+\\.\\d+.*\\R"), out());
    }

    @Test
    void takesHelpOverEverythingElse() {
        assertEquals(0, run("analyze", "nowhere", "--help"));
    }

    @Test
    void refusesAnEmptyCommandLineAnUnknownCommandAndAnOptionInFront() {
        assertRefused("Which command?");
        assertRefused("no command explode", "explode");
        assertRefused("no command explode", "help", "explode");
        assertRefused("the command comes first", "--format", "json", "analyze");
    }

    @Test
    void refusesWrongOptionsAndSaysWhatIsRight() {
        assertRefused("needs a trace", "analyze");
        assertRefused("no option --color", "analyze", "x", "--color");
        assertRefused("--format is text, json or sarif, not yaml", "analyze", "x", "--format", "yaml");
        assertRefused("--format needs a value", "analyze", "x", "--format");
        assertRefused("--world is a number of ranks", "analyze", "x", "--world", "many");
        assertRefused("--world is a number of ranks", "analyze", "x", "--world", "0");
        assertRefused("--html can be given only once", "analyze", "x", "--html", "a", "--html", "b");
        assertRefused(
                "--source: no such file",
                "analyze",
                "x",
                "--source",
                folder.resolve("absent").toString());
    }

    private void assertRefused(String message, String... args) {
        out.reset();
        err.reset();
        assertEquals(2, run(args));
        assertTrue(err().startsWith("rollcall: ") && err().contains(message), err());
        assertEquals("", out());
    }

    @Test
    void namesTheCulpritAndExitsWithOne() throws IOException {
        assertEquals(1, run("analyze", hang().toString()));

        assertTrue(out().startsWith(RecordedJob.HUNG), out());
        assertTrue(out().contains("Trainer.java:88"), out());
        assertEquals("", err());
    }

    @Test
    void findsNothingWrongAndExitsWithZero() throws IOException {
        assertEquals(0, run("analyze", healthy().toString()));
        assertTrue(out().startsWith("Nothing diverged"), out());
    }

    @Test
    void printsJsonWhereverTheOptionStands() throws IOException {
        String traces = hang().toString();
        assertEquals(1, run("analyze", "--format", "json", traces));
        String before = out();
        out.reset();
        assertEquals(1, run("analyze", traces, "--format=json"));

        assertEquals(before, out());
        JsonNode json = new ObjectMapper().readTree(before);
        assertEquals("desync", json.at("/verdict").asText());
        assertEquals("[0]", json.at("/culprits").toString());
        assertEquals("barrier", json.at("/findings/0/evidence/0/call/operation").asText());
    }

    @Test
    void takesTheWorstExitCodeOfSeveralJobs() throws IOException {
        assertEquals(
                1,
                run("analyze", "--format", "json", hang().toString(), healthy().toString()));

        JsonNode jobs = new ObjectMapper().readTree(out()).at("/jobs");
        assertEquals(2, jobs.size());
    }

    @Test
    void writesThePageIntoANewFolder() throws IOException {
        Path page = folder.resolve("reports/today/report.html");
        assertEquals(1, run("analyze", hang().toString(), "--html", page.toString()));

        assertTrue(Files.readString(page).contains("<h1>Rank 0 diverged"));
    }

    @Test
    void saysWhyThePageCannotBeWritten() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");

        assertEquals(
                2,
                run(
                        "analyze",
                        hang().toString(),
                        "--html",
                        file.resolve("report.html").toString()));
        assertTrue(err().contains("cannot write"), err());
        assertTrue(out().startsWith("Rank 0 diverged"), "the verdict is printed all the same");
    }

    @Test
    void showsTheSourceAroundTheCall() throws IOException {
        Path source = Files.createDirectories(folder.resolve("src/example")).resolve("Trainer.java");
        StringBuilder text = new StringBuilder("package example;\n");
        for (int line = 2; line < 100; line++) {
            text.append("line ").append(line).append(line == 88 ? " barrier();\n" : ";\n");
        }
        Files.writeString(source, text);

        run("analyze", hang().toString(), "--source", folder.resolve("src").toString());

        assertTrue(out().contains("88 » line 88 barrier();"), out());
    }

    @Test
    void saysWhereNothingIsAndHowTracesAreMade() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));

        assertEquals(2, run("analyze", empty.toString()));
        assertTrue(err().contains("no trace in " + empty), err());
        assertTrue(err().contains("-javaagent:"), err());
    }

    @Test
    void saysWhatIsWrongWithWhatItCannotRead() throws IOException {
        Path notes = Files.writeString(folder.resolve("notes.txt"), "hello");

        assertEquals(
                2, run("analyze", notes.toString(), folder.resolve("absent").toString()));
        assertTrue(err().contains("notes.txt: not a trace"), err());
        assertTrue(err().contains("absent: no such file or folder"), err());
        assertFalse(err().contains("Exception"), err());
    }

    @Test
    void warnsAboutAPathThatIsNotRead() throws IOException {
        String absent = folder.resolve("absent").toString();

        assertEquals(1, run("analyze", hang().toString(), healthy().toString(), absent));
        assertEquals("rollcall: not read: " + absent + ": no such file or folder\n", err());
    }

    @Test
    void keepsEscapeSequencesOfArgumentsFromTheTerminal() {
        run("analyze", "\u001b[31mred");

        assertFalse(err().contains("\u001b"), err());
    }
}
