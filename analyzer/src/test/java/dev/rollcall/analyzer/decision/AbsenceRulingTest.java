package dev.rollcall.analyzer.decision;

import static dev.rollcall.analyzer.decision.VerdictAssert.assertNoCulprit;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Equal looks of an absence with different truths: ranks that stopped before a call, and ranks that made one call too many. */
class AbsenceRulingTest {
    private static final int JOBS = 20;
    private static final int STEPS = 6;
    private static final long READ = 300_000;
    private static final CallState DONE = CallState.COMPLETED;
    private static final CallState OPEN = CallState.STARTED;

    private static Verdict diagnose(HandmadeJob job) {
        return new Diagnosis().of(job.job());
    }

    /** A job of which some ranks wait in one more call than the others made. */
    private static final class Ahead {
        private final TreeSet<Integer> waiting = new TreeSet<>();
        private final List<Integer> absent = new ArrayList<>();
        private final HandmadeJob job;

        Ahead(long seed, int inTheCall, int world) {
            Random dice = new Random(seed);
            this.job = new HandmadeJob(world);
            while (waiting.size() < inTheCall) {
                waiting.add(dice.nextInt(world));
            }
            absent.addAll(IntStream.range(0, world).boxed().toList());
            absent.removeAll(waiting);
        }

        static Ahead one(long seed) {
            return new Ahead(seed, 1, 4 + new Random(seed).nextInt(5));
        }

        static Ahead allButOne(long seed) {
            int world = 4 + new Random(seed).nextInt(5);
            return new Ahead(seed, world - 1, world);
        }

        Ahead all(IntConsumer add) {
            IntStream.range(0, waiting.size() + absent.size()).forEach(add);
            return this;
        }

        Ahead absent(IntConsumer add) {
            waiting.forEach(rank -> job.rank(rank, READ, Ending.ALIVE));
            absent.forEach(add::accept);
            return this;
        }

        Verdict in(String operation) {
            HandmadeJob.Group world = job.everyone().from(30);
            for (int rank = 0; rank < waiting.size() + absent.size(); rank++) {
                world.steps(STEPS, rank);
            }
            world.from(operation.equals("all_reduce") ? 30 : 99);
            waiting.forEach(rank -> world.call(rank, operation, OPEN, 10 * STEPS, -1));
            return diagnose(job);
        }

        /** The same from sources that do not show since when the call is pending. */
        Verdict undated(String operation) {
            HandmadeJob.Group world = job.everyone().from(30);
            boolean usual = operation.equals("all_reduce");
            Signature signature =
                    usual ? new Signature(operation, "f32", 8, 8, "sum", -1, -1, 0) : Signature.of(operation);
            StackFrame frame = new StackFrame("demo.Train", "step", "Train.java", usual ? 30 : 99);
            for (int rank = 0; rank < waiting.size() + absent.size(); rank++) {
                job.withoutClock(rank);
                world.steps(STEPS, rank);
            }
            waiting.forEach(rank -> world.call(
                    rank,
                    new Call(
                            STEPS + 1,
                            signature,
                            operation,
                            OPEN,
                            Call.NO_TIME,
                            Call.NO_TIME,
                            Call.NO_TIME,
                            new CallStack(List.of(frame), 0),
                            "main",
                            "")));
            return diagnose(job);
        }

        List<Integer> oneOfEach() {
            return IntStream.of(waiting.first(), absent.get(0)).sorted().boxed().toList();
        }
    }

    /** The many may have stopped in their data loader, or the one may have begun a step too many: the evidence is the same. */
    @Test
    void suspectsBothSidesIfOneRankGoesOnAsBeforeAndTheOthersDoNot() {
        for (long seed = 0; seed < JOBS; seed++) {
            Ahead seen = Ahead.one(seed);
            Verdict verdict =
                    seen.absent(rank -> seen.job.asleep(rank, 100_000, READ)).in("all_reduce");
            assertNoCulprit(Outcome.DESYNC, verdict);
            assertEquals(seen.oneOfEach(), verdict.suspects(), "seed " + seed + ": " + verdict.summary());
            Ahead unseen = Ahead.one(seed);
            verdict = unseen.undated("all_reduce");
            assertNoCulprit(Outcome.INCONCLUSIVE, verdict);
            assertEquals(unseen.oneOfEach(), verdict.suspects(), "seed " + seed + ": " + verdict.summary());
        }
    }

    /** Several ranks that agree in the call that their past announces show what the program does. */
    @Test
    void suspectsTheManyThatStoppedIfSeveralRanksGoOnAsBefore() {
        for (long seed = 0; seed < JOBS; seed++) {
            int few = 2 + new Random(seed).nextInt(2);
            Ahead seen = new Ahead(seed, few, 2 * few + 2);
            Verdict verdict =
                    seen.absent(rank -> seen.job.asleep(rank, 100_000, READ)).in("all_reduce");
            assertNoCulprit(Outcome.DESYNC, verdict);
            assertEquals(seen.absent, verdict.suspects(), "seed " + seed + ": " + verdict.summary());
            Ahead unseen = new Ahead(seed, few, 2 * few + 2);
            verdict = unseen.undated("all_reduce");
            assertNoCulprit(Outcome.INCONCLUSIVE, verdict);
            assertEquals(unseen.oneOfEach(), verdict.suspects(), "seed " + seed + ": " + verdict.summary());
        }
    }

    @Test
    void suspectsTheOneRankInACallThatItNeverMadeBefore() {
        for (long seed = 0; seed < JOBS; seed++) {
            Ahead seen = Ahead.one(seed);
            Verdict verdict =
                    seen.absent(rank -> seen.job.asleep(rank, 100_000, READ)).in("barrier");
            assertNoCulprit(Outcome.DESYNC, verdict);
            assertEquals(List.copyOf(seen.waiting), verdict.suspects(), "seed " + seed + ": " + verdict.summary());
            Ahead unseen = Ahead.one(seed);
            verdict = unseen.undated("barrier");
            assertNoCulprit(Outcome.INCONCLUSIVE, verdict);
            assertEquals(List.copyOf(unseen.waiting), verdict.suspects(), "seed " + seed + ": " + verdict.summary());
        }
    }

    /** All others ended well: what most did is the program. */
    @Test
    void accusesTheOneRankThatGoesOnAfterTheOthersExited() {
        for (long seed = 0; seed < JOBS; seed++) {
            Ahead exited = Ahead.one(seed);
            Verdict verdict = exited.absent(rank -> exited.job.rank(rank, 80, HandmadeJob.exit(0)))
                    .in("all_reduce");
            assertEquals(List.copyOf(exited.waiting), verdict.culprits(), "seed " + seed + ": " + verdict.summary());
            Ahead crashed = Ahead.one(seed);
            verdict = crashed.absent(rank -> crashed.job.rank(rank, 80, HandmadeJob.exit(1)))
                    .in("all_reduce");
            assertEquals(crashed.absent, verdict.culprits(), "seed " + seed + ": " + verdict.summary());
        }
    }

    @Test
    void accusesTheOneRankThatLacksACallOfAllOthers() {
        for (long seed = 0; seed < JOBS; seed++) {
            for (String operation : List.of("all_reduce", "barrier")) {
                Ahead one = Ahead.allButOne(seed);
                Verdict verdict =
                        one.absent(rank -> one.job.asleep(rank, 100_000, READ)).in(operation);
                assertEquals(one.absent, verdict.culprits(), "seed " + seed + ": " + verdict.summary());
            }
        }
    }

    @Test
    void accusesNobodyWhileTheOthersMayStillCome() {
        for (long seed = 0; seed < JOBS; seed++) {
            for (boolean most : new boolean[] {true, false}) {
                Ahead young = most ? Ahead.one(seed) : Ahead.allButOne(seed);
                assertNoCulprit(
                        Outcome.PROGRESSING,
                        young.all(rank -> young.job.rank(rank, 80, Ending.ALIVE))
                                .in("all_reduce"));
            }
        }
    }

    /** Four members; the first ones wait in the creation of their group. Ranks 4 to 6 take no part. */
    private static Verdict creation(int joining, boolean dated, Ending ending, boolean asleep) {
        HandmadeJob job = new HandmadeJob(7);
        HandmadeJob.Group group = job.group("late", 0, 1, 2, 3);
        for (int rank = 0; rank < 7; rank++) {
            if (!dated) {
                job.withoutClock(rank);
            } else if (rank >= joining && rank < 4 && asleep) {
                job.asleep(rank, 100_000, READ);
            } else {
                job.rank(rank, READ, rank < joining ? Ending.ALIVE : ending);
            }
            if (rank < joining) {
                group.joining(rank, 50);
            }
        }
        return diagnose(job);
    }

    @Test
    void accusesTheHalfThatIsBusyElsewhereWhileOthersCreateACommunicator() {
        Verdict verdict = creation(2, true, Ending.ALIVE, true);
        assertEquals(List.of(2, 3), verdict.culprits(), verdict.summary());
    }

    @Test
    void suspectsOneOfEachSideIfHalfEndedOrMayHaveEndedBeforeACreation() {
        for (Ending ending : List.of(HandmadeJob.exit(0), Ending.UNKNOWN)) {
            Verdict verdict = creation(2, true, ending, false);
            assertNoCulprit(Outcome.DESYNC, verdict);
            assertEquals(List.of(0, 2), verdict.suspects(), verdict.summary());
        }
        assertEquals(List.of(0, 2), creation(2, false, Ending.UNKNOWN, false).suspects());
    }

    @Test
    void pointsAtTheOneRankThatCreatesACommunicatorByItself() {
        Verdict verdict = creation(1, true, Ending.ALIVE, true);
        assertNoCulprit(Outcome.DESYNC, verdict);
        assertEquals(List.of(0), verdict.suspects(), verdict.summary());
        assertEquals(List.of(0), creation(1, false, Ending.UNKNOWN, false).suspects());
        assertEquals(List.of(0), creation(1, true, HandmadeJob.exit(0), false).culprits());
    }

    @Test
    void pointsAtTheOneRankThatLacksACreation() {
        assertEquals(List.of(3), creation(3, true, Ending.ALIVE, true).culprits());
        assertEquals(List.of(3), creation(3, true, HandmadeJob.exit(0), false).culprits());
        assertEquals(List.of(3), creation(3, false, Ending.UNKNOWN, false).suspects());
    }

    /** Rank 0 has sent to rank 1, and rank 2 to rank 3, six times; then a rank waits for a message from a line. */
    private static HandmadeJob messages(boolean dated, Ending peers, int receiver, int sender, int line) {
        HandmadeJob job = new HandmadeJob(4);
        for (int rank = 0; rank < 4; rank++) {
            if (dated) {
                job.rank(rank, READ, rank == sender ? peers : Ending.UNKNOWN);
            } else {
                job.withoutClock(rank);
            }
        }
        HandmadeJob.Group world = job.everyone();
        for (int step = 0; step < STEPS; step++) {
            for (int from = 0; from < 4; from += 2) {
                world.from(30).half(from, "send", from + 1, DONE, 40 + step);
                world.from(31).half(from + 1, "recv", from, DONE, 40 + step);
            }
        }
        world.from(line).half(receiver, "recv", sender, OPEN, 60);
        return job;
    }

    @Test
    void pointsAtThePeerThatOwesAUsualMessage() {
        for (Ending ending : List.of(HandmadeJob.exit(0), HandmadeJob.exit(1), Ending.ALIVE, Ending.UNKNOWN)) {
            Verdict verdict = diagnose(messages(true, ending, 1, 0, 31));
            assertEquals(List.of(0), verdict.culprits(), ending + ": " + verdict.summary());
        }
        Verdict verdict = diagnose(messages(false, Ending.UNKNOWN, 1, 0, 31));
        assertNoCulprit(Outcome.INCONCLUSIVE, verdict);
        assertEquals(List.of(0), verdict.suspects(), verdict.summary());
    }

    @Test
    void suspectsBothEndsOfAMessageThatNothingAnnounced() {
        for (Ending ending : List.of(HandmadeJob.exit(0), Ending.ALIVE, Ending.UNKNOWN)) {
            Verdict verdict = diagnose(messages(true, ending, 1, 0, 99));
            assertNoCulprit(Outcome.DESYNC, verdict);
            assertEquals(List.of(0, 1), verdict.suspects(), ending + ": " + verdict.summary());
        }
        assertEquals(
                List.of(0, 1),
                diagnose(messages(false, Ending.UNKNOWN, 1, 0, 99)).suspects());
    }

    /** A receive from a rank that never sent here may name the wrong peer, wherever that one is. */
    @Test
    void suspectsBothEndsOfAMessageToAStranger() {
        for (Ending ending : List.of(HandmadeJob.exit(0), Ending.ALIVE, Ending.UNKNOWN)) {
            Verdict verdict = diagnose(messages(true, ending, 1, 2, 99));
            assertNoCulprit(Outcome.DESYNC, verdict);
            assertEquals(List.of(1, 2), verdict.suspects(), ending + ": " + verdict.summary());
        }
        Verdict asleep = diagnose(messages(true, Ending.ALIVE, 1, 2, 99).asleep(2, 100_000, READ));
        assertNoCulprit(Outcome.DESYNC, asleep);
        assertEquals(List.of(1, 2), asleep.suspects(), asleep.summary());
        assertEquals(
                List.of(1, 2),
                diagnose(messages(false, Ending.UNKNOWN, 1, 2, 99)).suspects());
        assertEquals(
                List.of(2),
                diagnose(messages(true, HandmadeJob.exit(1), 1, 2, 99)).culprits());
    }

    private static Verdict exchange(long... surplus) {
        HandmadeJob job = new HandmadeJob(surplus.length).allAlive(80);
        HandmadeJob.Group world =
                job.everyone().steps(2, IntStream.range(0, surplus.length).toArray());
        for (int rank = 0; rank < surplus.length; rank++) {
            long time = 1_700_000_000_030_000_000L;
            world.call(
                    rank,
                    new Call(
                            3,
                            new Signature("all_to_all", "f32", 8 + surplus[rank], 8, null, -1, -1, 0),
                            "all_to_all",
                            DONE,
                            time,
                            time,
                            time + 1_000_000,
                            CallStack.UNKNOWN,
                            "main",
                            ""));
        }
        return diagnose(job);
    }

    @Test
    void suspectsAllRanksOfAnExchangeThatDoesNotAddUpIfNoneIsOdd() {
        Verdict pair = exchange(0, 3);
        assertNoCulprit(Outcome.DESYNC, pair);
        assertEquals(List.of(0, 1), pair.suspects(), pair.summary());
        assertEquals(List.of(2), exchange(0, 0, 3, 0).culprits());
        assertEquals(Outcome.HEALTHY, exchange(-3, 3).outcome());
    }
}
