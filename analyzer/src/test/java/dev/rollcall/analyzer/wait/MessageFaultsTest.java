package dev.rollcall.analyzer.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.MessageFamily;
import dev.rollcall.analyzer.model.MessageFaultKind;
import dev.rollcall.analyzer.model.MessageProgram;
import dev.rollcall.analyzer.model.MessageSimulation;
import dev.rollcall.analyzer.wait.UnmatchedMessage.End;
import dev.rollcall.analyzer.wait.UnmatchedMessage.Reason;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MessageFaultsTest {
    private static final CallState DONE = CallState.COMPLETED;
    private static final CallState OPEN = CallState.STARTED;
    private static final int STEPS = 5;
    private static final int SEEDS = 2;

    private static MessageFaults faults(Job job) {
        return MessageFaults.of(job, WaitGraph.of(job));
    }

    private static UnmatchedMessage only(HandmadeJob job) {
        List<UnmatchedMessage> found = faults(job.job()).unmatched();
        assertEquals(1, found.size(), found.toString());
        return found.get(0);
    }

    private static void assertFault(HandmadeJob job, int issuer, int peer, End fault, Reason reason) {
        UnmatchedMessage found = only(job);
        assertEquals(issuer, found.issuer());
        assertEquals(peer, found.peer());
        assertEquals(fault, found.fault());
        assertEquals(reason, found.reason());
    }

    private static String describe(MessageFaults faults) {
        StringBuilder text = new StringBuilder();
        faults.unmatched()
                .forEach(fault -> text.append(" rank ")
                        .append(fault.issuer())
                        .append(": ")
                        .append(fault.half().call().signature().describe())
                        .append(", ")
                        .append(fault.fault())
                        .append(" by ")
                        .append(fault.reason())
                        .append(';'));
        return text + " ring of " + faults.rings().stream().mapToInt(List::size).sum();
    }

    /** One generated job. */
    private record Case(
            MessageFamily family,
            MessageFaultKind kind,
            MessageSimulation.Source source,
            boolean collectives,
            boolean eager,
            boolean ahead,
            int seed) {

        /** Runs the job and checks that nobody but the faulty rank is named, and that it is among those suspected. */
        void check() {
            Random random = new Random(seed * 31L + family.ordinal() * 7L + kind.ordinal());
            int world = 3 + random.nextInt(6);
            MessageProgram program = family.program(world, STEPS, collectives);
            int step = family == MessageFamily.PAIR_ONCE ? 2 : random.nextInt(STEPS);
            int rank = family == MessageFamily.PAIR_ONCE ? random.nextInt(2) : random.nextInt(world);
            List<MessageProgram.Act> halves = program.halves(rank, step);
            if (halves.isEmpty()) {
                return;
            }
            MessageProgram.Act act = halves.get(random.nextInt(halves.size()));
            kind.apply(program, rank, act);
            MessageSimulation run = new MessageSimulation(program, eager, ahead);
            MessageFaults faults = faults(run.job(source).job());
            Set<Integer> culprits = new TreeSet<>();
            Set<Integer> suspects = new TreeSet<>();
            faults.unmatched()
                    .forEach(fault -> (fault.fault() == End.EITHER ? suspects : culprits).addAll(fault.ranks()));
            faults.rings().forEach(ring -> ring.forEach(wait -> suspects.add(wait.rank())));
            String what =
                    this + ", rank " + rank + " of " + world + " in step " + step + ", " + act + ":" + describe(faults);
            if (kind == MessageFaultKind.NONE) {
                assertTrue(culprits.isEmpty() && suspects.isEmpty(), what);
            } else {
                assertTrue(culprits.isEmpty() || culprits.equals(Set.of(rank)), what);
                boolean stuck = kind == MessageFaultKind.STOPPED || !run.finished();
                assertTrue(!stuck || !culprits.isEmpty() || suspects.isEmpty() || suspects.contains(rank), what);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void namesNobodyButTheRankThatLeftThePattern(MessageFamily family) {
        for (MessageFaultKind kind : MessageFaultKind.values()) {
            for (MessageSimulation.Source source : MessageSimulation.Source.values()) {
                for (int i = 0; i < 8 * SEEDS; i++) {
                    boolean tagged = source == MessageSimulation.Source.TRACE;
                    // Libraries whose evidence has no tags pair by order alone.
                    if (tagged || kind != MessageFaultKind.OTHER_TAG) {
                        new Case(family, kind, source, (i & 1) != 0, (i & 2) != 0, (i & 4) != 0, i / 8).check();
                    }
                }
            }
        }
    }

    /** A ring in which a rank leaves out its receive: those that it holds up are not named. */
    @Test
    void namesTheRankThatLeavesOutAReceiveInARing() {
        for (MessageSimulation.Source source : MessageSimulation.Source.values()) {
            for (int world = 4; world <= 8; world++) {
                for (int culprit = 0; culprit < world; culprit++) {
                    MessageProgram program = MessageFamily.RING.program(world, STEPS, true);
                    MessageFaultKind.LEFT_OUT.apply(
                            program, culprit, program.halves(culprit, 2).get(1));
                    MessageFaults faults = faults(new MessageSimulation(program, false, false)
                            .job(source)
                            .job());
                    // A log does not tell that a sender waits.
                    assertFalse(faults.unmatched().isEmpty(), source + ": " + describe(faults));
                    UnmatchedMessage fault = faults.unmatched().get(0);
                    assertEquals(List.of(culprit), fault.ranks(), describe(faults));
                    assertEquals(Reason.PATTERN_OF_PEERS, fault.reason());
                }
            }
        }
    }

    private static HandmadeJob.Group pair(HandmadeJob job) {
        return job.allAlive(60_000).group("world", 0, 1).steps(3, 0, 1);
    }

    @Test
    void leavesOpenWhichEndIsWrongWithoutAPattern() {
        HandmadeJob job = new HandmadeJob(2);
        pair(job).half(1, "recv", 0, OPEN, 50).call(0, "barrier", OPEN, 55, -1);
        assertFault(job, 1, 0, End.EITHER, Reason.WENT_ON);
        assertEquals("barrier", only(job).peersCall().signature().operation());
    }

    @Test
    void aPeerThatHasNotComeSoFarIsAtMostLate() {
        HandmadeJob job = new HandmadeJob(3).allAlive(60_000);
        HandmadeJob.Group world = job.everyone().steps(3, 0, 1, 2);
        world.half(1, "recv", 0, OPEN, 50);
        assertEquals(List.of(), faults(job.job()).unmatched());
        world.half(0, "recv", 2, OPEN, 50);
        assertEquals(List.of(), faults(job.job()).unmatched());
    }

    @Test
    void aPeerThatDiedIsNoMessageFault() {
        HandmadeJob job = new HandmadeJob(2);
        pair(job).half(1, "recv", 0, OPEN, 50);
        job.rank(0, 55, HandmadeJob.died());
        assertEquals(List.of(), faults(job.job()).unmatched());
    }

    @Test
    void aPeerThatEndedWellLeavesOpenWhichEndIsWrong() {
        HandmadeJob job = new HandmadeJob(2);
        pair(job).half(1, "recv", 0, OPEN, 50);
        job.rank(0, 70, HandmadeJob.exit(0));
        assertFault(job, 1, 0, End.EITHER, Reason.ENDED);
    }

    @Test
    void acceptsAPeerWhoseTraceLacksTheCommunicator() {
        for (boolean died : new boolean[] {false, true}) {
            HandmadeJob job =
                    new HandmadeJob(2).allAlive(60_000).rank(0, 55, died ? HandmadeJob.died() : HandmadeJob.exit(0));
            job.group("world", 0, 1).steps(3, 1).half(1, "recv", 0, OPEN, 50);
            List<UnmatchedMessage> found = faults(job.job()).unmatched();
            assertEquals(died ? 0 : 1, found.size());
            found.forEach(fault -> assertEquals(null, fault.peersCall()));
        }
    }

    @Test
    void findsTheHalfThatWentToAnotherRank() {
        HandmadeJob job = new HandmadeJob(4).allAlive(60_000);
        HandmadeJob.Group world = job.everyone().steps(6, 0, 1, 2, 3);
        world.half(1, "send", 3, DONE, 70).half(2, "recv", 1, OPEN, 70);
        world.call(0, "all_reduce", OPEN, 70, -1).call(3, "all_reduce", OPEN, 70, -1);
        assertFault(job, 2, 1, End.PEER, Reason.OTHER_PEER);
        assertEquals(3, only(job).instead().signature().peer());
    }

    @Test
    void findsTheHalfUnderAnotherTag() {
        HandmadeJob job = new HandmadeJob(2);
        pair(job)
                .half(0, "send", 1, 8, 1, DONE, 50)
                .half(1, "recv", 0, 8, 2, OPEN, 50)
                .call(0, "barrier", OPEN, 55, -1);
        assertFault(job, 1, 0, End.EITHER, Reason.OTHER_TAG);
    }

    @Test
    void findsTwoRanksThatReceiveFromEachOther() {
        HandmadeJob job = new HandmadeJob(2);
        pair(job).half(0, "recv", 1, OPEN, 50).half(1, "recv", 0, OPEN, 50);
        assertFault(job, 0, 1, End.EITHER, Reason.MUTUAL);
    }

    @Test
    void namesTheRankThatSeveralOthersLackAHalfOf() {
        HandmadeJob job = new HandmadeJob(4).allAlive(60_000);
        HandmadeJob.Group world = job.everyone().steps(3, 0, 1, 2, 3).call(2, "barrier", OPEN, 50, -1);
        for (int rank : new int[] {0, 1, 3}) {
            world.half(rank, "recv", 2, OPEN, 50);
        }
        MessageFaults faults = faults(job.job());
        assertEquals(3, faults.unmatched().size());
        faults.unmatched().forEach(fault -> assertEquals(List.of(2), fault.ranks()));
    }

    @Test
    void findsARingInWhichAllReceiveFirst() {
        HandmadeJob job = new HandmadeJob(5).allAlive(60_000);
        HandmadeJob.Group world = job.everyone();
        for (int rank = 0; rank < 5; rank++) {
            world.steps(3, rank).half(rank, "recv", (rank + 1) % 5, OPEN, 50);
        }
        MessageFaults faults = faults(job.job());
        assertEquals(List.of(), faults.unmatched());
        assertEquals(5, faults.rings().stream().mapToInt(List::size).sum());
    }

    @Test
    void aReceiveFromAnyRankMayTakeAnyMessage() {
        HandmadeJob job = new HandmadeJob(3).allAlive(60_000);
        HandmadeJob.Group world = job.everyone().steps(3, 0, 1, 2);
        world.half(1, "send", 0, DONE, 50).half(0, "recv", -1, DONE, 50).half(2, "send", 0, OPEN, 51);
        world.half(0, "recv", -1, OPEN, 52).call(1, "barrier", OPEN, 60, -1);
        assertEquals(List.of(), faults(job.job()).unmatched());
    }

    /** Only what is still under way can be paired where the rings have wrapped. */
    @Test
    void namesTheRankThatLeftOutASendInWrappedRings() {
        HandmadeJob job = new HandmadeJob(4).allAlive(60_000);
        HandmadeJob.Group world = job.everyone();
        for (int rank = 0; rank < 4; rank++) {
            world.wrapped(rank, 100L * rank + 7);
            for (int step = 0; step < 6; step++) {
                boolean starved = step == 5 && rank == 2;
                if (step < 5 || rank != 1) {
                    world.half(rank, "send", (rank + 1) % 4, DONE, 100L * step + 1);
                }
                world.half(rank, "recv", (rank + 3) % 4, starved ? OPEN : DONE, 100L * step + 2);
                if (!starved) {
                    world.call(
                            rank,
                            "all_reduce",
                            step < 5 ? DONE : OPEN,
                            100L * step + 3,
                            step < 5 ? 100L * step + 4 : -1);
                }
            }
        }
        assertFault(job, 2, 1, End.PEER, Reason.PATTERN_OF_PEERS);
    }
}
