package dev.rollcall.samples.generate.simulation;

import dev.rollcall.samples.generate.program.JobProgram;
import dev.rollcall.samples.generate.program.ProgramAction;
import dev.rollcall.samples.generate.program.ScriptLine;
import dev.rollcall.samples.generate.program.SimulatedCall;
import dev.rollcall.samples.generate.program.SimulatedGroup;
import dev.rollcall.trace.Operation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs one rank's program as far as it comes, by a clock of its own. Not thread-safe. */
final class RankRun {
    private static final long ISSUE_NANOS = 20_000;
    private static final int COLLECTIVES = -1;
    private static final int MESSAGES = -2;

    private record Lane(SimulatedGroup group, int from, int to) {}

    private record Flying(int call, Synchronization meeting) {}

    private final int rank;
    private final JobProgram program;
    private final Synchronizations meetings;
    private final RankObserver observer;
    private final Map<Lane, long[]> counters = new HashMap<>();
    private final List<Flying> flying = new ArrayList<>();
    private final Deque<ProgramAction> ahead = new ArrayDeque<>();
    private int part;
    private int calls;
    private long now;
    private Synchronization held;
    private ProgramAction.Join joining;
    private boolean awaitsAll;
    private ScriptLine heldAt;
    private ProgramAction.HaltKind halted;
    private boolean finished;

    /** Makes a rank that has done nothing; the observer is told all it does. */
    RankRun(int rank, JobProgram program, Synchronizations meetings, RankObserver observer) {
        this.rank = rank;
        this.program = program;
        this.meetings = meetings;
        this.observer = observer;
    }

    /** Goes on until the rank is held up, or has come to an end. */
    void run() {
        while (!finished && halted == null && !held()) {
            ProgramAction act = next();
            if (act == null) {
                finished = true;
                flush(now);
                observer.finished(now);
            } else {
                perform(act);
            }
        }
    }

    /** Tells the observer what still comes of a rank that comes no further. */
    void conclude() {
        boolean gone =
                halted != null && halted != ProgramAction.HaltKind.STUCK && halted != ProgramAction.HaltKind.LATE;
        if (!gone) {
            flush(Synchronization.NEVER - 1);
        }
        if (halted == null && !finished) {
            observer.hangs(heldAt, now);
        }
    }

    /** Returns how the rank stopped; null where it did not. */
    ProgramAction.HaltKind halted() {
        return halted;
    }

    boolean finished() {
        return finished;
    }

    /** Returns how many calls it made. */
    int calls() {
        return calls;
    }

    /** Returns the time that it came to, nanoseconds since the job's start. */
    long now() {
        return now;
    }

    private ProgramAction next() {
        while (ahead.isEmpty()) {
            if (part == program.parts(rank)) {
                return null;
            }
            ahead.addAll(program.part(rank, part++));
        }
        return ahead.poll();
    }

    private void perform(ProgramAction act) {
        if (act instanceof ProgramAction.Work work) {
            now += work.nanos();
        } else if (act instanceof ProgramAction.Await await) {
            awaitsAll = true;
            heldAt = await.site();
        } else if (act instanceof ProgramAction.Issue issue) {
            issue(issue.group(), issue.request());
        } else if (act instanceof ProgramAction.Join join) {
            observer.joining(join.group(), join.meeting(), now);
            joining = join;
            held = meetings.join(join.group(), join.meeting(), now);
            heldAt = ScriptLine.JOIN_GROUPS;
        } else if (act instanceof ProgramAction.Halt halt) {
            flush(now);
            halted = halt.kind();
            observer.halted(halted, halt.site(), now);
        }
    }

    private void issue(SimulatedGroup group, SimulatedCall request) {
        now += ISSUE_NANOS;
        flush(now);
        int place = group.place(rank);
        boolean message = request.operation().pointToPoint();
        long sequence = count(new Lane(group, message ? MESSAGES : COLLECTIVES, 0));
        Synchronization meeting;
        if (message) {
            boolean sends = request.operation() == Operation.SEND;
            long number = count(new Lane(group, sends ? place : request.other(), sends ? request.other() : place));
            meeting = meetings.message(group, place, request, number, now);
        } else {
            meeting = meetings.collective(group, request, sequence, now);
        }
        observer.issued(calls, group, request, sequence, now);
        flying.add(new Flying(calls++, meeting));
        if (request.awaited()) {
            held = meeting;
            heldAt = request.site();
        }
    }

    private long count(Lane lane) {
        return ++counters.computeIfAbsent(lane, any -> new long[1])[0];
    }

    /** Returns whether the rank waits for what has not happened; the meeting then wakes it. */
    private boolean held() {
        if (held == null && awaitsAll) {
            awaitsAll = !flying.isEmpty();
            held = awaitsAll ? flying.get(0).meeting() : null;
        }
        while (held != null) {
            if (held.ended() == Synchronization.NEVER) {
                held.await(this);
                return true;
            }
            now = Math.max(now, held.ended());
            flush(now);
            if (joining != null) {
                observer.joined(joining.group(), now);
                joining = null;
            }
            awaitsAll &= !flying.isEmpty();
            held = awaitsAll ? flying.get(0).meeting() : null;
        }
        return false;
    }

    /** Tells of the calls that ended up to a time, in the order in which they did. */
    private void flush(long until) {
        if (flying.isEmpty()) {
            return;
        }
        List<Flying> ended = new ArrayList<>();
        flying.removeIf(call -> call.meeting().ended() <= until && ended.add(call));
        ended.sort(Comparator.comparingLong(call -> call.meeting().ended()));
        ended.forEach(call -> observer.completed(call.call(), call.meeting().ended()));
    }
}
