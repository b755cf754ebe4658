package dev.rollcall.analyzer.input.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.ReadResult;
import dev.rollcall.analyzer.input.nccl.WrittenLog;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

    @TempDir
    private Path folder;

    /**
     * A text source. Each new one is added to {@link #sources()}.
     *
     * @param name names it in the test's report
     * @param stream whether the lines of several ranks in one stream can be told apart without a prefix
     * @param lines what a rank writes
     */
    private record Source(String name, boolean stream, IntFunction<List<String>> lines) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static List<Source> sources() {
        return List.of(
                new Source("NCCL 2.18", true, rank -> log(WrittenLog.Form.NCCL_2_18, rank)),
                new Source("NCCL 2.28", true, rank -> log(WrittenLog.Form.NCCL_2_28, rank)),
                new Source("watchdog", true, PrefixedSourcesTest::watchdog),
                new Source("DETAIL", true, PrefixedSourcesTest::mismatch),
                new Source("py-spy", false, PrefixedSourcesTest::stack));
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

    /** Rank 1 says of itself that it is in a broadcast. */
    private static List<String> mismatch(int rank) {
        String call = "CollectiveFingerPrint(SequenceNumber=7, OpType=%s, TensorShape=[256], TensorDtypes=Float)";
        return List.of("[rank" + rank + "]: RuntimeError: Detected mismatch between collectives on ranks. Rank " + rank
                + " is running collective: " + String.format(call, rank == 1 ? "BROADCAST" : "ALLREDUCE")
                + ", but Rank " + (rank == 1 ? 0 : 1) + " is running collective: "
                + String.format(call, rank == 1 ? "ALLREDUCE" : "BROADCAST"));
    }

    /** Rank 1 reads a file while the others wait in an all_reduce. */
    private static List<String> stack(int rank) {
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

    static Stream<Arguments> prefixedStreams() {
        return prefixedSources().filter(arguments -> ((Source) arguments.get()[0]).stream);
    }

    static Stream<Arguments> prefixedSources() {
        return sources().stream()
                .flatMap(source -> Stream.of(LauncherPrefix.values()).map(prefix -> Arguments.of(source, prefix)));
    }

    private Verdict verdict(String name) {
        ReadResult reading = new JobReader(-1).read(List.of(folder.resolve(name)));
        assertEquals(1, reading.jobs().size(), () -> reading.unreadable().toString());
        return new Diagnosis().of(reading.jobs().get(0).job());
    }

    /** Writes what all ranks write into one file, a line of each in turn. */
    private void writeInterleaved(Source source, LauncherPrefix prefix, String name) throws IOException {
        List<String> all = new ArrayList<>();
        List<List<String>> lines =
                IntStream.range(0, WORLD).mapToObj(source.lines).toList();
        int longest = lines.stream().mapToInt(List::size).max().orElseThrow();
        for (int i = 0; i < longest; i++) {
            for (int rank = 0; rank < WORLD; rank++) {
                if (i < lines.get(rank).size()) {
                    all.add(prefix.before(lines.get(rank).get(i), rank, all.size() + 1));
                }
            }
        }
        Files.write(Files.createDirectories(folder.resolve(name)).resolve("console.log"), all);
    }

    private void writeFilePerRank(Source source, LauncherPrefix prefix, String name) throws IOException {
        for (int rank = 0; rank < WORLD; rank++) {
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
        writeInterleaved(source, LauncherPrefix.NONE, "plain");
        writeInterleaved(source, prefix, "prefixed");

        assertSame(verdict("plain"), verdict("prefixed"));
    }

    @ParameterizedTest
    @MethodSource("prefixedSources")
    void givesTheSameVerdictForAFilePerRank(Source source, LauncherPrefix prefix) throws IOException {
        writeFilePerRank(source, LauncherPrefix.NONE, "plain");
        writeFilePerRank(source, prefix, "prefixed");

        assertSame(verdict("plain"), verdict("prefixed"));
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
