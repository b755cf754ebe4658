package dev.rollcall.samples.generate.simulation;

import dev.rollcall.samples.generate.program.JobProgram;
import dev.rollcall.samples.generate.program.ProgramAction;
import dev.rollcall.samples.generate.program.ScriptLine;
import dev.rollcall.samples.generate.program.SimulatedCall;
import dev.rollcall.samples.generate.program.SimulatedCommunicator;
import dev.rollcall.trace.Operation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs the program of one rank by a clock of its own, until the rank is blocked or stops. Not thread-safe. */
final class RankRun {
    private static final long ISSUE_NANOS = 20_000;

    /** One of the two series in which a communicator numbers its calls. */
    private record Lane(SimulatedCommunicator group, boolean pointToPoint) {}

    private record PendingCall(int number, Synchronization synchronization) {}

    private final int rank;
    private final JobProgram program;
    private final Simulation simulation;
    private final RankObserver observer;
    /** How many calls of each {@link Lane} and {@link Simulation.Direction} were made. */
    private final Map<Record, long[]> counters = new HashMap<>();

    private final List<PendingCall> pending = new ArrayList<>();
    private final Deque<ProgramAction> actions = new ArrayDeque<>();
    private int nextPart;
    private int calls;
    private long now;
    private Synchronization blockedBy;
    private ScriptLine blockedAt;
    private ProgramAction.Join joining;
    private boolean awaitsAll;
    private ProgramAction.HaltKind halted;
    private boolean finished;

    /** Makes a rank at the start of its program. */
    RankRun(int rank, JobProgram program, Simulation simulation, RankObserver observer) {
        this.rank = rank;
        this.program = program;
        this.simulation = simulation;
        this.observer = observer;
    }

    /** Continues until the rank is blocked, stops, or reaches the end of its program. */
    void run() {
        while (!finished && halted == null && !advanceOrBlock()) {
            while (actions.isEmpty() && nextPart < program.parts(rank)) {
                actions.addAll(program.part(rank, nextPart++));
            }
            if (actions.isEmpty()) {
                finished = true;
                reportCompleted(now);
                observer.finished(now);
            } else {
                perform(actions.poll());
            }
        }
    }

    /**
     * Reports the end of a rank that no longer continues: the calls that still complete, unless its process has ended, and
     * where it hangs, if it neither stopped nor finished.
     */
    void conclude() {
        if (halted == null || !halted.ended()) {
            reportCompleted(Synchronization.NEVER - 1);
        }
        if (halted == null && !finished) {
            observer.hangs(blockedAt, now);
        }
    }

    /** Returns how the rank stopped; null if it did not. */
    ProgramAction.HaltKind halted() {
        return halted;
    }

    boolean finished() {
        return finished;
    }

    /** Returns the number of calls made so far. */
    int calls() {
        return calls;
    }

    /** Returns the rank's time, nanoseconds since the job's start. */
    long now() {
        return now;
    }

    private void perform(ProgramAction action) {
        if (action instanceof ProgramAction.Work work) {
            now += work.nanos();
        } else if (action instanceof ProgramAction.Await await) {
            awaitsAll = true;
            blockedAt = await.site();
        } else if (action instanceof ProgramAction.Issue issue) {
            issue(issue.group(), issue.call());
        } else if (action instanceof ProgramAction.Join join) {
            observer.joining(join.group(), join.rendezvous(), now);
            joining = join;
            blockedBy = simulation.join(join.group(), join.rendezvous(), now);
            blockedAt = ScriptLine.JOIN_GROUPS;
        } else if (action instanceof ProgramAction.Halt halt) {
            reportCompleted(now);
            halted = halt.kind();
            observer.halted(halted, halt.site(), now);
        }
    }

    private void issue(SimulatedCommunicator group, SimulatedCall call) {
        now += ISSUE_NANOS;
        reportCompleted(now);
        int communicatorRank = group.communicatorRank(rank);
        boolean pointToPoint = call.operation().pointToPoint();
        long sequence = count(new Lane(group, pointToPoint));
        Synchronization synchronization;
        if (pointToPoint) {
            boolean sends = call.operation() == Operation.SEND;
            int peer = call.rootOrPeer();
            long ordinal = count(
                    new Simulation.Direction(group, sends ? communicatorRank : peer, sends ? peer : communicatorRank));
            synchronization = simulation.message(group, communicatorRank, call, ordinal, now);
        } else {
            synchronization = simulation.collective(group, call, sequence, now);
        }
        observer.issued(calls, group, call, sequence, now);
        pending.add(new PendingCall(calls++, synchronization));
        if (call.awaited()) {
            blockedBy = synchronization;
            blockedAt = call.site();
        }
    }

    private long count(Record series) {
        return ++counters.computeIfAbsent(series, key -> new long[1])[0];
    }

    /**
     * Moves the clock past every wait that has ended and reports what completed meanwhile. Returns whether a wait has not ended;
     * its synchronization then makes the rank runnable.
     */
    private boolean advanceOrBlock() {
        if (blockedBy == null) {
            blockNext();
        }
        while (blockedBy != null) {
            if (blockedBy.ended() == Synchronization.NEVER) {
                blockedBy.wake(this);
                return true;
            }
            now = Math.max(now, blockedBy.ended());
            reportCompleted(now);
            if (joining != null) {
                observer.joined(joining.group(), now);
                joining = null;
            }
            blockNext();
        }
        return false;
    }

    /** While the rank awaits all its calls, the oldest pending one blocks it. */
    private void blockNext() {
        awaitsAll &= !pending.isEmpty();
        blockedBy = awaitsAll ? pending.get(0).synchronization() : null;
    }

    /** Reports the calls that completed up to a time, in the order of completion. */
    private void reportCompleted(long until) {
        if (pending.isEmpty()) {
            return;
        }
        List<PendingCall> completed = new ArrayList<>();
        pending.removeIf(call -> call.synchronization().ended() <= until && completed.add(call));
        completed.sort(Comparator.comparingLong(call -> call.synchronization().ended()));
        completed.forEach(
                call -> observer.completed(call.number(), call.synchronization().ended()));
    }
}
