package dev.rollcall.analyzer.input.pytorch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.input.JobReader;
import dev.rollcall.analyzer.model.Coverage;
import dev.rollcall.analyzer.rule.Diagnosis;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Dumps as other versions and backends of PyTorch write them. */
class OtherDumpsTest {
    private static final int WORLD = 4;

    @TempDir
    private Path folder;

    /** Five steps that ended, of a rank of four. */
    private static RecordedDump steps(String backend, String state) {
        RecordedDump dump = new RecordedDump().backend(backend).group("0", "default_pg", 0, 1, 2, 3);
        for (int step = 0; step < 5; step++) {
            dump.call("0", "all_reduce", 1024, state, 41).with("retired", true);
        }
        return dump;
    }

    private Verdict verdict(IntFunction<RecordedDump> ranks) throws IOException {
        for (int rank = 0; rank < WORLD; rank++) {
            ranks.apply(rank).pickle(folder.resolve("nccl_trace_rank_" + rank));
        }
        return verdict();
    }

    private Verdict verdict() {
        return new Diagnosis()
                .of(new JobReader(-1).read(List.of(folder)).jobs().get(0).job());
    }

    private static void assertNames(int rank, Cause cause, Verdict verdict) {
        assertEquals(List.of(rank), verdict.culprits(), verdict::summary);
        assertEquals(cause, verdict.findings().get(0).cause(), verdict::summary);
    }

    /** The process group of Gloo knows no events, so that a call stays scheduled and is only retired when it ends. */
    @Test
    void takesARetiredCallOfGlooForEnded() throws IOException {
        assertEquals(
                Outcome.HEALTHY, verdict(rank -> steps("gloo", "scheduled")).outcome(), verdict()::summary);
    }

    @Test
    void namesTheRankThatMadeAnExtraCallOnGloo() throws IOException {
        Verdict verdict = verdict(rank -> rank == 2
                ? steps("gloo", "scheduled").pending("0", "barrier", 88)
                : steps("gloo", "scheduled").pending("0", "all_reduce", 41));

        assertEquals(List.of(2), verdict.culprits(), verdict::summary);
    }

    @Test
    void accusesNobodyForACallThatGlooGaveUpOnOthers() throws IOException {
        Verdict verdict = verdict(rank -> rank == 2
                ? steps("gloo", "scheduled")
                : steps("gloo", "scheduled").pending("0", "all_reduce", 41).with("retired", true));

        assertEquals(
                List.of(), verdict.culprits().stream().filter(rank -> rank != 2).toList(), verdict::summary);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nccl", "xccl", "hccl", "gloo", "mccl"})
    void namesTheRankWhateverTheBackend(String backend) throws IOException {
        Verdict verdict = verdict(rank -> rank == 0
                ? steps(backend, "completed").pending("0", "barrier", 88)
                : steps(backend, "completed").pending("0", "all_reduce", 41));

        assertEquals(List.of(0), verdict.culprits(), verdict::summary);
    }

    /** Of a group that sends, c10d's status counts sends too, whatever it calls them. */
    @Test
    void takesNoCountOfSendsForOneOfCollectives() throws IOException {
        Verdict verdict = verdict(rank -> {
            RecordedDump dump = steps("nccl", "completed");
            for (int i = 0; i < 40 && rank < 2; i++) {
                dump.completed("0", rank == 0 ? "send 0->1" : "recv 1<-0", 50);
            }
            return dump.pending("0", rank == 2 ? "all_gather" : "all_reduce", 41)
                    .status("0", rank < 2 ? 40 : 6, rank < 2 ? 40 : 5);
        });

        assertNames(2, Cause.OP_MISMATCH, verdict);
    }

    /** A rank may have made more groups than the others, so that its numbers of the same two groups are later. */
    @Test
    void joinsGroupsByTheOrderOfTheirNumbersAndNotOfTheirDigits() throws IOException {
        Verdict verdict = verdict(rank -> {
            String first = rank == 0 ? "9" : "8";
            String second = rank == 0 ? "10" : "9";
            RecordedDump dump = new RecordedDump()
                    .group("0", "default_pg", 0, 1, 2, 3)
                    .group(second, "undefined", 0, 1, 2, 3)
                    .group(first, "undefined", 0, 1, 2, 3);
            for (int step = 0; step < 3; step++) {
                dump.completed(first, "all_reduce", 41).completed(second, "all_gather", 42);
            }
            return dump;
        });

        assertEquals(Outcome.HEALTHY, verdict.outcome(), verdict::summary);
    }

    @ParameterizedTest
    @CsvSource({
        "nccl_trace_rank_3, 3",
        "comm_lib_trace_rank_12.pickle, 12",
        "rank3, 3",
        "host_0_rank_3, 3",
        "rank_3_host_7, 3",
        "trace_5.json, 5",
        "rank-3_of_8.pkl, 3",
        "node_rank_1_local_rank_0_rank_8.pickle, 8",
        "rank_8_local_rank_0, 8",
        "nccl_trace_rank_3.20261121, 3",
        "rank_6/dump.pickle, 6",
        "attempt_1/rank7/fr, 7",
        "17, 17",
        "dump.pickle, -1",
    })
    void findsTheRankInWhateverNameADumpHas(Path name, int rank) {
        assertEquals(rank, DumpReader.rank(Path.of("/data/run_4").resolve(name)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2.0", "2.1", "2.2", "2.3", "2.4", "2.7", "2.10", "2.37"})
    void readsEveryVersionOfItsFormat(String version) throws IOException {
        Verdict verdict = verdict(rank -> {
            RecordedDump dump = steps("nccl", "completed").version(version);
            dump = rank == 1 ? dump.pending("0", "broadcast", 90) : dump.pending("0", "all_reduce", 41);
            int minor = Integer.parseInt(version.substring(2));
            return minor > 2 ? dump : dump.without("timeout_ms").without("thread_id");
        });

        assertEquals(List.of(1), verdict.culprits(), verdict::summary);
    }

    @Test
    void readsTheBareListOfEntriesThatOldVersionsWrite() throws IOException {
        for (int rank = 0; rank < WORLD; rank++) {
            Object entries = steps("nccl", "completed")
                    .pending("0", rank == 3 ? "barrier" : "all_reduce", 41)
                    .root()
                    .get("entries");
            Files.write(folder.resolve("nccl_trace_rank_" + rank), Pickle.of(entries));
        }

        assertEquals(List.of(3), verdict().culprits(), verdict()::summary);
    }

    @Test
    void tellsOfAnEmptyFileThatIsCalledLikeTheOthers() throws IOException {
        for (int rank = 0; rank < WORLD - 1; rank++) {
            steps("nccl", "completed").pickle(folder.resolve("host-" + rank));
        }
        Files.createFile(folder.resolve("host-3"));
        Files.createFile(folder.resolve("done"));

        List<Coverage.Unreadable> unreadable =
                new JobReader(-1).read(List.of(folder)).unreadable();

        assertEquals(List.of(new Coverage.Unreadable(folder.resolve("host-3").toString(), "empty")), unreadable);
    }

    @Test
    void tellsTensorsOfOneCallApartByAllOfTheirTypes() throws IOException {
        Verdict verdict = verdict(rank -> steps("nccl", "completed")
                .pending("0", "allreduce_coalesced", 41)
                .with("input_sizes", List.of(List.of(8), List.of(8)))
                .with("input_dtypes", List.of("Float", rank == 1 ? "Half" : "Float")));

        assertNames(1, Cause.DTYPE_MISMATCH, verdict);
    }

    /** As {@code _dump_nccl_trace(onlyActive=True, includeStackTraces=False)} writes it. */
    @Test
    void namesTheRankFromPendingCallsAloneAndWithoutStacks() throws IOException {
        Verdict verdict = verdict(rank -> rank == 2
                ? steps("nccl", "completed")
                        .pending("0", "all_gather", 88)
                        .onlyActive()
                        .without("frames")
                : steps("nccl", "completed")
                        .pending("0", "all_reduce", 41)
                        .onlyActive()
                        .without("frames"));

        assertEquals(List.of(2), verdict.culprits(), verdict::summary);
    }

    /** The rank that stopped has nothing pending, so that only its status tells where it is. */
    @Test
    void namesTheRankWithNothingPendingByItsStatus() throws IOException {
        Verdict verdict = verdict(rank -> rank == 2
                ? steps("nccl", "completed").status("0", 5, 5).onlyActive()
                : steps("nccl", "completed")
                        .call("0", "all_reduce", 1024, "started", 41)
                        .with("time_discovered_started_ns", 1_795_211_940_000_000_000L)
                        .status("0", 6, 5)
                        .onlyActive());

        assertNames(2, Cause.RANK_ABSENT, verdict);
    }

    @Test
    void accusesNobodyOfACallWhoseNameIsGone() throws IOException {
        Verdict verdict = verdict(rank -> rank == 1
                ? steps("nccl", "completed").completed("0", "all_reduce", 41).with("profiling_name", null)
                : steps("nccl", "completed").completed("0", "all_reduce", 41));

        assertEquals(List.of(), verdict.culprits(), verdict::summary);
    }

    /** The rank's own table has no such group: it never came to the making of it. */
    @Test
    void namesTheRankThatNeverMadeTheGroupInWhichTheOthersWait() throws IOException {
        Verdict verdict = verdict(rank -> {
            RecordedDump dump = steps("nccl", "completed");
            if (rank == 1) {
                return dump;
            }
            return dump.group("1", "undefined", 0, 1, 2, 3)
                    .call("1", "all_reduce", 1024, "started", 60)
                    .with("time_discovered_started_ns", 1_795_211_940_000_000_000L);
        });

        assertEquals(List.of(1), verdict.culprits(), verdict::summary);
    }

    /** Adds a send and a receive in one batch, as {@code batch_isend_irecv} does: their own entries stay scheduled for ever. */
    private static RecordedDump batch(RecordedDump dump, int rank, String state) {
        int next = (rank + 1) % WORLD;
        int before = (rank + WORLD - 1) % WORLD;
        int number = 1 + dump.entries() / 3;
        return dump.call("0", "send " + rank + "->" + next, 1024, "scheduled", 60)
                .with("p2p_seq_id", number)
                .call("0", "recv " + rank + "<-" + before, 1024, "scheduled", 60)
                .with("p2p_seq_id", number)
                .call("0", "coalesced", 0, state, 60)
                .with("collective_seq_id", 0)
                .with("p2p_seq_id", number);
    }

    @Test
    void takesABatchOfSendsAndReceivesForAsFarAsItsEndTells() throws IOException {
        Verdict verdict = verdict(rank -> {
            RecordedDump dump = new RecordedDump().group("0", "default_pg", 0, 1, 2, 3);
            for (int step = 0; step < 3; step++) {
                batch(dump, rank, "completed");
            }
            return dump;
        });

        assertEquals(Outcome.HEALTHY, verdict.outcome(), verdict::summary);
    }

    /** Twenty steps of 100 ms without the times of starts; three ranks are in the next call, one is not. */
    private Verdict untimed(int missing, long lateMillis) throws IOException {
        return verdict(rank -> {
            RecordedDump dump = new RecordedDump().group("0", "default_pg", 0, 1, 2, 3);
            long late = rank == missing ? lateMillis : 0;
            for (int step = 0; step < (rank == missing ? 20 : 21); step++) {
                long time = 1_795_211_340_000L + 100L * step + late;
                dump.call("0", "all_reduce", 1024, step < 20 ? "completed" : "scheduled", 41)
                        .with("time_created_ns", time * 1_000_000)
                        .with("time_discovered_completed_ns", step < 20 ? (time + 100) * 1_000_000 : null);
            }
            return dump;
        });
    }

    @Test
    void namesTheRankThatIsNeverLateAndDoesNotComeThoughNoDumpTellsWhenItWasWritten() throws IOException {
        assertNames(2, Cause.RANK_ABSENT, untimed(2, 1));
    }

    @Test
    void accusesNobodyWhoAlwaysComesLateWhereNoDumpTellsWhenItWasWritten() throws IOException {
        Verdict verdict = untimed(2, 60);

        assertEquals(List.of(), verdict.culprits(), verdict::summary);
        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome(), verdict::summary);
    }
}
