package dev.rollcall.analyzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Coverage;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.trace.CommunicatorWriter;
import dev.rollcall.trace.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobReaderTest {
    @TempDir
    Path folder;

    private TraceFolder traces;

    @BeforeEach
    void open() {
        traces = new TraceFolder(folder);
    }

    @Test
    void joinsTheRanksOfOneJobOnTheirCommunicator() throws IOException {
        traces.hang(4);

        Job job = traces.onlyJob();

        assertEquals("job-7", job.id());
        assertEquals(List.of(0, 1, 2, 3), job.ranks().stream().map(Rank::number).toList());
        assertEquals(1, job.communicators().size());
        Communicator world = job.communicators().get(0);
        assertEquals("world", world.name());
        assertEquals(4, world.size());
        assertEquals(List.of(0, 1, 2, 3), world.members());
        assertEquals(4, world.memberships().size());
        assertEquals(new Coverage(4, 4, List.of(), List.of()), job.coverage());
    }

    @Test
    void findsTheRanksInTheNamesOfLinks() throws IOException {
        Path corpus = Path.of("src/test/resources/corpus/pytorch-fr/rank0_eval_metric");
        Path store = Files.createDirectory(folder.resolve("cas"));
        for (int rank = 0; rank < 4; rank++) {
            Path stored = store.resolve(List.of("9f3a", "ab12", "0c7d", "77e0").get(rank));
            Files.copy(corpus.resolve("nccl_trace_rank_" + rank), stored);
            Files.createSymbolicLink(folder.resolve("nccl_trace_rank_" + rank), stored);
        }

        Job job = new JobReader(-1).read(List.of(folder)).jobs().get(0).job();

        assertEquals(
                List.of("nccl_trace_rank_0", "nccl_trace_rank_1", "nccl_trace_rank_2", "nccl_trace_rank_3"),
                job.ranks().stream()
                        .flatMap(rank -> rank.sources().stream())
                        .map(source -> Path.of(source.file()).getFileName().toString())
                        .toList());
        assertEquals(List.of(0, 1, 2, 3), job.ranks().stream().map(Rank::number).toList());
    }

    @Test
    void keepsCallsCompactAndLoadsThemWholeWhenAsked() throws IOException {
        traces.hang(2);

        Job job = traces.onlyJob();
        CallSequence calls = job.communicators().get(0).memberships().get(0).collectives();

        assertEquals(1, calls.firstSequence());
        assertEquals(6, calls.lastSequence());
        assertEquals(
                "all_reduce(1,024 × f32, sum)",
                job.signatures().value(calls.signatureNumber(0)).describe());
        assertEquals(
                "Trainer.java:22",
                job.stacks().value(calls.siteNumber(0)).siteFrame().place());
        assertEquals(CallState.COMPLETED, calls.state(0));
        assertEquals(CallState.STARTED, calls.state(5));
        Call last = calls.call(5);
        assertEquals("barrier", last.signature().describe());
        assertEquals("Trainer.java:88", last.stack().siteFrame().place());
        assertEquals(3, last.stack().frames().size());
        assertEquals("main", last.thread());
        assertEquals("allreduce", last.function());
        assertEquals((RecordedRank.START_MILLIS + 6_000) * 1_000_000, last.enqueued());
        assertEquals(Call.NO_TIME, last.completed());
    }

    @Test
    void givesEqualCallsOfAllRanksEqualNumbers() throws IOException {
        traces.hang(3);

        Communicator world = traces.onlyJob().communicators().get(0);

        CallSequence first = world.memberships().get(1).collectives();
        CallSequence second = world.memberships().get(2).collectives();
        assertEquals(first.signatureNumber(5), second.signatureNumber(5));
        assertEquals(first.siteNumber(0), second.siteNumber(0));
    }

    @Test
    void countsAMissingRankAsExpected() throws IOException {
        traces.hang(4);
        Files.delete(folder.resolve("2-elsewhere-4002.trace"));

        Job job = traces.onlyJob();

        assertEquals(4, job.coverage().expected());
        assertEquals(3, job.coverage().read());
        assertNull(job.rank(2));
        assertEquals(List.of(0, 1, 2, 3), job.communicators().get(0).members());
    }

    @Test
    void takesTheWorldSizeThatTheUserGives() throws IOException {
        traces.hang(2);

        assertEquals(
                8,
                new JobReader(8)
                        .read(List.of(folder))
                        .jobs()
                        .get(0)
                        .job()
                        .coverage()
                        .expected());
    }

    @Test
    void takesTheLargestCommunicatorForAnUnknownWorld() throws IOException {
        try (RecordedRank rank = traces.rank(-1, -1)) {
            rank.steps(rank.join("store-1", "", 3, 4), 1);
        }

        Job job = traces.onlyJob();

        assertEquals(4, job.coverage().expected());
        assertEquals(List.of(3), job.ranks().stream().map(Rank::number).toList());
        assertEquals("world", job.communicators().get(0).name());
    }

    @Test
    void readsOneProcessThatHoldsSeveralRanks() throws IOException {
        try (RecordedRank process = traces.rank(-1, 2)) {
            for (int number = 0; number < 2; number++) {
                CommunicatorWriter communicator = process.join("store-1", "world", number, 2);
                communicator.globalRank(number);
                process.steps(communicator, 3 + number);
            }
        }

        Job job = traces.onlyJob();

        assertEquals(List.of(0, 1), job.ranks().stream().map(Rank::number).toList());
        Communicator world = job.communicators().get(0);
        assertEquals(3, world.memberships().get(0).collectives().size());
        assertEquals(4, world.memberships().get(1).collectives().size());
    }

    @Test
    void reportsOverwrittenCallsAndKeepsTheLastSequenceNumber() throws IOException {
        try (RecordedRank rank = RecordedRank.of(folder, "job-7", 0, 1, 16)) {
            CommunicatorWriter all = rank.join("store-1", "world", 0, 1);
            rank.steps(all, 40);
        }

        Job job = traces.onlyJob();
        CallSequence calls = job.communicators().get(0).memberships().get(0).collectives();

        assertEquals(40, calls.lastSequence());
        assertEquals(25, calls.firstSequence());
        assertEquals(
                List.of(new Coverage.MissingCalls(0, "world", 24)),
                job.coverage().missingCalls());
    }

    @Test
    void keepsAPendingCallThatWasOverwritten() throws IOException {
        try (RecordedRank rank = RecordedRank.of(folder, "job-7", 0, 1, 16)) {
            CommunicatorWriter tp = rank.join("store-tp", "tp", 0, 1);
            CommunicatorWriter dp = rank.join("store-dp", "dp", 0, 1);
            rank.call(tp, Operation.ALL_REDUCE, 7, "stuck", 31);
            rank.steps(dp, 40);
        }

        Membership member =
                traces.onlyJob().communicators().get(0).memberships().get(0);

        assertEquals(1, member.overwrittenPending().sequence());
        assertEquals(
                "Trainer.java:31",
                member.overwrittenPending().stack().siteFrame().place());
        assertEquals(0, member.collectives().size());
        assertEquals(1, member.collectives().lastSequence());
    }

    @Test
    void numbersSendsAndReceivesByThemselves() throws IOException {
        try (RecordedRank rank = traces.rank(0, 2)) {
            CommunicatorWriter all = rank.join("store-1", "world", 0, 2);
            rank.steps(all, 3);
            rank.call(all, Operation.SEND, 16, "push", 40);
        }

        Job job = traces.onlyJob();
        Membership member = job.communicators().get(0).memberships().get(0);

        assertEquals(3, member.collectives().size());
        assertEquals(1, member.pointToPoint().size());
        assertEquals(
                "send(16 × f32, to 1)",
                member.pointToPoint().call(0).signature().describe());
    }

    @Test
    void keepsARankThatIsStillJoining() throws IOException {
        try (RecordedRank rank = traces.rank(0, 2)) {
            rank.enter("store-1", "world", 2);
        }

        Membership member =
                traces.onlyJob().communicators().get(0).memberships().get(0);

        assertEquals(Membership.Phase.JOINING, member.phase());
        assertEquals(0, member.collectives().size());
    }

    @Test
    void readsATraceWhileItIsWritten() throws IOException {
        try (RecordedRank rank = traces.rank(0, 1)) {
            CommunicatorWriter all = rank.join("store-1", "world", 0, 1);
            rank.steps(all, 3);
            Job job = traces.onlyJob();

            rank.steps(all, 300);

            CallSequence calls = job.communicators().get(0).memberships().get(0).collectives();
            assertEquals(3, calls.size());
            Call gone = calls.call(0);
            assertEquals("all_reduce(1,024 × f32, sum)", gone.signature().describe());
            assertEquals(CallState.COMPLETED, gone.state());
        }
    }

    @Test
    void givesTheRecordedClassPath() throws IOException {
        traces.hang(2);

        assertEquals(List.of(Path.of("train.jar")), traces.read().jobs().get(0).classPath());
    }
}
