package dev.rollcall.samples.generate.simulation;

import dev.rollcall.samples.generate.program.Act;
import dev.rollcall.samples.generate.program.Group;
import dev.rollcall.samples.generate.program.Program;
import dev.rollcall.samples.generate.program.Request;
import dev.rollcall.samples.generate.program.Site;
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

    private record Lane(Group group, int from, int to) {}

    private record Flying(int call, Meeting meeting) {}

    private final int rank;
    private final Program program;
    private final Meetings meetings;
    private final RankObserver observer;
    private final Map<Lane, long[]> counters = new HashMap<>();
    private final List<Flying> flying = new ArrayList<>();
    private final Deque<Act> ahead = new ArrayDeque<>();
    private int part;
    private int calls;
    private long now;
    private Meeting held;
    private Act.Join joining;
    private boolean awaitsAll;
    private Site heldAt;
    private Act.Manner halted;
    private boolean finished;

    /** Makes a rank that has done nothing; the observer is told all it does. */
    RankRun(int rank, Program program, Meetings meetings, RankObserver observer) {
        this.rank = rank;
        this.program = program;
        this.meetings = meetings;
        this.observer = observer;
    }

    /** Goes on until the rank is held up, or has come to an end. */
    void run() {
        while (!finished && halted == null && !held()) {
            Act act = next();
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
        boolean gone = halted != null && halted != Act.Manner.STUCK && halted != Act.Manner.LATE;
        if (!gone) {
            flush(Meeting.NEVER - 1);
        }
        if (halted == null && !finished) {
            observer.hangs(heldAt, now);
        }
    }

    /** Returns how the rank stopped; null where it did not. */
    Act.Manner halted() {
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

    private Act next() {
        while (ahead.isEmpty()) {
            if (part == program.parts(rank)) {
                return null;
            }
            ahead.addAll(program.part(rank, part++));
        }
        return ahead.poll();
    }

    private void perform(Act act) {
        if (act instanceof Act.Work work) {
            now += work.nanos();
        } else if (act instanceof Act.Await await) {
            awaitsAll = true;
            heldAt = await.site();
        } else if (act instanceof Act.Issue issue) {
            issue(issue.group(), issue.request());
        } else if (act instanceof Act.Join join) {
            observer.joining(join.group(), join.meeting(), now);
            joining = join;
            held = meetings.join(join.group(), join.meeting(), now);
            heldAt = Site.JOIN_GROUPS;
        } else if (act instanceof Act.Halt halt) {
            flush(now);
            halted = halt.manner();
            observer.halted(halted, halt.site(), now);
        }
    }

    private void issue(Group group, Request request) {
        now += ISSUE_NANOS;
        flush(now);
        int place = group.place(rank);
        boolean message = request.operation().pointToPoint();
        long sequence = count(new Lane(group, message ? MESSAGES : COLLECTIVES, 0));
        Meeting meeting;
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
            if (held.ended() == Meeting.NEVER) {
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
