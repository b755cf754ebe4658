package dev.rollcall.samples.generate.simulation;

import dev.rollcall.samples.generate.program.JobProgram;
import dev.rollcall.samples.generate.program.ProgramAction;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Lets all ranks of a program run until nobody can go on. What is finished, pending or never made follows from what
 * collectives, sends and receives are: each ends when all its ranks have made it alike, in order, and not before.
 *
 * <p>Of each collective only its end is kept; a rank's own history is told by running its program once more, so that the
 * largest job needs little memory. The result does not depend on the order in which ranks are run. Not thread-safe.
 */
public final class Simulation {
    /** How long a job that hangs is watched before it is ended, nanoseconds: until the agents have looked at its threads. */
    private static final long PATIENCE_NANOS = 90_000_000_000L;

    private static final long GLANCE_NANOS = 30_000_000;

    private final JobProgram program;
    private final Synchronizations meetings;
    private final int[] calls;
    private final long end;

    private Simulation(JobProgram program, Synchronizations meetings, int[] calls, long end) {
        this.program = program;
        this.meetings = meetings;
        this.calls = calls;
        this.end = end;
    }

    /** Runs a program until nobody can go on. */
    public static Simulation of(JobProgram program) {
        Deque<RankRun> runnable = new ArrayDeque<>();
        Synchronizations meetings = new Synchronizations(runnable);
        RankRun[] ranks = new RankRun[program.ranks()];
        for (int rank = 0; rank < ranks.length; rank++) {
            ranks[rank] = new RankRun(rank, program, meetings, new Silent());
            runnable.add(ranks[rank]);
        }
        while (!runnable.isEmpty()) {
            runnable.poll().run();
        }
        meetings.close();
        return new Simulation(program, meetings, calls(ranks), end(ranks));
    }

    private static int[] calls(RankRun[] ranks) {
        int[] calls = new int[ranks.length];
        for (int rank = 0; rank < ranks.length; rank++) {
            calls[rank] = ranks[rank].calls();
        }
        return calls;
    }

    private static long end(RankRun[] ranks) {
        long latest = 0;
        boolean late = false;
        boolean hangs = false;
        for (RankRun rank : ranks) {
            latest = Math.max(latest, rank.now());
            late |= rank.halted() == ProgramAction.HaltKind.LATE;
            hangs |= !rank.finished() && rank.halted() == null || rank.halted() == ProgramAction.HaltKind.STUCK;
        }
        return latest + (late ? GLANCE_NANOS : hangs ? PATIENCE_NANOS : 0);
    }

    /** Returns when what was left of the job was ended, nanoseconds since its start. */
    public long end() {
        return end;
    }

    /** Returns how many calls a rank made. */
    public int calls(int rank) {
        return calls[rank];
    }

    /** Tells what a rank did and what became of it. */
    public void tell(int rank, RankObserver observer) {
        RankRun run = new RankRun(rank, program, meetings, observer);
        run.run();
        run.conclude();
    }
}
