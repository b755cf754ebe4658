package dev.rollcall.analyzer.input.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.ReadResult;
import dev.rollcall.analyzer.input.nccl.WrittenLog;
import dev.rollcall.analyzer.input.nccl.WrittenRasReport;
import dev.rollcall.analyzer.input.stack.StackForm;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every text source gives the same verdict, whatever launchers and collectors put before its lines. */
class PrefixedSourcesTest {
    private static final int WORLD = 4;
    private static final String AGENT = "torchelastic summary";
    private static final String OLD_TRACEBACK = "traceback before PyTorch 2.3";

    /** The verdicts without prefixes, by source and files: they are the same for all prefixes. */
    private static final Map<String, Verdict> PLAIN = new ConcurrentHashMap<>();

    @TempDir
    private Path folder;

    /** Who writes a text, and so in which streams it can be. */
    private enum Writer {
        /** Each rank, with its rank in its lines: also in one stream without prefixes. */
        NAMED_RANK,
        /** Each rank, without its rank: in one stream only where the prefixes tell the ranks apart. */
        RANK,
        /** One process for the whole job: its document has no lines of others in it, and no rank is in its prefix. */
        JOB,
        /** Rank 0 for all ranks. */
        RANK_0
    }

    /**
     * A text source. Each new one is added to {@link #sources()}.
     *
     * @param name names it in the test's report
     * @param writer who writes it
     * @param lines what a rank writes
     */
    private record Source(String name, Writer writer, IntFunction<List<String>> lines) {
        /** Makes a source that a tool prints about one process. */
        private static Source ofStacks(StackForm form) {
            return new Source(
                    form.name(),
                    Writer.RANK,
                    rank -> form.write(
                                    4000 + rank,
                                    rank == 1
                                            ? new StackForm.Place(StackForm.Kind.ELSEWHERE, 17)
                                            : new StackForm.Place(StackForm.Kind.COLLECTIVE, 31))
                            .lines()
                            .toList());
        }

        private int writers() {
            return writer == Writer.JOB || writer == Writer.RANK_0 ? 1 : WORLD;
        }

        /** Returns whether such lines can have this prefix: these two are written where PyTorch adds no rank. */
        private boolean canHave(LauncherPrefix prefix) {
            return !prefix.isOfProgram() || !(name.equals(AGENT) || name.equals(OLD_TRACEBACK));
        }

        /** A JSON document is one value: a second one within it leaves nothing that can be read. */
        private boolean isDocument() {
            return name.contains("JSON");
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static List<Source> sources() {
        List<Source> sources = new ArrayList<>(List.of(
                new Source("NCCL 2.18", Writer.NAMED_RANK, rank -> log(WrittenLog.Form.NCCL_2_18, rank)),
                new Source("NCCL 2.28", Writer.NAMED_RANK, rank -> log(WrittenLog.Form.NCCL_2_28, rank)),
                new Source("NCCL calls alone", Writer.RANK, PrefixedSourcesTest::calls),
                new Source("watchdog", Writer.NAMED_RANK, PrefixedSourcesTest::watchdog),
                new Source("desync report", Writer.RANK_0, PrefixedSourcesTest::desync),
                new Source("DETAIL", Writer.NAMED_RANK, PrefixedSourcesTest::mismatch),
                new Source("traceback", Writer.NAMED_RANK, rank -> traceback(rank, "[rank" + rank + "]: ")),
                new Source(OLD_TRACEBACK, Writer.RANK, rank -> traceback(rank, "")),
                new Source(AGENT, Writer.JOB, rank -> summary()),
                new Source(
                        "RAS",
                        Writer.JOB,
                        rank -> WrittenRasReport.behind(WORLD, 1).text("2.28.9")),
                new Source(
                        "RAS JSON",
                        Writer.JOB,
                        rank -> WrittenRasReport.behind(WORLD, 1)
                                .json(true)
                                .lines()
                                .toList()),
                new Source("Horovod", Writer.RANK_0, rank -> stall())));
        for (StackForm form : StackForm.values()) {
            sources.add(Source.ofStacks(form));
        }
        sources.add(new Source("py-spy, deep", Writer.RANK, PrefixedSourcesTest::deepStack));
        return sources;
    }

    /** Rank 1 is in a broadcast where the others are in an all_reduce. */
    private static List<String> watchdog(int rank) {
        String prefix = "[rank" + rank + "]:[E1122 10:18:08.50816260" + rank + " ProcessGroupNCCL.cpp:";
        return List.of(
                prefix + "689] [Rank " + rank
                        + "] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=8, OpType="
                        + (rank == 1 ? "BROADCAST" : "ALLREDUCE")
                        + ", NumelIn=256, NumelOut=256, Timeout(ms)=15000) ran for 15013 milliseconds before timing out.",
                prefix + "2303] [PG ID 0 PG GUID 0(default_pg) Rank " + rank
                        + "]  failure detected by watchdog at work sequence id: 8 PG status: last enqueued work: 8,"
                        + " last completed work: 7");
    }

    /** Rank 1 has not started what the others wait for. */
    private static List<String> desync(int rank) {
        return List.of(
                "[rank0]:[E1122 10:18:08.508162600 ProcessGroupNCCL.cpp:1990] [Rank 0] 4 ranks that caused the desync are:",
                "\t - To find the desync's reason, compare the ranks' states",
                "\t - [1] joined but didn't join collective #8 (count from 1)",
                "\t - Snapshot of ranks' latest states:",
                "\t   #7 finished ranks:",
                "\t     [1] finished ALLREDUCE",
                "\t   #8 started ranks:",
                "\t     [0, 2, 3] started ALLREDUCE",
                "step 12");
    }

    /** Rank 1 fails by itself; the others are ended. */
    private static List<String> traceback(int rank, String prefix) {
        if (rank != 1) {
            return watchdog(0).stream()
                    .map(line -> line.replace("rank0", "rank" + rank).replace("Rank 0", "Rank " + rank))
                    .toList();
        }
        return Stream.of(
                        "Traceback (most recent call last):",
                        "  File \"/srv/train.py\", line 90, in <module>",
                        "    main()",
                        "  File \"/srv/train.py\", line 31, in main",
                        "    loss.check()",
                        "    ^^^^^^^^^^^^",
                        "ValueError: loss is nan")
                .map(line -> prefix + line)
                .toList();
    }

    /** Rank 1 fails by itself, and torchrun ends the others. */
    private static List<String> summary() {
        List<String> lines = new ArrayList<>();
        for (int rank : new int[] {0, 2, 3}) {
            lines.add("W1122 10:18:08.119000 77 torch/distributed/elastic/multiprocessing/api.py:900] Sending process "
                    + (4000 + rank) + " closing signal SIGTERM");
        }
        lines.add("E1122 10:18:08.219000 77 torch/distributed/elastic/multiprocessing/api.py:882] failed (exitcode: -9)"
                + " local_rank: 1 (pid: 4001) of binary: /usr/bin/python3");
        lines.addAll(List.of(
                "============================================================", "train.py FAILED", "Failures:"));
        for (int rank = 0; rank < WORLD; rank++) {
            lines.addAll(List.of(
                    "[" + rank + "]:",
                    "  time      : 2026-11-22_10:18:08",
                    "  host      : gpu1",
                    "  rank      : " + rank + " (local_rank: " + rank + ")",
                    "  exitcode  : " + (rank == 1 ? -9 : -15) + " (pid: " + (4000 + rank) + ")",
                    "  error_file: <N/A>",
                    "  traceback : Signal " + (rank == 1 ? 9 : 15) + " received by PID " + (4000 + rank)));
        }
        lines.add("============================================================");
        return lines;
    }

    /** Rank 1 did not submit a tensor. */
    private static List<String> stall() {
        return List.of(
                "[2026-11-20 16:35:15.181832: W /horovod/common/stall_inspector.cc:105] One or more tensors were submitted"
                        + " to be reduced, gathered or broadcasted by subset of ranks and are waiting for remainder of ranks for"
                        + " more than 60 seconds. This may indicate that different ranks are trying to submit different tensors.",
                "Missing ranks:",
                "1: [allreduce.grads_0, allreduce.grads_1 ...]",
                "3: [allreduce.grads_0]",
                "[2026-11-20 16:35:15.181900: W /horovod/common/stall_inspector.cc:105] waiting");
    }

    /** The calls of {@link #log} without the creation of the communicator. */
    private static List<String> calls(int rank) {
        return log(WrittenLog.Form.NCCL_2_28, rank).stream()
                .filter(line -> line.contains("opCount"))
                .toList();
    }

    /** Rank 1 says of itself that it is in a broadcast. */
    private static List<String> mismatch(int rank) {
        String call = "CollectiveFingerPrint(SequenceNumber=7, OpType=%s, TensorShape=[256], TensorDtypes=Float)";
        return List.of("[rank" + rank + "]: RuntimeError: Detected mismatch between collectives on ranks. Rank " + rank
                + " is running collective: " + String.format(call, rank == 1 ? "BROADCAST" : "ALLREDUCE")
                + ", but Rank " + (rank == 1 ? 0 : 1) + " is running collective: "
                + String.format(call, rank == 1 ? "ALLREDUCE" : "BROADCAST"));
    }

    /** Rank 1 reads a file while the others wait in an all_reduce. */
    private static List<String> deepStack(int rank) {
        List<String> lines = new ArrayList<>(List.of(
                "Process " + (4000 + rank) + ": python train.py",
                "Python v3.12.3 (/usr/bin/python3.12)",
                "",
                "Thread " + (4000 + rank) + " (active): \"MainThread\""));
        lines.addAll(
                rank == 1
                        ? List.of("    read (data.py:17)")
                        : List.of(
                                "    all_reduce (torch/distributed/distributed_c10d.py:3068)",
                                "    step (train.py:31)"));
        for (int depth = 1; depth <= 40; depth++) {
            lines.add("    call" + depth + " (train.py:" + (40 + depth) + ")");
        }
        return lines;
    }

    /** Rank 1 calls broadcast where the others call all_reduce. */
    private static List<String> log(WrittenLog.Form form, int rank) {
        return new WrittenLog(form, rank, WORLD)
                .join()
                .steps(5)
                .call(rank == 1 ? "Broadcast" : "AllReduce", 1024, 7, 0, 0)
                .steps(2)
                .lines();
    }

    /** The streams in which a text can be read: its own lines, or the prefixes, tell the ranks apart. */
    static Stream<Arguments> prefixedStreams() {
        return prefixedSources().filter(arguments -> {
            Source source = (Source) arguments.get()[0];
            LauncherPrefix prefix = (LauncherPrefix) arguments.get()[1];
            return source.writer != Writer.RANK || prefix.hasRank() && !source.isDocument();
        });
    }

    static Stream<Arguments> prefixedSources() {
        return sources().stream()
                .flatMap(source -> Stream.of(LauncherPrefix.values())
                        .filter(source::canHave)
                        .map(prefix -> Arguments.of(source, prefix)));
    }

    private Verdict verdict(String name) {
        ReadResult reading = new JobReader(-1).read(List.of(folder.resolve(name)));
        assertEquals(1, reading.jobs().size(), () -> reading.unreadable().toString());
        return new Diagnosis().of(reading.jobs().get(0).job());
    }

    private Verdict plain(Source source, boolean filePerRank) throws IOException {
        String key = source.name + filePerRank;
        if (!PLAIN.containsKey(key)) {
            if (filePerRank) {
                writeFilePerRank(source, LauncherPrefix.NONE, "plain");
            } else {
                writeInterleaved(source, LauncherPrefix.NONE, "plain");
            }
            PLAIN.put(key, verdict("plain"));
        }
        return PLAIN.get(key);
    }

    /** Writes what all ranks write into one file, a line of each in turn. */
    private void writeInterleaved(Source source, LauncherPrefix prefix, String name) throws IOException {
        List<String> all = new ArrayList<>();
        List<List<String>> lines =
                IntStream.range(0, source.writers()).mapToObj(source.lines).toList();
        int longest = lines.stream().mapToInt(List::size).max().orElseThrow();
        for (int i = 0; i < longest; i++) {
            for (int rank = 0; rank < lines.size(); rank++) {
                if (i < lines.get(rank).size()) {
                    all.add(prefix.before(lines.get(rank).get(i), rank, all.size() + 1));
                }
            }
        }
        Files.write(Files.createDirectories(folder.resolve(name)).resolve("console.log"), all);
    }

    private void writeFilePerRank(Source source, LauncherPrefix prefix, String name) throws IOException {
        for (int rank = 0; rank < source.writers(); rank++) {
            List<String> lines = new ArrayList<>();
            for (String line : source.lines.apply(rank)) {
                lines.add(prefix.before(line, rank, lines.size() + 1));
            }
            Files.write(Files.createDirectories(folder.resolve(name)).resolve("rank" + rank + ".log"), lines);
        }
    }

    @ParameterizedTest
    @MethodSource("prefixedStreams")
    void givesTheSameVerdictForOneStream(Source source, LauncherPrefix prefix) throws IOException {
        writeInterleaved(source, prefix, "prefixed");

        assertSame(plain(source, source.writer == Writer.RANK), verdict("prefixed"));
    }

    @ParameterizedTest
    @MethodSource("prefixedSources")
    void givesTheSameVerdictForAFilePerRank(Source source, LauncherPrefix prefix) throws IOException {
        writeFilePerRank(source, prefix, "prefixed");

        assertSame(plain(source, true), verdict("prefixed"));
    }

    private static void assertSame(Verdict expected, Verdict actual) {
        assertFalse(expected.findings().isEmpty(), expected::summary);
        assertEquals(expected.culprits(), actual.culprits(), actual::summary);
        assertEquals(expected.suspects(), actual.suspects(), actual::summary);
        assertEquals(expected.outcome(), actual.outcome(), actual::summary);
        assertEquals(
                expected.findings().get(0).cause(), actual.findings().get(0).cause(), actual::summary);
    }
}
