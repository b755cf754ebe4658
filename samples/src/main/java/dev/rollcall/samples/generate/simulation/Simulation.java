package dev.rollcall.samples.generate.simulation;

import dev.rollcall.samples.generate.program.JobProgram;
import dev.rollcall.samples.generate.program.ProgramAction;
import dev.rollcall.samples.generate.program.SimulatedCall;
import dev.rollcall.samples.generate.program.SimulatedCommunicator;
import dev.rollcall.trace.Operation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs the programs of all ranks until no rank can continue. Which calls complete, stay pending or are never made follows from
 * the semantics of collectives, sends and receives.
 *
 * <p>Only the end times of synchronizations are kept; {@link #replay} runs a rank's program again to report its events, so
 * that large jobs need little memory. The result does not depend on the order in which ranks run. Not thread-safe.
 */
public final class Simulation {
    /** How long a hung job lives after its last event, nanoseconds: long enough for the agent to report the hang. */
    private static final long HUNG_NANOS = 90_000_000_000L;
    /** How long a job with a late rank is observed after its last event, nanoseconds. */
    private static final long LATE_NANOS = 30_000_000;

    private static final long CREATION_NANOS = 20_000_000;
    private static final long CALL_NANOS = 300_000;

    private record Rendezvous(SimulatedCommunicator group, String name) {}

    record Direction(SimulatedCommunicator group, int from, int to) {}

    private final JobProgram program;
    private final Map<Rendezvous, Synchronization> creations = new HashMap<>();
    private final Map<SimulatedCommunicator, List<Synchronization>> collectives = new IdentityHashMap<>();
    private final Map<Direction, List<Synchronization>> messages = new HashMap<>();
    /** The ranks that can continue; null once the job is over, when ranks no longer arrive but only look up end times. */
    private Deque<RankRun> runnable = new ArrayDeque<>();

    private final int[] calls;
    private long end;

    private Simulation(JobProgram program) {
        this.program = program;
        this.calls = new int[program.ranks()];
    }

    /** Runs a program until no rank can continue. */
    public static Simulation of(JobProgram program) {
        Simulation simulation = new Simulation(program);
        simulation.run();
        return simulation;
    }

    private void run() {
        RankRun[] ranks = new RankRun[program.ranks()];
        for (int rank = 0; rank < ranks.length; rank++) {
            ranks[rank] = new RankRun(rank, program, this, new RankObserver() {});
            runnable.add(ranks[rank]);
        }
        while (!runnable.isEmpty()) {
            runnable.poll().run();
        }
        runnable = null;
        boolean late = false;
        boolean hung = false;
        for (int rank = 0; rank < ranks.length; rank++) {
            RankRun run = ranks[rank];
            calls[rank] = run.calls();
            end = Math.max(end, run.now());
            late |= run.halted() == ProgramAction.HaltKind.LATE;
            hung |= !run.finished() && run.halted() == null || run.halted() == ProgramAction.HaltKind.STUCK;
        }
        end += late ? LATE_NANOS : hung ? HUNG_NANOS : 0;
    }

    /** Returns the world size. */
    public int ranks() {
        return calls.length;
    }

    /** Returns when the job was ended from outside, nanoseconds since its start. */
    public long end() {
        return end;
    }

    /** Returns the number of calls that a rank made. */
    public int calls(int rank) {
        return calls[rank];
    }

    /** Reports everything that a rank did and that became of its calls. */
    public void replay(int rank, RankObserver observer) {
        RankRun run = new RankRun(rank, program, this, observer);
        run.run();
        run.conclude();
    }

    /** Lets a rank join a group at a rendezvous. */
    Synchronization join(SimulatedCommunicator group, String rendezvous, long nanos) {
        Synchronization creation = creations.computeIfAbsent(
                new Rendezvous(group, rendezvous), key -> new Synchronization(group.size(), null, CREATION_NANOS));
        return arrive(creation, null, nanos);
    }

    /** Lets a rank make its collective with this sequence number. */
    Synchronization collective(SimulatedCommunicator group, SimulatedCall call, long sequence, long nanos) {
        List<Synchronization> lane = collectives.computeIfAbsent(group, key -> new ArrayList<>());
        return arrive(at(lane, sequence, group.size()), call, nanos);
    }

    /** Lets a rank make its send or receive with this ordinal, from 1, among those in the same direction. */
    Synchronization message(
            SimulatedCommunicator group, int communicatorRank, SimulatedCall call, long ordinal, long nanos) {
        boolean sends = call.operation() == Operation.SEND;
        Direction direction = new Direction(
                group, sends ? communicatorRank : call.rootOrPeer(), sends ? call.rootOrPeer() : communicatorRank);
        List<Synchronization> lane = messages.computeIfAbsent(direction, key -> new ArrayList<>());
        return arrive(at(lane, ordinal, 2), call, nanos);
    }

    private static Synchronization at(List<Synchronization> lane, long ordinal, int expected) {
        while (lane.size() < ordinal) {
            Synchronization previous = lane.isEmpty() ? null : lane.get(lane.size() - 1);
            lane.add(new Synchronization(expected, previous, CALL_NANOS));
        }
        return lane.get((int) ordinal - 1);
    }

    private Synchronization arrive(Synchronization synchronization, SimulatedCall call, long nanos) {
        if (runnable != null) {
            synchronization.arrive(call, nanos, runnable);
        }
        return synchronization;
    }
}
