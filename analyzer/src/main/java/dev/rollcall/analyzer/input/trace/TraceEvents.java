package dev.rollcall.analyzer.input.trace;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.ThreadSnapshot;
import dev.rollcall.trace.CallCursor;
import dev.rollcall.trace.CommunicatorEvent;
import dev.rollcall.trace.EndEvent;
import dev.rollcall.trace.Event;
import dev.rollcall.trace.StepEvent;
import dev.rollcall.trace.ThreadEvent;
import dev.rollcall.trace.TraceReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Goes once through a trace's events and keeps what the model needs of them. Not thread-safe. */
final class TraceEvents {
    /** Two looks at the threads tell whether one moved between them. */
    private static final int LOOKS = 2;

    private final TraceTranslator words;
    private final List<ThreadEvent> threads = new ArrayList<>();
    private final List<EndEvent> ends = new ArrayList<>();
    private final Set<Integer> callers = new HashSet<>();
    private long lastAlive;

    /** Reads the events of a trace, and gives its calls to {@code memberships}. */
    TraceEvents(TraceReader trace, TraceTranslator words, TraceMemberships memberships) {
        this.words = words;
        this.lastAlive = trace.clock().toWallNanos(trace.clock().nanoTime());
        long latest = Long.MIN_VALUE;
        int thread = -1;
        for (CallCursor call = trace.calls().callCursor(this::add); call.next(); ) {
            memberships.add(call);
            if (call.thread() != thread) {
                thread = call.thread();
                callers.add(thread);
            }
            latest = Math.max(latest, Math.max(call.enqueued(), call.ended()));
        }
        if (latest != Long.MIN_VALUE) {
            alive(latest);
        }
    }

    private void add(Event event) {
        if (event instanceof ThreadEvent look) {
            threads.add(look);
            alive(look.time());
        } else if (event instanceof EndEvent end) {
            ends.add(end);
            alive(end.time());
        } else if (event instanceof CommunicatorEvent turn) {
            alive(turn.time());
        } else if (event instanceof StepEvent step) {
            alive(step.time());
        }
    }

    private void alive(long nanos) {
        lastAlive = Math.max(lastAlive, words.time(nanos));
    }

    /** Returns when the process last gave a sign of life, nanoseconds since the epoch. */
    long lastAlive() {
        return lastAlive;
    }

    /** Returns the last looks at the threads, the oldest first. */
    List<ThreadSnapshot> threads() {
        int newest = threads.stream().mapToInt(ThreadEvent::snapshot).max().orElse(0);
        return threads.stream()
                .filter(thread -> thread.snapshot() > newest - LOOKS)
                .sorted(Comparator.comparingInt(ThreadEvent::snapshot))
                .map(thread -> new ThreadSnapshot(
                        words.text(thread.thread()),
                        thread.state().label(),
                        words.stack(thread.stack()),
                        words.time(thread.time())))
                .toList();
    }

    /**
     * Returns how the process ended by its own record; null where it left none, or where it was asked to end by a signal,
     * which says nothing about itself. An exception that ended a thread that makes calls, or the main thread, tells more
     * than the exit that it led to.
     */
    Ending ending() {
        EndEvent telling = null;
        for (EndEvent end : ends) {
            if (telling == null || weight(end) >= weight(telling)) {
                telling = end;
            }
        }
        return telling == null || weight(telling) == 0 ? null : ending(telling);
    }

    private int weight(EndEvent end) {
        return switch (end.kind()) {
            case UNCAUGHT_EXCEPTION ->
                callers.contains(end.thread()) || words.text(end.thread()).equals("main") ? 3 : 1;
            case NORMAL, EXIT, HALT -> 2;
            case SIGNAL, UNKNOWN -> 0;
        };
    }

    private Ending ending(EndEvent end) {
        boolean uncaught = weight(end) != 2;
        return new Ending(
                uncaught ? Ending.Kind.UNCAUGHT_EXCEPTION : Ending.Kind.EXITED,
                !uncaught && end.hasExitCode() ? end.exitCode() : -1,
                exception(end),
                words.text(end.thread()),
                words.stack(end.stack()),
                end.time() == 0 ? Call.NO_TIME : words.time(end.time()));
    }

    private String exception(EndEvent end) {
        String type = words.text(end.exception());
        String message = words.text(end.text());
        String name = type.substring(type.lastIndexOf('.') + 1);
        return message.isEmpty() ? name : name + (name.isEmpty() ? "" : " ") + '"' + message + '"';
    }
}
