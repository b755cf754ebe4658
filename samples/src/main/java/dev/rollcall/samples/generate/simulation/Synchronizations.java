package dev.rollcall.samples.generate.simulation;

import dev.rollcall.samples.generate.program.SimulatedCall;
import dev.rollcall.samples.generate.program.SimulatedGroup;
import dev.rollcall.trace.Operation;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * All meetings of a job. While it is open, ranks come to them; once it is closed, they only look up when each ended, so that
 * a rank's program can be run again. Not thread-safe.
 */
final class Synchronizations {
    private static final long BIRTH_NANOS = 20_000_000;
    private static final long CALL_NANOS = 300_000;

    private record Birth(SimulatedGroup group, String place) {}

    private record Pair(SimulatedGroup group, int from, int to) {}

    private final Map<Birth, Synchronization> births = new HashMap<>();
    private final Map<SimulatedGroup, List<Synchronization>> collectives = new IdentityHashMap<>();
    private final Map<Pair, List<Synchronization>> messages = new HashMap<>();
    private final Deque<RankRun> runnable;
    private final List<RankRun> woken = new ArrayList<>();
    private boolean closed;

    /** Starts; ranks whose wait ends are added to {@code runnable}. */
    Synchronizations(Deque<RankRun> runnable) {
        this.runnable = runnable;
    }

    void close() {
        closed = true;
    }

    /** Lets a rank join a group at a place. */
    Synchronization join(SimulatedGroup group, String place, long nanos) {
        Synchronization birth = births.computeIfAbsent(
                new Birth(group, place), its -> new Synchronization(group.size(), null, BIRTH_NANOS));
        return come(birth, null, nanos);
    }

    /** Lets a rank make its collective with this number, from 1. */
    Synchronization collective(SimulatedGroup group, SimulatedCall request, long sequence, long nanos) {
        List<Synchronization> its = collectives.computeIfAbsent(group, any -> new ArrayList<>());
        return come(at(its, sequence, group.size()), request, nanos);
    }

    /** Lets a rank send or receive its message with this number, from 1, in this direction to or from that peer. */
    Synchronization message(SimulatedGroup group, int place, SimulatedCall request, long number, long nanos) {
        boolean sends = request.operation() == Operation.SEND;
        Pair pair = new Pair(group, sends ? place : request.other(), sends ? request.other() : place);
        List<Synchronization> its = messages.computeIfAbsent(pair, any -> new ArrayList<>());
        // A send and its receive agree in type and count alone.
        return come(at(its, number, 2), request.halved(), nanos);
    }

    private static Synchronization at(List<Synchronization> meetings, long number, int needed) {
        while (meetings.size() < number) {
            Synchronization before = meetings.isEmpty() ? null : meetings.get(meetings.size() - 1);
            meetings.add(new Synchronization(needed, before, CALL_NANOS));
        }
        return meetings.get((int) number - 1);
    }

    private Synchronization come(Synchronization meeting, SimulatedCall request, long nanos) {
        if (!closed) {
            meeting.come(request, nanos, woken);
            runnable.addAll(woken);
            woken.clear();
        }
        return meeting;
    }
}
