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
     * @param lines what a rank writes
     */
    private record Source(String name, IntFunction<List<String>> lines) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static List<Source> sources() {
        return List.of(
                new Source("NCCL 2.18", rank -> log(WrittenLog.Form.NCCL_2_18, rank)),
                new Source("NCCL 2.28", rank -> log(WrittenLog.Form.NCCL_2_28, rank)));
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
    @MethodSource("prefixedSources")
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
        assertEquals(expected.outcome(), actual.outcome(), actual::summary);
        assertEquals(
                expected.findings().get(0).cause(), actual.findings().get(0).cause(), actual::summary);
    }
}
