package dev.rollcall.analyzer.input.pytorch;

import static dev.rollcall.analyzer.input.pytorch.DumpedJob.WORLD;
import static dev.rollcall.analyzer.input.pytorch.DumpedJob.assertNames;
import static dev.rollcall.analyzer.input.pytorch.DumpedJob.steps;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.input.FileNameRank;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.model.Coverage;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Dumps as other versions and backends of PyTorch write them. */
class DumpVariantsTest {
    @TempDir
    private Path folder;

    private DumpedJob job;

    @BeforeEach
    void open() {
        job = new DumpedJob(folder);
    }

    /** The process group of Gloo knows no events, so that a call stays scheduled and is only retired when it ends. */
    @Test
    void takesARetiredCallOfGlooForEnded() throws IOException {
        assertEquals(
                Outcome.HEALTHY, job.verdict(rank -> steps("gloo", "scheduled")).outcome(), job.verdict()::summary);
    }

    @Test
    void namesTheRankThatMadeAnExtraCallOnGloo() throws IOException {
        Verdict verdict = job.verdict(rank -> rank == 2
                ? steps("gloo", "scheduled").pending("0", "barrier", 88)
                : steps("gloo", "scheduled").pending("0", "all_reduce", 41));

        assertEquals(List.of(2), verdict.culprits(), verdict::summary);
    }

    @Test
    void accusesNobodyForACallThatGlooGaveUpOnOthers() throws IOException {
        Verdict verdict = job.verdict(rank -> rank == 2
                ? steps("gloo", "scheduled")
                : steps("gloo", "scheduled").pending("0", "all_reduce", 41).with("retired", true));

        assertEquals(
                List.of(), verdict.culprits().stream().filter(rank -> rank != 2).toList(), verdict::summary);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nccl", "xccl", "hccl", "gloo", "mccl"})
    void namesTheRankWhateverTheBackend(String backend) throws IOException {
        Verdict verdict = job.verdict(rank -> rank == 0
                ? steps(backend, "completed").pending("0", "barrier", 88)
                : steps(backend, "completed").pending("0", "all_reduce", 41));

        assertEquals(List.of(0), verdict.culprits(), verdict::summary);
    }

    /** Of a group that sends, c10d's status counts sends too, whatever it calls them. */
    @Test
    void takesNoCountOfSendsForOneOfCollectives() throws IOException {
        Verdict verdict = job.verdict(rank -> {
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
        Verdict verdict = job.verdict(rank -> {
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
        assertEquals(rank, FileNameRank.of(Path.of("/data/run_4").resolve(name)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2.0", "2.1", "2.2", "2.3", "2.4", "2.7", "2.10", "2.37"})
    void readsEveryVersionOfItsFormat(String version) throws IOException {
        Verdict verdict = job.verdict(rank -> {
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

        assertEquals(List.of(3), job.verdict().culprits(), job.verdict()::summary);
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
        Verdict verdict = job.verdict(rank -> steps("nccl", "completed")
                .pending("0", "allreduce_coalesced", 41)
                .with("input_sizes", List.of(List.of(8), List.of(8)))
                .with("input_dtypes", List.of("Float", rank == 1 ? "Half" : "Float")));

        assertNames(1, Cause.DTYPE_MISMATCH, verdict);
    }
}
