package dev.rollcall.analyzer.input.trace;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSteps;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.ThreadSnapshot;
import dev.rollcall.trace.CallCursor;
import dev.rollcall.trace.CommunicatorEvent;
import dev.rollcall.trace.EndEvent;
import dev.rollcall.trace.EndKind;
import dev.rollcall.trace.Event;
import dev.rollcall.trace.StepEvent;
import dev.rollcall.trace.ThreadEvent;
import dev.rollcall.trace.TraceReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The events of one trace: reads all of them once, and keeps what the evidence of the process needs. Not thread-safe. */
final class TraceEvents {
    /** Two snapshots show whether a thread moved between them. */
    private static final int SNAPSHOTS = 2;

    private final TraceTranslator translator;
    private final List<ThreadEvent> threads = new ArrayList<>();
    private final List<EndEvent> ends = new ArrayList<>();
    private final TraceDevices devices;
    private final Set<Integer> callingThreads = new HashSet<>();
    /** The step that each thread is in, by the heap id of its name. */
    private final Map<Integer, Long> steps = new HashMap<>();

    private long lastAlive;

    /** Reads the events of a trace, and adds its calls to {@code memberships}. */
    TraceEvents(TraceReader trace, TraceTranslator translator, TraceMemberships memberships) {
        this.translator = translator;
        this.devices = new TraceDevices(translator);
        this.lastAlive = trace.clock().toWallNanos(trace.clock().nanoTime());
        long latest = Long.MIN_VALUE;
        int thread = -1;
        for (CallCursor call = trace.calls().callCursor(this::add); call.next(); ) {
            memberships.add(call, steps.getOrDefault(call.thread(), CallSteps.NONE));
            if (call.thread() != thread) {
                thread = call.thread();
                callingThreads.add(thread);
            }
            latest = Math.max(latest, Math.max(call.enqueued(), call.ended()));
        }
        if (latest != Long.MIN_VALUE) {
            aliveAt(latest);
        }
    }

    private void add(Event event) {
        if (event instanceof ThreadEvent thread) {
            threads.add(thread);
            aliveAt(thread.time());
        } else if (event instanceof EndEvent end) {
            ends.add(end);
            aliveAt(end.time());
        } else if (event instanceof CommunicatorEvent change) {
            aliveAt(change.time());
        } else if (event instanceof StepEvent step) {
            steps.put(step.thread(), step.number());
            aliveAt(step.time());
        } else {
            devices.add(event);
        }
    }

    private void aliveAt(long nanoTime) {
        lastAlive = Math.max(lastAlive, translator.time(nanoTime));
    }

    /** Returns what the events showed of the process's devices. */
    TraceDevices devices() {
        return devices;
    }

    /** Returns when the process was last known to be alive, nanoseconds since the epoch. */
    long lastAlive() {
        return lastAlive;
    }

    /** Returns the last snapshots of the threads, oldest first. */
    List<ThreadSnapshot> threads() {
        int newest = threads.stream().mapToInt(ThreadEvent::snapshot).max().orElse(0);
        return threads.stream()
                .filter(thread -> thread.snapshot() > newest - SNAPSHOTS)
                .sorted(Comparator.comparingInt(ThreadEvent::snapshot))
                .map(thread -> new ThreadSnapshot(
                        translator.text(thread.thread()),
                        thread.state().label(),
                        translator.stack(thread.stack()),
                        translator.time(thread.time()),
                        translator.text(thread.lock()),
                        translator.text(thread.lockOwner())))
                .toList();
    }

    /**
     * Returns the recorded ending; null if there is none. An exception of the main thread, or of one that makes calls, counts
     * more than the exit to which it led. What follows a signal does not count: threads fail because the process shuts down.
     */
    Ending ending() {
        long signal = ends.stream()
                .filter(end -> end.kind() == EndKind.SIGNAL)
                .mapToLong(EndEvent::time)
                .min()
                .orElse(Long.MAX_VALUE);
        EndEvent decisive = null;
        for (EndEvent end : ends) {
            if (end.time() <= signal
                    && end.kind() != EndKind.UNKNOWN
                    && (decisive == null || weight(end) >= weight(decisive))) {
                decisive = end;
            }
        }
        if (decisive != null && decisive.kind() == EndKind.SIGNAL) {
            String thread = translator.text(decisive.thread());
            return Ending.signalled(thread.replace(" handler", ""), thread, translator.time(decisive.time()));
        }
        return decisive == null ? null : ending(decisive);
    }

    private int weight(EndEvent end) {
        return switch (end.kind()) {
            case UNCAUGHT_EXCEPTION -> runsTheProgram(end.thread()) ? 3 : 1;
            case NORMAL, EXIT, HALT -> 2;
            case SIGNAL, UNKNOWN -> 0;
        };
    }

    private boolean runsTheProgram(int thread) {
        return callingThreads.contains(thread) || translator.text(thread).equals("main");
    }

    /** Returns whether a thread that does not run the program, such as a watchdog, ended the process as if all were well. */
    private boolean isStop(EndEvent end) {
        return (end.kind() == EndKind.EXIT || end.kind() == EndKind.HALT)
                && end.hasExitCode()
                && end.exitCode() == 0
                && !translator.text(end.thread()).isEmpty()
                && !runsTheProgram(end.thread());
    }

    private Ending ending(EndEvent end) {
        boolean uncaught = weight(end) != 2;
        if (isStop(end)) {
            return Ending.stopped(
                    translator.text(end.thread()), translator.stack(end.stack()), translator.time(end.time()));
        }
        return new Ending(
                uncaught ? Ending.Kind.UNCAUGHT_EXCEPTION : Ending.Kind.EXITED,
                !uncaught && end.hasExitCode() ? end.exitCode() : -1,
                exception(end),
                translator.text(end.thread()),
                translator.stack(end.stack()),
                end.time() == 0 ? Call.NO_TIME : translator.time(end.time()));
    }

    private String exception(EndEvent end) {
        String type = translator.text(end.exception());
        String message = translator.text(end.text());
        String name = type.substring(type.lastIndexOf('.') + 1);
        return message.isEmpty() ? name : name + (name.isEmpty() ? "" : " ") + '"' + message + '"';
    }
}
