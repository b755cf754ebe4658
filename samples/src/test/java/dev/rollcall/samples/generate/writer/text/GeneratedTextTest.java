package dev.rollcall.samples.generate.writer.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rollcall.samples.generate.GenerateCommand;
import dev.rollcall.samples.generate.GenerateOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the generated consoles, RAS reports and stacks say. Even seeds connect early; of two pairs of seeds one aborts. */
class GeneratedTextTest {
    private static final String HELD = "4";
    private static final String ABORTED = "6";
    private static final String LAZY = "5";

    @TempDir
    private Path folder;

    private Path job(String... options) throws Exception {
        Path out = Files.createTempDirectory(folder, "job");
        List<String> all = new ArrayList<>(List.of(options));
        all.addAll(List.of("--out", out.toString()));
        GenerateOptions parsed = GenerateOptions.parse(all.toArray(String[]::new));
        GenerateCommand.write(parsed.scenario(), parsed.evidence(), parsed.out(), parsed.rings());
        return out;
    }

    private String console(String seed, String... options) throws Exception {
        return text("console", seed, options);
    }

    private String text(String format, String seed, String... options) throws Exception {
        List<String> all = new ArrayList<>(List.of("--format", format, "--seed", seed));
        all.addAll(List.of(options));
        try (Stream<Path> files = Files.list(job(all.toArray(String[]::new)))) {
            return Files.readString(files.findFirst().orElseThrow());
        }
    }

    private static TreeSet<Integer> ranksThat(String console, String print) {
        TreeSet<Integer> ranks = new TreeSet<>();
        Pattern.compile("\\[rank(\\d+)\\]:.*" + print)
                .matcher(console)
                .results()
                .forEach(line -> ranks.add(Integer.parseInt(line.group(1))));
        return ranks;
    }

    private static TreeSet<Integer> all(int ranks, Integer... except) {
        TreeSet<Integer> all = new TreeSet<>(IntStream.range(0, ranks).boxed().toList());
        List.of(except).forEach(all::remove);
        return all;
    }

    private static List<String> found(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .toList();
    }

    @Test
    void everyWaitingRankTimesOutAndTheStuckOneOnlyObservesTheSignal() throws Exception {
        String console = console(HELD, "--fault", "stuck-outside", "--rank", "3", "--on", "world", "--step", "3");

        assertEquals(all(8, 3), ranksThat(console, "Watchdog caught collective operation timeout: WorkNCCL"));
        assertEquals(all(8, 3), ranksThat(console, "failure detected by watchdog at work sequence id"));
        assertTrue(ranksThat(console, "Observed flight recorder dump signal").contains(3));
        assertTrue(console.contains("Received 15 death signal, shutting down workers"));
        assertFalse(console.contains("Root Cause"));
    }

    @Test
    void theRootCauseIsTheProcessThatAbortedFirst() throws Exception {
        String console = console(ABORTED, "--fault", "stuck-outside", "--rank", "3", "--on", "world", "--step", "3");

        assertTrue(console.contains("terminate called after throwing an instance of 'c10::DistBackendError'"));
        String root = console.substring(console.indexOf("Root Cause"));
        assertTrue(root.contains("exitcode  : -6"), root);
        assertFalse(root.contains("rank      : 3 "), root);
        assertTrue(console.contains("Signal 15 (SIGTERM) received by PID 4003"));
    }

    @Test
    void theCountersAreThoseOfTheRanksOwnCalls() throws Exception {
        String console = console(HELD, "--fault", "skipped", "--rank", "3", "--on", "world", "--step", "3");

        // Of all calls on the world, one is missing.
        String status = "PG status: last enqueued work: (\\d+), last completed work: (\\d+)";
        for (String line : found(console, "PG GUID 0\\(default_pg\\) Rank \\d\\]  failure.*" + status)) {
            MatchResult counters =
                    Pattern.compile(status).matcher(line).results().findFirst().orElseThrow();
            assertTrue(Long.parseLong(counters.group(1)) > Long.parseLong(counters.group(2)), line);
        }
    }

    @Test
    void ranksThatWaitAtTheEndOfAStepAreSeveralCallsAhead() throws Exception {
        String console = console(
                HELD, "--awaits", "steps", "--fault", "stuck-outside", "--rank", "3", "--on", "data", "--step", "3");

        long ahead = Pattern.compile("last enqueued work: (\\d+), last completed work: (\\d+)")
                .matcher(console)
                .results()
                .mapToLong(counters -> Long.parseLong(counters.group(1)) - Long.parseLong(counters.group(2)))
                .max()
                .orElseThrow();
        assertTrue(ahead > 1, console);
    }

    @Test
    void aCallThatConnectsIsNotCounted() throws Exception {
        String[] first = {"--layout", "1x1x2", "--fault", "lost-send", "--rank", "0", "--step", "1"};
        assertEquals(List.of(), found(console(LAZY, first), "OpType=RECV"));
        assertFalse(found(console(HELD, first), "OpType=RECV").isEmpty());
    }

    @Test
    void groupsAreNumberedAsInC10d() throws Exception {
        String console = console(
                HELD, "--layout", "2x2x2", "--fault", "stuck-outside", "--rank", "3", "--on", "tensor", "--step", "3");

        // Rank 2 has the world, control, its data group and its tensor group; the job has more groups than that.
        List<String> groups = found(console, "\\[rank2\\]:.*\\[PG ID 3 PG GUID \\d+\\(tensor\\) Rank 0\\]  failure");
        assertEquals(1, groups.size(), console);
        assertFalse(groups.get(0).contains("GUID 3("), groups.get(0));
    }

    @Test
    void aCrashEndsTheJobAtOnce() throws Exception {
        String console = console(HELD, "--fault", "crash", "--rank", "5", "--step", "3");

        assertEquals(new TreeSet<>(List.of(5)), ranksThat(console, "FloatingPointError: loss is NaN"));
        assertTrue(ranksThat(console, "Watchdog caught").isEmpty());
        assertEquals(7, found(console, "traceback : Signal 15 \\(SIGTERM\\)").size());
        assertTrue(console.substring(console.indexOf("Root Cause")).contains("rank      : 5 (local_rank: 5)"));
    }

    @Test
    void aRankThatExitsWithZeroPrintsNothing() throws Exception {
        String console = console(HELD, "--fault", "exit", "--rank", "5", "--step", "3", "--on", "world");

        assertFalse(ranksThat(console, "").contains(5));
        assertEquals(all(8, 5), ranksThat(console, "Watchdog caught"));
    }

    @Test
    void eachHostHasItsConsole() throws Exception {
        Path job = job("--format", "console", "--ranks", "12", "--fault", "crash", "--rank", "9", "--step", "3");

        String other = Files.readString(job.resolve("console-node0000.log"));
        String own = Files.readString(job.resolve("console-node0001.log"));
        assertEquals(all(8), ranksThat(other, "Watchdog caught"));
        assertTrue(own.contains("rank      : 9 (local_rank: 1)"), own);
        assertFalse(ranksThat(own, "Watchdog caught").contains(9));
    }

    @Test
    void ranksThatWaitToJoinFailWithTheNumberThatCame() throws Exception {
        String console = console(HELD, "--fault", "never-joins", "--rank", "2");

        assertTrue(console.contains("world_size=8, num_workers_joined=7"), console);
        assertFalse(ranksThat(console, "DistStoreError").contains(2));
    }

    @Test
    void aHealthyJobPrintsOnlyTheAgentsAdvice() throws Exception {
        assertTrue(ranksThat(console(HELD), "").isEmpty());
    }

    @Test
    void inDetailEachRankNamesTheFirstThatDiffers() throws Exception {
        String detail = text("detail", HELD, "--fault", "other-size", "--rank", "2", "--on", "world", "--step", "3");

        String mismatch = "Detected mismatch between collectives on ranks. Rank \\d is running.*but Rank \\d";
        for (String line : found(detail, mismatch)) {
            int own = line.charAt(line.indexOf(". Rank ") + 7) - '0';
            assertEquals(own == 2 ? "0" : "2", line.substring(line.length() - 1), line);
        }
        assertTrue(ranksThat(detail, "Detected mismatch").contains(2)
                || found(detail, mismatch).size() > 1);
        assertTrue(ranksThat(detail, "Watchdog caught").isEmpty());
    }

    @Test
    void inDetailSequenceNumbersStartAtZero() throws Exception {
        String[] fault = {"--fault", "other-type", "--rank", "2", "--on", "world", "--step", "3"};
        String detail = text("detail", HELD, fault);
        String console = console(HELD, fault);

        long counted = Long.parseLong(found(console, "(?<=SeqNum=)\\d+").get(0));
        assertEquals(
                String.valueOf(counted - 1),
                found(detail, "(?<=SequenceNumber=)\\d+").get(0));
    }

    @Test
    void inDetailFingerprintsOfOtherLengthsAreGarbage() throws Exception {
        String detail = text("detail", HELD, "--fault", "extra-barrier", "--rank", "2", "--on", "world", "--step", "3");

        assertTrue(found(detail, "SequenceNumber=0OpType=(REDUCE|GATHER)").size() > 0, detail);
    }

    @Test
    void inDetailTheFirstOfAGroupListsWhoIsMissing() throws Exception {
        String detail = text("detail", HELD, "--fault", "stuck-outside", "--rank", "2", "--on", "world", "--step", "3");

        assertTrue(detail.contains("[Rank 0]: Ranks 2 failed to pass monitoredBarrier in 60000 ms"), detail);
        assertTrue(detail.contains("NCCL INFO ncclCommInitRankConfig comm 0x"), detail);
    }

    @Test
    void inDetailAStallStillTimesOut() throws Exception {
        String detail = text("detail", HELD, "--fault", "stall", "--rank", "2", "--on", "world", "--step", "3");

        assertEquals(all(8), ranksThat(detail, "Watchdog caught"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ras", "ras-json"})
    void rasCountsWhatRanksLaunched(String format) throws Exception {
        String ras = text(format, HELD, "--fault", "skipped", "--rank", "3", "--on", "world", "--step", "3");

        if (format.equals("ras")) {
            assertTrue(ras.contains("Communicator ranks have different AllReduce operation counts"), ras);
            assertTrue(ras.contains("RUNNING  MISMATCH"), ras);
        } else {
            JsonNode root = new ObjectMapper().readTree(ras);
            assertEquals(2, root.path("communicators").size());
            assertEquals(8, root.path("communicators").get(0).path("ranks").size());
        }
    }

    @Test
    void rasMissesProcessesThatAreGone() throws Exception {
        String ras = text("ras", HELD, "--fault", "kill", "--rank", "3", "--on", "world", "--step", "3");
        JsonNode json = new ObjectMapper()
                .readTree(text("ras-json", HELD, "--fault", "kill", "--rank", "3", "--on", "world", "--step", "3"));

        assertTrue(
                ras.contains("Missing communicator data from 1 rank\n  Rank 3 -- GPU 3 managed by process 4003"), ras);
        assertEquals(
                3,
                json.path("communicators")
                        .get(0)
                        .path("missing_ranks")
                        .get(0)
                        .path("rank")
                        .asInt());
    }

    @Test
    void stacksShowWhereRanksWait() throws Exception {
        Path job = job("--format", "stacks", "--fault", "stuck-outside", "--rank", "3", "--on", "world", "--step", "3");

        assertTrue(Files.readString(job.resolve("stack-rank3.txt")).contains("get (queue.py:171)"));
        String waiting = Files.readString(job.resolve("stack-rank0.txt"));
        assertTrue(waiting.contains("all_reduce (torch/distributed/distributed_c10d.py:3068)"), waiting);
        assertTrue(waiting.contains("trainstep (trainer.py:58)"), waiting);
    }

    @Test
    void aGoneProcessHasNoStack() throws Exception {
        Path job = job("--format", "stacks", "--fault", "kill", "--rank", "3", "--step", "3");

        assertFalse(Files.exists(job.resolve("stack-rank3.txt")));
        assertTrue(Files.exists(job.resolve("stack-rank2.txt")));
    }

    @Test
    void damageChangesTheLinesOfOneRankOnly() throws Exception {
        String[] fault = {"--fault", "stuck-outside", "--rank", "3", "--on", "world", "--step", "3"};
        String whole = console(HELD, fault);

        assertEquals(all(8, 5), ranksThat(damaged("removed", fault), ""), "only the lines of rank 5 are removed");
        assertEquals(linesOf(5, whole) * 2, linesOf(5, damaged("doubled", fault)));
        assertTrue(linesOf(5, damaged("halved", fault)) < linesOf(5, whole));
        assertEquals(
                whole.lines().sorted().toList(),
                damaged("delayed", fault).lines().sorted().toList());
        assertFalse(whole.equals(damaged("delayed", fault)));
        for (String kind : List.of("removed", "doubled", "halved", "delayed")) {
            assertEquals(linesOf(4, whole), linesOf(4, damaged(kind, fault)), kind);
        }
    }

    private String damaged(String kind, String... fault) throws Exception {
        List<String> options = new ArrayList<>(List.of(fault));
        options.addAll(List.of("--damage", "console:5:" + kind));
        return console(HELD, options.toArray(String[]::new));
    }

    private static long linesOf(int rank, String console) {
        return console.lines()
                .filter(line -> line.startsWith("[rank" + rank + "]"))
                .count();
    }

    @Test
    void givesTheSameBytesForTheSameOptions() throws Exception {
        for (String format : List.of("console", "detail", "ras", "ras-json", "stacks")) {
            assertEquals(
                    text(format, LAZY, "--layout", "2x2x1", "--fault", "stuck-outside"),
                    text(format, LAZY, "--layout", "2x2x1", "--fault", "stuck-outside"));
        }
    }
}
