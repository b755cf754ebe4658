package dev.rollcall.analyzer.input.pytorch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.ReadResult;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files whose names hold numbers that are no ranks. */
class FileNameRanksTest {
    @TempDir
    private Path folder;

    /** Rank 2 of four stopped, while the others are in the next call. */
    private static RecordedDump gone(int rank, RecordedDump dump) {
        for (int step = 0; step < 5; step++) {
            dump.completed("0", "all_reduce", 41);
        }
        return rank == 2
                ? dump
                : dump.call("0", "all_reduce", 1024, "started", 41)
                        .with("time_discovered_started_ns", 1_795_211_940_000_000_000L);
    }

    private ReadResult read(IntFunction<String> name, IntFunction<RecordedDump> dump) throws IOException {
        for (int rank = 0; rank < DumpedJob.WORLD; rank++) {
            gone(rank, dump.apply(rank)).pickle(folder.resolve(name.apply(rank)));
        }
        return new JobReader(-1).read(List.of(folder));
    }

    private static Verdict verdict(ReadResult reading) {
        assertEquals(1, reading.jobs().size());
        return new Diagnosis().of(reading.jobs().get(0).job());
    }

    @Test
    void readsNoFileUnderTheNumberOfItsHost() throws IOException {
        ReadResult reading = read(rank -> "node" + (rank + 1) + ".pkl", rank -> DumpedJob.world());

        assertEquals(List.of(), reading.jobs());
        assertEquals(4, reading.unreadable().size());
        assertTrue(
                reading.unreadable().stream()
                        .anyMatch(file -> file.file().endsWith("node4.pkl")
                                && file.reason()
                                        .equals("4 is none of the job's ranks 0–3; rename the files so that they end in"
                                                + " rank_R, R being the rank")),
                () -> reading.unreadable().toString());
        assertTrue(
                reading.unreadable().stream()
                        .anyMatch(file -> file.file().endsWith("node1.pkl")
                                && file.reason()
                                        .startsWith("its number 1 is probably no rank, as node4.pkl's 4 is none of the"
                                                + " job's ranks 0–3; rename")),
                () -> reading.unreadable().toString());
    }

    @Test
    void takesTheNumberBeforeTheDate() throws IOException {
        DumpedJob.assertNames(
                2, Cause.RANK_ABSENT, verdict(read(rank -> "dump_" + rank + "_1120.pkl", rank -> DumpedJob.world())));
    }

    /** Of two groups of two that cross, each rank is alone in its two. */
    @Test
    void takesTheRankThatTheGroupsTell() throws IOException {
        DumpedJob.assertNames(
                2, Cause.RANK_ABSENT, verdict(read(rank -> "node" + (rank + 1) + ".pkl", FileNameRanksTest::mesh)));
    }

    @Test
    void takesTheRankThatTheGroupsTellWhereTheNameTellsNone() throws IOException {
        DumpedJob.assertNames(
                2,
                Cause.RANK_ABSENT,
                verdict(read(
                        rank -> List.of("alpha", "bravo", "charlie", "delta").get(rank), FileNameRanksTest::mesh)));
    }

    private static RecordedDump mesh(int rank) {
        int row = rank / 2 * 2;
        int column = rank % 2;
        return DumpedJob.world()
                .group("1", "tp", row, row + 1)
                .group("2", "dp", column, column + 2)
                .completed("1", "all_gather", 30)
                .completed("2", "reduce_scatter", 31);
    }

    @Test
    void saysWhatToDoWhereNothingTellsTheRank() throws IOException {
        ReadResult reading =
                read(rank -> List.of("alpha", "bravo", "charlie", "delta").get(rank), rank -> DumpedJob.world());

        assertEquals(List.of(), reading.jobs());
        assertTrue(
                reading.unreadable().stream()
                        .allMatch(file -> file.reason().endsWith("so that they end in rank_R, R being the rank")),
                () -> reading.unreadable().toString());
    }

    /** A send's name has the sender's own place in the group. */
    @Test
    void takesTheRankThatSendsAndReceivesTell() throws IOException {
        DumpedJob.assertNames(
                2,
                Cause.RANK_ABSENT,
                verdict(read(
                        rank -> "node" + (rank + 1) + ".pkl",
                        rank -> DumpedJob.world()
                                .completed("0", "send " + rank + "->" + (rank + 1) % 4, 30)
                                .completed("0", "recv " + rank + "<-" + (rank + 3) % 4, 31))));
    }
}
