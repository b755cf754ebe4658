package dev.rollcall.samples.generate.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.samples.generate.program.JobProgram;
import dev.rollcall.samples.generate.program.ProgramAction;
import dev.rollcall.samples.generate.program.ScriptLine;
import dev.rollcall.samples.generate.program.SimulatedCall;
import dev.rollcall.samples.generate.program.SimulatedCommunicator;
import dev.rollcall.trace.ElementType;
import dev.rollcall.trace.Operation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulationTest {
    private static final SimulatedCommunicator BOTH = new SimulatedCommunicator(0, "both", new int[] {0, 1});
    private static final ProgramAction REDUCE = call(Operation.ALL_REDUCE, 8, -1);

    private static ProgramAction.Issue call(Operation operation, long count, int peer) {
        return new ProgramAction.Issue(
                BOTH,
                SimulatedCall.of(operation, ElementType.F32, count, ScriptLine.LOSS, -1)
                        .withRootOrPeer(peer));
    }

    private static ProgramAction.Issue unawaited(long count) {
        ProgramAction.Issue call = call(Operation.ALL_REDUCE, count, -1);
        return new ProgramAction.Issue(BOTH, call.call().unawaited());
    }

    /** Runs the programs of two ranks; returns for each call of each rank whether it completed. */
    private static List<List<Boolean>> run(List<ProgramAction> first, List<ProgramAction> second) {
        Simulation simulation = Simulation.of(new JobProgram() {
            @Override
            public int ranks() {
                return 2;
            }

            @Override
            public int parts(int rank) {
                return 1;
            }

            @Override
            public List<ProgramAction> part(int rank, int number) {
                return rank == 0 ? first : second;
            }
        });
        return List.of(outcomes(simulation, 0), outcomes(simulation, 1));
    }

    private static List<Boolean> outcomes(Simulation simulation, int rank) {
        List<Boolean> completed = new ArrayList<>();
        simulation.replay(rank, new RankObserver() {
            @Override
            public void issued(int number, SimulatedCommunicator group, SimulatedCall call, long sequence, long nanos) {
                assertEquals(completed.size(), number);
                completed.add(false);
            }

            @Override
            public void completed(int number, long nanos) {
                assertTrue(nanos <= simulation.end());
                completed.set(number, true);
            }
        });
        return completed;
    }

    @Test
    void completesACollectiveThatAllRanksMake() {
        assertEquals(
                List.of(List.of(true, true), List.of(true, true)),
                run(List.of(REDUCE, REDUCE), List.of(REDUCE, REDUCE)));
    }

    @Test
    void blocksARankInACallThatAnotherNeverMakes() {
        assertEquals(
                List.of(List.of(true, false), List.of(true)), run(List.of(REDUCE, REDUCE, REDUCE), List.of(REDUCE)));
    }

    @Test
    void blocksAllRanksInAMismatchedCollective() {
        assertEquals(
                List.of(List.of(false), List.of(false)),
                run(List.of(REDUCE), List.of(call(Operation.ALL_REDUCE, 9, -1), REDUCE)));
    }

    @Test
    void continuesARankThatDoesNotWait() {
        assertEquals(
                List.of(List.of(true, false, false), List.of(true)),
                run(
                        List.of(
                                unawaited(8),
                                unawaited(8),
                                unawaited(8),
                                new ProgramAction.Await(ScriptLine.WAIT_GRADIENTS)),
                        List.of(unawaited(8), new ProgramAction.Await(ScriptLine.WAIT_GRADIENTS))));
    }

    @Test
    void completesNothingBehindACallThatNeverCompletes() {
        assertEquals(
                List.of(List.of(false, false), List.of(false, false)),
                run(List.of(unawaited(8), unawaited(8)), List.of(unawaited(9), unawaited(8))));
    }

    @Test
    void completesASendWithItsReceive() {
        assertEquals(
                List.of(List.of(true, false), List.of(true)),
                run(
                        List.of(call(Operation.SEND, 8, 1), call(Operation.SEND, 8, 1)),
                        List.of(call(Operation.RECEIVE, 8, 0))));
    }

    @Test
    void doesNotDependOnTheOrderInWhichRanksRun() {
        List<ProgramAction> slow = List.of(new ProgramAction.Work(5_000), REDUCE);
        assertEquals(run(slow, List.of(REDUCE)), run(List.of(REDUCE), slow));
    }
}
