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

class CommandDispatcherTest {
    private static final int WORLD = 4;

    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) {
        PrintStream printed = new PrintStream(out, true, StandardCharsets.UTF_8);
        PrintStream complained = new PrintStream(err, true, StandardCharsets.UTF_8);
        return new CommandDispatcher(printed, complained, new Terminal(Ink.PLAIN, 80)).run(args);
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

    @Test
    void printsItsVersion() {
        assertEquals(0, run("--version"));
        assertTrue(out().matches("rollcall \\d+\\.\\d+.*\\R"), out());
    }

    @Test
    void namesTheCulpritAndExitsWithOne() throws IOException {
        CommandLineRun run = CommandLineRun.of("analyze", hang());

        run.assertBlamesRankZero();
        assertTrue(run.out().contains("Trainer.java:88"), run.out());
        assertEquals("", run.err());
    }

    @Test
    void findsNothingWrongAndExitsWithZero() throws IOException {
        assertEquals(0, run("analyze", healthy().toString()));
        assertTrue(out().contains("\nhealthy\n"), out());
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
    void listsTheWorstJobFirstInEveryFormat() throws IOException {
        Path page = folder.resolve("report.html");
        String[] paths = {healthy().toString(), hang().toString()};

        assertEquals(1, run("analyze", paths[0], paths[1], "--html", page.toString()));
        assertTrue(out().startsWith("2 jobs: 1 desync (hung), 1 healthy.\n"), out());
        assertBefore(out(), "━━ Job hung", "━━ Job well");
        assertBefore(Files.readString(page), "Job hung", "Job well");
        for (String format : new String[] {"json", "sarif"}) {
            out.reset();
            run("analyze", paths[0], paths[1], "--format", format);
            assertBefore(out(), "desync", "healthy");
        }
    }

    private static void assertBefore(String text, String first, String second) {
        assertTrue(text.contains(first) && text.indexOf(first) < text.indexOf(second), text);
    }

    @Test
    void writesThePageIntoANewFolder() throws IOException {
        Path page = folder.resolve("reports/today/report.html");
        assertEquals(1, run("analyze", hang().toString(), "--html", page.toString()));

        assertTrue(Files.readString(page).contains("<h1>"));
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
    void keepsEscapeSequencesOfArgumentsFromTheTerminal() {
        run("analyze", "\u001b[31mred");

        assertFalse(err().contains("\u001b"), err());
    }
}
