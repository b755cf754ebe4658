package dev.rollcall.analyzer.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.input.RecordedRank;
import dev.rollcall.analyzer.report.Ink;
import dev.rollcall.trace.BufferHolderKind;
import dev.rollcall.trace.CommunicatorWriter;
import dev.rollcall.trace.CopyPath;
import dev.rollcall.trace.CopyVerdict;
import dev.rollcall.trace.Misplacement;
import dev.rollcall.trace.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class ShowTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    private static final Path CORPUS = Path.of("src/test/resources/corpus");

    @TempDir
    Path folder;

    /** Two calls on world, one send and a call that failed on tp, then a call on world that hangs. */
    private Path trace() throws IOException {
        try (RecordedRank rank = RecordedRank.of(folder, "job-7", 1, 2, 64)) {
            CommunicatorWriter world = rank.join("store-1", "world", 1, 2);
            CommunicatorWriter tp = rank.join("store-2", "tp", 0, 2);
            rank.steps(world, 2);
            rank.call(tp, Operation.SEND, 256, "pass", 40);
            rank.fail(
                    rank.call(tp, Operation.ALL_REDUCE, 512, "step", 23), "Connection closed by peer [10.0.0.1]:4711");
            rank.call(world, Operation.BARRIER, 0, "save", 88);
            rank.alive(30).look(1, "main", "save", 88);
            return rank.file();
        }
    }

    @Test
    void printsAProcessWithItsCommunicatorsAndCalls() throws IOException {
        verify("", CommandLineRun.of("show", trace()));
    }

    @Test
    void printsTheLastCallsAndSaysHowManyItLeftOut() throws IOException {
        CommandLineRun run = CommandLineRun.of("show", trace(), "--last", 2);

        verify("", run);
        assertTrue(run.out().contains("0:04.000") && run.out().contains("0:05.000"), run.out());
        assertFalse(run.out().contains("0:03.000"), run.out());
    }

    @Test
    void printsFiftyCallsUnlessAskedForMore() throws IOException {
        Path file;
        try (RecordedRank rank = RecordedRank.of(folder, "job-7", 0, 1, 64)) {
            rank.steps(rank.join("store-1", "world", 0, 1), 60).alive(1);
            file = rank.file();
        }

        assertEquals(50, rows(CommandLineRun.of("show", file)));
        assertEquals(60, rows(CommandLineRun.of("show", "--last=all", file)));
    }

    @Test
    void printsWhatWentWrongOnDevices() throws IOException {
        Path file;
        try (RecordedRank rank = RecordedRank.of(folder, "job-7", 0, 1, 64)) {
            rank.misplaced(Misplacement.LAUNCH, 1, 0, 31).fault(700, 20, RecordedRank.CROSSING, 34);
            file = rank.file();
        }
        verify("text", CommandLineRun.of("show", file));
        String json = CommandLineRun.of("show", "--format", "json", file).out();
        assertTrue(json.contains("\"misplaced\"") && json.contains("\"deviceErrors\""), json);
    }

    @Test
    void printsWhatBecameOfCopies() throws IOException {
        Path file;
        try (RecordedRank rank = RecordedRank.of(folder, "job-7", 0, 1, 64)) {
            rank.copy(CopyPath.DIRECT, CopyVerdict.INTACT)
                    .copy(CopyPath.DIRECT, CopyVerdict.ZEROED)
                    .copy(1, 0, CopyPath.DIRECT, CopyVerdict.INTACT);
            file = rank.file();
        }
        verify("text", CommandLineRun.of("show", file));
        JsonNode process =
                CommandLineRun.of("show", file, "--format", "json").json().at("/processes/0");
        assertEquals(2, process.at("/copies").size());
        assertEquals(1, process.at("/copies/0/verdicts/zeroed").asInt());
        assertTrue(process.at("/copies/0/rank").isMissingNode());
    }

    @Test
    void printsTheStepsOfCallsAndTheBuffersThatStayAllocated() throws IOException {
        Path file;
        try (RecordedRank rank = RecordedRank.of(folder, "job-7", 0, 1, 64)) {
            CommunicatorWriter world = rank.join("store-1", "world", 0, 1);
            for (int step = 1200; step < 1204; step++) {
                rank.mark(step).steps(world, 1);
            }
            rank.held(world, 1, 3, 4, BufferHolderKind.WORK, false).alive(1);
            rank.held(world, 1, 6, 7, BufferHolderKind.WORK, false).alive(2);
            file = rank.file();
        }
        verify("text", CommandLineRun.of("show", file));
        JsonNode process =
                CommandLineRun.of("show", file, "--format", "json").json().at("/processes/0");
        assertEquals(1203, process.at("/calls/3/step").asInt());
        assertEquals(6, process.at("/heldBuffers/0/moments/1/buffers").asInt());
    }

    private static long rows(CommandLineRun run) {
        return run.out().lines().filter(line -> line.contains("all_reduce(")).count();
    }

    @Test
    void countsOverwrittenCalls() throws IOException {
        Path file;
        try (RecordedRank rank = RecordedRank.of(folder, "job-7", 0, 1, 64)) {
            CommunicatorWriter all = rank.join("store-1", "world", 0, 1);
            rank.call(all, Operation.BARRIER, 0, "save", 88);
            rank.steps(all, 100).alive(1);
            file = rank.file();
        }

        CommandLineRun run = CommandLineRun.of("show", file, "--last", 3);

        verify("", run);
        JsonNode process =
                CommandLineRun.of("show", file, "--format", "json").json().at("/processes/0");
        assertEquals(1, process.at("/communicators/0/oldestPending").asInt());
        assertEquals(37, process.at("/communicators/0/overwritten").asInt());
    }

    @Test
    void printsOneCommunicatorAndKnowsTheOthersNames() throws IOException {
        Path file = trace();

        String out = CommandLineRun.of("show", file, "--communicator", "tp").out();
        assertTrue(out.contains("all_reduce(512") && out.contains("send(256") && !out.contains("world"), out);

        Transcript shell = new Transcript(folder);
        shell.refused("show", file, "--communicator", "pp");
        TEXTS.verify(shell.toString());
    }

    @Test
    void printsWholeStacksOfCallsAndThreads() throws IOException {
        verify("", CommandLineRun.of("show", trace(), "--stacks", "--last", 1));
    }

    @Test
    void printsEverythingAsJson() throws IOException {
        CommandLineRun run = CommandLineRun.of("show", trace(), "--format", "json");

        assertEquals(0, run.exitCode());
        JsonNode json = new ObjectMapper().readTree(run.out());
        JsonNode process = json.at("/processes/0");
        assertEquals("Rollcall trace", json.at("/kind").asText());
        assertEquals("[1]", process.at("/ranks").toString());
        assertEquals(3, process.at("/communicators").size());
        assertEquals(3, process.at("/communicators/0/oldestPending").asInt());
        assertEquals("point-to-point", process.at("/communicators/2/calls").asText());
        assertEquals(5, process.at("/calls").size());
        assertEquals(0, process.at("/notShown").asInt());
        JsonNode last = process.at("/calls/4");
        assertEquals("barrier", last.at("/operation").asText());
        assertEquals("started", last.at("/state").asText());
        assertEquals("2026-09-21T14:13:25Z", last.at("/enqueued").asText());
        assertEquals(88, last.at("/site/line").asInt());
        assertTrue(last.at("/stack").isMissingNode());
        assertTrue(process.at("/ending").isMissingNode());
    }

    @Test
    void addsStacksToJsonOnRequest() throws IOException {
        String out = CommandLineRun.of("show", trace(), "--format", "json", "--stacks", "--last", 1)
                .out();

        JsonNode process = new ObjectMapper().readTree(out).at("/processes/0");
        assertEquals(4, process.at("/notShown").asInt());
        assertEquals(3, process.at("/calls/0/stack").size());
    }

    @Test
    void showsDumpsAndLogs() {
        Path dump = CORPUS.resolve("pytorch-fr/ddp_short_loader/nccl_trace_rank_0");
        verify("dump", CommandLineRun.of("show", dump, "--last", 3));
        verify("log", CommandLineRun.of("show", CORPUS.resolve("nccl-log/lost_send/nccl.node0.3314.log"), "--last", 3));
    }

    private void verify(String label, CommandLineRun run) {
        assertEquals("", run.err());
        assertEquals(0, run.exitCode());
        TEXTS.verify(label, run.out().replace(folder.toString(), "FOLDER"));
    }

    @Test
    void showsTheRestOfATruncatedTrace() throws IOException {
        Path file = trace();
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 4096));

        JsonNode process =
                CommandLineRun.of("show", file, "--format", "json").json().at("/processes/0");

        assertEquals(1, process.at("/missing").size());
        TEXTS.verify(process.at("/missing/0").asText());
        assertEquals("barrier", process.at("/calls/4/operation").asText());
    }

    @Test
    void usesColoursOnATerminalOnly() throws IOException {
        Path file = trace();

        assertFalse(CommandLineRun.of("show", file).out().contains("\u001b"));
        String coloured = CommandLineRun.of(Ink.ANSI, "show", file).out();
        assertTrue(coloured.contains("\u001b[1;31m  »  0:05.000"), coloured);
    }
}
