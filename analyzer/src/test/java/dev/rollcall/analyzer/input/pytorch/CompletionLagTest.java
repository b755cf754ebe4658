package dev.rollcall.analyzer.input.pytorch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.align.CompletionLag;
import dev.rollcall.analyzer.incident.AlignedJob;
import dev.rollcall.analyzer.model.CodeStructure;
import dev.rollcall.analyzer.model.Job;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks whose devices fell behind while their peers completed the same calls, and ranks that only look so. */
class CompletionLagTest {
    private static final int WORLD = 4;

    @TempDir
    private Path folder;

    private DumpedJob job;

    @BeforeEach
    void open() {
        job = new DumpedJob(folder);
    }

    private static RecordedDump rank(String call, int completed, int issued) {
        RecordedDump dump = DumpedJob.world();
        for (int number = 0; number < issued; number++) {
            dump.call("0", call, 1024, number < completed ? "completed" : "scheduled", 41);
        }
        return dump.status("0", issued, completed);
    }

    private static List<CompletionLag> lags(Job job) {
        AlignedJob aligned = AlignedJob.of(job, CodeStructure.UNKNOWN);
        return CompletionLag.of(
                job, communicator -> aligned.byCommunicator().get(communicator).rankClasses());
    }

    private static Set<Integer> ranks(Job job) {
        return lags(job).stream().map(CompletionLag::rank).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Their peers complete as many calls as the slower one issued, and then wait. Whole dumps, and dumps of unfinished calls alone. */
    @Test
    void areTheRanksOnWhichACallIsPendingThatCompletedElsewhere() throws IOException {
        long seed = Long.getLong("rollcall.seed", 20_261_125);
        Random random = new Random(seed);
        for (int round = 0; round < 20; round++) {
            boolean listsAll = random.nextBoolean();
            int stuck = random.nextInt(WORLD);
            int other = random.nextInt(WORLD);
            int done = 2 + random.nextInt(90);
            int ahead = 1 + random.nextInt(20);
            Job read = job.job(WORLD, rank -> {
                boolean behind = rank == stuck || rank == other;
                RecordedDump dump = behind
                        ? rank("all_reduce", done, done + ahead + (rank == other ? 1 : 0))
                        : rank("all_reduce", done + ahead, done + ahead + 2);
                return listsAll ? dump : dump.onlyActive();
            });

            String told = "seed " + seed + ", round " + round;
            assertEquals(
                    new TreeSet<>(Set.of(stuck).equals(Set.of(other)) ? Set.of(stuck) : Set.of(stuck, other)),
                    ranks(read),
                    told);
            for (CompletionLag lag : lags(read)) {
                assertEquals(done + 1, lag.call().sequence(), told);
                assertEquals(WORLD - ranks(read).size(), lag.completedOn().size(), told);
            }
        }
    }

    /** All are in one call that completed on nobody. */
    @Test
    void areNobodyWhereNobodyCompleted() throws IOException {
        assertEquals(Set.of(), ranks(job.job(WORLD, rank -> rank("all_reduce", 5, rank == 1 ? 6 : 9))));
    }

    /** The root of a broadcast goes on when its data are on their way, and the others of a reduce when theirs are. */
    @ParameterizedTest
    @ValueSource(strings = {"broadcast", "reduce", "gather", "scatter"})
    void areNobodyWhereTheOperationEndsEarlierOnSome(String operation) throws IOException {
        assertEquals(Set.of(), ranks(job.job(WORLD, rank -> rank(operation, rank == 0 ? 6 : 5, 6))));
    }

    /** A running job, whose dumps were taken one after the other. */
    @Test
    void areNobodyWhoWasReadBeforeTheOthers() throws IOException {
        assertEquals(Set.of(), ranks(job.job(WORLD, rank -> rank("all_reduce", 40 + 10 * rank, 42 + 10 * rank))));
    }

    /** The second group shows that rank 2 was read early, though the first alone would not. */
    @Test
    void areNobodyWhoWasReadBeforeTheOthersAsAnotherGroupShows() throws IOException {
        Job read = job.job(
                WORLD,
                rank -> rank("all_reduce", rank == 2 ? 5 : 6, 6)
                        .group("1", "tensor", 0, 1, 2, 3)
                        .completed("1", "all_gather", 50)
                        .call("1", "all_gather", 1024, "completed", 50)
                        .status("1", 2, 2));
        Job early = job.job(WORLD, rank -> {
            RecordedDump dump = rank("all_reduce", rank == 2 ? 5 : 6, 6).group("1", "tensor", 0, 1, 2, 3);
            for (int call = 0; call < (rank == 2 ? 1 : 3); call++) {
                dump.completed("1", "all_gather", 50);
            }
            return dump;
        });

        assertEquals(Set.of(2), ranks(read), "with equal counts on the other group");
        assertEquals(Set.of(), ranks(early));
    }

    /** Each rank sends nothing to some: one with nothing to do need not wait for all. */
    @Test
    void areNobodyWhereTheCallMovesNothing() throws IOException {
        assertEquals(Set.of(), ranks(job.job(WORLD, rank -> {
            RecordedDump dump = DumpedJob.world().completed("0", "all_reduce", 41);
            return dump.call("0", "all_to_all", 0, rank == 0 ? "completed" : "scheduled", 42);
        })));
    }

    /** One rank makes a call more than the others, smaller than theirs, which its library pairs with theirs and ends. */
    @Test
    void areNobodyWhereOneRankMadeACallMore() throws IOException {
        Job read = job.job(WORLD, rank -> {
            RecordedDump dump = rank("all_reduce", 5, 5);
            if (rank == 0) {
                dump.call("0", "all_reduce", 1, "completed", 60);
            }
            for (int call = 0; call < 3; call++) {
                dump.pending("0", "all_reduce", 41);
            }
            return dump.status("0", rank == 0 ? 9 : 8, rank == 0 ? 6 : 5);
        });

        assertEquals(Set.of(), ranks(read));
    }

    @Test
    void areListedOnceForEachCommunicator() throws IOException {
        List<CompletionLag> lags = lags(job.job(WORLD, rank -> rank("all_reduce", rank == 3 ? 5 : 8, 9)));

        assertEquals(1, lags.size());
        assertEquals(Set.of(0, 1, 2), lags.get(0).completedOn());
        assertEquals("world", lags.get(0).communicator().name());
    }
}
