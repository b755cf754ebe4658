package dev.rollcall.analyzer.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rollcall.analyzer.input.RecordedRank;
import dev.rollcall.analyzer.report.Ink;
import dev.rollcall.trace.CommunicatorWriter;
import dev.rollcall.trace.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShowTest {
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
        Path file = trace();

        CommandLineRun run = CommandLineRun.of("show", file);

        assertEquals(0, run.exitCode());
        assertEquals("", run.err());
        assertEquals(file + """
                , Rollcall trace

                  job         job-7
                  rank        1 of 2
                  host        elsewhere, process 4001
                  started     2026-09-21 14:13:20 UTC
                  alive       last seen 2026-09-21 14:13:55 UTC, 35 s after its start
                  end         none was recorded: it was still running, or was killed
                  threads     thread main, timed waiting at Trainer.save (Trainer.java:88), seen 2026-09-21
                              14:13:55 UTC; 1 stack in all (--stacks)
                  command     java Train
                  recorder    version test

                Communicators
                  name      rank  size  calls  completed  oldest pending
                  world        1     2      3       to 2  3: barrier, for 30 s
                  tp           1     2      1       none
                  tp (p2p)     1     2      1       none  1: send(256 × f32, to 1), for 32 s

                All 5 calls
                  time: min:s since the process's start; » has not finished
                         time  communicator  call  operation                     state          took  at
                     0:01.000  world            1  all_reduce(1,024 × f32, sum)  completed  100.0 ms  Trainer.java:22
                     0:02.000  world            2  all_reduce(1,024 × f32, sum)  completed  100.0 ms  Trainer.java:22
                  »  0:03.000  tp (p2p)         1  send(256 × f32, to 1)         started      ≥ 32 s  Trainer.java:40
                     0:04.000  tp               1  all_reduce(512 × f32, sum)    failed     100.0 ms  Trainer.java:23
                      failed: Connection closed by peer
                  »  0:05.000  world            3  barrier                       started      ≥ 30 s  Trainer.java:88
                """, run.out());
    }

    @Test
    void printsTheLastCallsAndSaysHowManyItLeftOut() throws IOException {
        String out = CommandLineRun.of("show", trace(), "--last", 2).out();

        assertTrue(out.contains("The last 2 of 5 calls; 3 earlier ones are not shown (--last all)\n"), out);
        assertTrue(out.contains("0:04.000") && out.contains("0:05.000"), out);
        assertFalse(out.contains("0:03.000"), out);
    }

    @Test
    void printsFiftyCallsUnlessAskedForMore() throws IOException {
        Path file;
        try (RecordedRank rank = RecordedRank.of(folder, "job-7", 0, 1, 64)) {
            rank.steps(rank.join("store-1", "world", 0, 1), 60).alive(1);
            file = rank.file();
        }

        String some = CommandLineRun.of("show", file).out();
        assertTrue(some.contains("The last 50 of 60 calls; 10 earlier ones are not shown (--last all)\n"), some);
        String all = CommandLineRun.of("show", "--last=all", file).out();
        assertTrue(all.contains("All 60 calls\n") && all.contains(" 0:01.000 "), all);
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

        String out = CommandLineRun.of("show", file).out();

        assertTrue(out.contains("36 calls before these were overwritten, because the ring was full"), out);
        assertTrue(out.contains("  »  0:01.000  world            1  barrier"), out);
    }

    @Test
    void printsOneCommunicatorAndKnowsTheOthersNames() throws IOException {
        Path file = trace();

        String out = CommandLineRun.of("show", file, "--communicator", "tp").out();
        assertTrue(out.contains("All 2 calls\n") && !out.contains("world"), out);

        CommandLineRun wrong = CommandLineRun.of("show", file, "--communicator", "pp");
        assertEquals(2, wrong.exitCode());
        assertEquals("", wrong.out());
        assertEquals("rollcall: there is no communicator pp in " + file + "; it has: world, tp\n", wrong.err());
    }

    @Test
    void printsWholeStacksOfCallsAndThreads() throws IOException {
        String out = CommandLineRun.of("show", trace(), "--stacks", "--last", 1).out();

        assertTrue(out.contains("""
                  »  0:05.000  world            3  barrier    started  ≥ 30 s  Trainer.save (Trainer.java:88)
                      at ProcessGroupGloo.allreduce (ProcessGroupGloo.java:214)
                      at Trainer.save (Trainer.java:88)
                      at Trainer.main (Trainer.java:12)
                """), out);
        assertTrue(out.contains("""

                Threads
                  thread main, timed waiting, seen 2026-09-21 14:13:55 UTC
                      at ProcessGroupGloo.allreduce (ProcessGroupGloo.java:214)
                """), out);
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
        String dump = CommandLineRun.of("show", CORPUS.resolve("pytorch-fr/ddp_short_loader/nccl_trace_rank_0"))
                .out();
        assertTrue(dump.contains("nccl_trace_rank_0, PyTorch dump\n"), dump);
        assertTrue(dump.contains("44: all_reduce(262,656 × f32), for 4.2 s"), dump);

        String log = CommandLineRun.of("show", CORPUS.resolve("nccl-log/lost_send/nccl.node0.3314.log"))
                .out();
        assertTrue(log.contains("nccl.node0.3314.log, NCCL log\n"), log);
        assertTrue(log.contains("  world     0     4      9   not told\n"), log);
    }

    @Test
    void showsTheRestOfATruncatedTrace() throws IOException {
        Path file = trace();
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 4096));

        CommandLineRun run = CommandLineRun.of("show", file);

        assertEquals(0, run.exitCode());
        assertTrue(run.out().contains("missing     truncated: the file lacks its end; what it still holds was used"));
        assertTrue(run.out().contains("barrier"), run.out());
    }

    @Test
    void usesColoursOnATerminalOnly() throws IOException {
        Path file = trace();

        assertFalse(CommandLineRun.of("show", file).out().contains("\u001b"));
        String coloured = CommandLineRun.of(Ink.ANSI, "show", file).out();
        assertTrue(coloured.contains("\u001b[1;31m  »  0:05.000"), coloured);
    }

    @Test
    void teachesWithAnExample() {
        CommandLineRun run = CommandLineRun.of("show", "--help");

        assertEquals(0, run.exitCode());
        assertTrue(run.out().contains("--last N") && run.out().contains("oldest pending"), run.out());
        assertEquals(run, CommandLineRun.of("help", "show"));
    }
}
