package dev.rollcall.analyzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.ReadResult;
import dev.rollcall.analyzer.input.nccl.WrittenLog;
import dev.rollcall.analyzer.input.pytorch.RecordedDump;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.trace.CommunicatorWriter;
import dev.rollcall.trace.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sources of several kinds of one job. */
class SourceCrossCheckTest {
    private static final int WORLD = 4;
    private static final int STEPS = 5;

    @TempDir
    private Path folder;

    private void dump(int rank, int steps) throws IOException {
        RecordedDump dump = new RecordedDump().group("0", "default_pg", 0, 1, 2, 3);
        for (int step = 0; step < steps; step++) {
            dump.completed("0", "all_reduce", 41);
        }
        dump.pending("0", rank == 1 ? "all_gather" : "all_reduce", 41)
                .pickle(folder.resolve("nccl_trace_rank_" + rank));
    }

    /** NCCL counts one call more on every rank: a library's warm-up that c10d does not see. */
    private void log(int rank, int steps) throws IOException {
        WrittenLog log = new WrittenLog(WrittenLog.Form.NCCL_2_28, rank, WORLD)
                .join()
                .steps(1 + steps)
                .call(rank == 1 ? "AllGather" : "AllReduce", 1024, 7, 0, 0);
        Files.write(folder.resolve("nccl.node0." + rank + ".log"), log.lines());
    }

    private Job job() {
        ReadResult reading = new JobReader(-1).read(List.of(folder));
        assertEquals(1, reading.jobs().size(), () -> reading.unreadable().toString());
        return reading.jobs().get(0).job();
    }

    private static List<Integer> culprits(Job job) {
        return new Diagnosis().of(job).culprits();
    }

    private static List<String> reasons(Job job) {
        return job.coverage().unreadable().stream().map(Unreadable::reason).toList();
    }

    @Test
    void judgesByTheDumpsAndSaysThatTheLogsAgree() throws IOException {
        for (int rank = 0; rank < WORLD; rank++) {
            dump(rank, STEPS);
            log(rank, STEPS);
        }
        Job job = job();

        assertEquals(List.of(1), culprits(job));
        assertEquals(1, job.communicators().size());
        assertEquals(List.of("agrees with the dump of its rank, which has more evidence; so do 3 more"), reasons(job));
    }

    @Test
    void doesNotJudgeARankWithMoreCallsInAnotherSource() throws IOException {
        for (int rank = 0; rank < WORLD; rank++) {
            dump(rank, rank == 2 ? STEPS - 2 : STEPS);
            log(rank, STEPS);
        }
        Job job = job();

        assertEquals(Ending.Kind.UNOBSERVED, job.rank(2).ending().kind());
        assertTrue(
                reasons(job).contains("contradicted: rank 2's log shows 2 more collectives on all ranks than its dump"),
                reasons(job)::toString);
    }

    @Test
    void saysThatALogContradictsByItsFewerCalls() throws IOException {
        for (int rank = 0; rank < WORLD; rank++) {
            dump(rank, STEPS);
            log(rank, rank == 3 ? STEPS - 4 : STEPS);
        }
        Job job = job();

        assertEquals(List.of(1), culprits(job));
        assertTrue(
                reasons(job)
                        .contains("contradicts, or was taken earlier: it shows 4 fewer collectives on all ranks than"
                                + " rank 3's dump"),
                reasons(job)::toString);
    }

    /** NCCL makes one call for each tensor of a coalesced call; a rank that skips it lacks all of them. */
    @Test
    void countsACoalescedCallByItsTensors() throws IOException {
        for (int rank = 0; rank < WORLD; rank++) {
            RecordedDump dump = new RecordedDump().group("0", "default_pg", 0, 1, 2, 3);
            WrittenLog log = new WrittenLog(WrittenLog.Form.NCCL_2_28, rank, WORLD).join();
            for (int step = 0; step < STEPS; step++) {
                if (rank != 2 || step < STEPS - 1) {
                    dump.completed("0", "allreduce_coalesced", 40)
                            .with("input_sizes", List.of(List.of(256), List.of(256), List.of(256)));
                    log.steps(3);
                }
                dump.completed("0", "all_reduce", 41);
                log.steps(1);
            }
            dump.pickle(folder.resolve("nccl_trace_rank_" + rank));
            Files.write(folder.resolve("nccl.node0." + rank + ".log"), log.lines());
        }
        Job job = job();

        assertEquals(List.of("agrees with the dump of its rank, which has more evidence; so do 3 more"), reasons(job));
        assertEquals(List.of(2), culprits(job));
    }

    private void trace(int number, int steps) throws IOException {
        try (RecordedRank rank = new TraceFolder(folder).rank(number, WORLD)) {
            CommunicatorWriter all = rank.join("store-1", "world", number, WORLD);
            rank.steps(all, steps);
            rank.call(all, number == 1 ? Operation.ALL_GATHER : Operation.ALL_REDUCE, 1024, "save", 88);
            rank.alive(30);
        }
    }

    @Test
    void comparesTracesWithLogs() throws IOException {
        for (int rank = 0; rank < WORLD; rank++) {
            trace(rank, STEPS);
            log(rank, rank == 0 ? STEPS - 2 : STEPS);
        }
        Job job = job();

        assertEquals(List.of(1), culprits(job));
        assertTrue(
                reasons(job)
                        .contains("contradicts, or was taken earlier: it shows 2 fewer collectives on all ranks than"
                                + " rank 0's trace"),
                reasons(job)::toString);
        assertTrue(
                reasons(job).contains("agrees with the trace of its rank, which has more evidence; so do 2 more"),
                reasons(job)::toString);
    }

    @Test
    void comparesTracesWithDumpsAndLogsTogether() throws IOException {
        for (int rank = 0; rank < WORLD; rank++) {
            trace(rank, rank == 3 ? STEPS - 3 : STEPS);
            dump(rank, STEPS);
            log(rank, STEPS);
        }
        Job job = job();

        assertEquals(Ending.Kind.UNOBSERVED, job.rank(3).ending().kind());
        assertEquals(List.of(), culprits(job).stream().filter(rank -> rank != 1).toList());
        assertTrue(
                reasons(job).stream().anyMatch(reason -> reason.startsWith("contradicted: rank 3's")),
                reasons(job)::toString);
    }

    @Test
    void comparesNoRankOfOneKindWithARankOfAnother() throws IOException {
        for (int rank = 0; rank < WORLD; rank++) {
            log(rank, STEPS);
            if (rank != 3) {
                dump(rank, STEPS);
            }
        }
        Files.createFile(folder.resolve("nccl_trace_rank_3"));
        Job job = job();

        assertEquals(List.of(1), culprits(job));
        assertEquals(WORLD, job.ranks().size());
        assertEquals(WORLD, job.communicators().get(0).memberships().size());
    }

    @Test
    void judgesByTracesIfThereAreAny() throws IOException {
        TraceFolder traces = new TraceFolder(folder);
        for (int number = 0; number < WORLD; number++) {
            try (RecordedRank rank = traces.rank(number, WORLD)) {
                CommunicatorWriter all = rank.join("store-1", "world", number, WORLD);
                rank.steps(all, STEPS);
                rank.call(all, number == 1 ? Operation.ALL_GATHER : Operation.ALL_REDUCE, 1024, "save", 88);
                rank.alive(30);
            }
            dump(number, STEPS);
        }
        Job job = job();

        assertEquals("job-7", job.id());
        assertEquals(List.of(1), culprits(job));
        assertEquals(List.of("agrees with the trace of its rank, which has more evidence; so do 3 more"), reasons(job));
    }

    /** The processes of a combined log have one file, so that a contradiction must be kept for the process. */
    @Test
    void doesNotJudgeOnlyTheContradictedRankOfACombinedLog() throws IOException {
        List<String> lines = new ArrayList<>();
        for (int rank = 0; rank < WORLD; rank++) {
            lines.addAll(new WrittenLog(WrittenLog.Form.NCCL_2_28, rank, WORLD)
                    .join()
                    .steps(STEPS)
                    .lines());
            if (rank < 3) {
                dump(rank, rank == 2 ? STEPS + 1 : STEPS - 1);
            }
        }
        Files.write(folder.resolve("job.log"), lines);
        Job job = job();

        assertEquals(
                List.of(2),
                job.ranks().stream()
                        .filter(rank -> rank.ending().isUnobserved())
                        .map(Rank::number)
                        .toList());
    }

    @Test
    void namesASourceThatAgreesWhereTheFirstContradicts() throws IOException {
        for (int rank = 0; rank < WORLD; rank++) {
            dump(rank, STEPS);
            log(rank, rank == 0 ? STEPS - 2 : STEPS);
        }

        assertEquals(
                List.of(folder.resolve("nccl.node0.1.log").toString()),
                job().coverage().unreadable().stream()
                        .filter(source -> source.reason().startsWith("agrees"))
                        .map(Unreadable::file)
                        .toList());
    }

    /** NCCL makes more calls than c10d: of two ranks with different surpluses, either can be the usual one. */
    @Test
    void comparesNoCountsWithALogWithoutAMajority() throws IOException {
        for (int rank = 0; rank < 2; rank++) {
            RecordedDump dump = new RecordedDump().group("0", "default_pg", 0, 1);
            for (int step = 0; step < STEPS; step++) {
                dump.completed("0", "all_reduce", 41);
            }
            dump.pending("0", "all_reduce", 41).pickle(folder.resolve("nccl_trace_rank_" + rank));
            WrittenLog log =
                    new WrittenLog(WrittenLog.Form.NCCL_2_28, rank, 2).join().steps(STEPS + 1 + (rank == 0 ? 1 : 3));
            Files.write(folder.resolve("nccl.node0." + rank + ".log"), log.lines());
        }
        Job job = job();

        assertTrue(job.ranks().stream().noneMatch(rank -> rank.ending().isUnobserved()), reasons(job)::toString);
    }
}
