package dev.rollcall.analyzer.input.console;

import dev.rollcall.analyzer.input.text.MemoryBudget;
import dev.rollcall.analyzer.model.PeerLoss;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tracebacks that processes are just writing, whose lines can mix. Not thread-safe. */
final class OpenTracebacks {
    private final Console console;
    private final Map<Writer, Traceback> tracebacks = new LinkedHashMap<>();
    /** What they take in memory, and the most that they may take. */
    private long bytes;

    private final long mostBytes;
    /** Who wrote that something else than the program ended, and not yet how. */
    private Writer elsewhere;

    private long otherLines;

    /** Who wrote a line: a rank or, where none is shown, what the launcher's prefix says of the process. */
    record Writer(int rank, String name) {}

    /** Makes an empty set of tracebacks, which gives those that end to a console. */
    OpenTracebacks(Console console, MemoryBudget budget) {
        this.console = console;
        this.mostBytes = budget.forOpenParts();
    }

    boolean isEmpty() {
        return tracebacks.isEmpty();
    }

    /** Adds a line to the traceback of its writer. Returns whether it belongs to it. */
    boolean add(Writer writer, String text) {
        Traceback traceback = tracebacks.isEmpty() ? null : tracebacks.get(writer);
        if (traceback == null) {
            return false;
        }
        bytes -= traceback.bytes();
        boolean belongs = traceback.add(text, otherLines);
        bytes += traceback.bytes();
        if (traceback.closed()) {
            end(writer);
        }
        leaveOutOldest();
        return belongs;
    }

    /** Notes a line that belongs to no traceback. */
    void addOtherLine() {
        otherLines++;
    }

    /** Notes that a thread, a child process or a finalizer of a process ended: its next traceback is about that. */
    void endsElsewhere(Writer writer) {
        elsewhere = writer;
    }

    /**
     * Begins a traceback, which ends an earlier one of the same writer.
     *
     * @param byHook whether PyTorch's hook for uncaught exceptions wrote it
     * @param time the time in the prefix of the line
     */
    void begin(Writer writer, boolean byHook, long time) {
        end(writer);
        if (console.ranks.allows(writer.rank)) {
            boolean ofProgram = !writer.equals(elsewhere);
            Traceback traceback = new Traceback(
                    console.endsAlready(writer.rank), ofProgram, byHook && ofProgram, console.watchdogs.moment(time));
            tracebacks.put(writer, traceback);
            bytes += traceback.bytes();
            leaveOutOldest();
        }
        elsewhere = null;
    }

    private void end(Writer writer) {
        Traceback traceback = tracebacks.remove(writer);
        if (traceback == null) {
            return;
        }
        bytes -= traceback.bytes();
        if (traceback.complete()) {
            console.exceptions.add(writer.rank, traceback);
        }
    }

    /** Ends all tracebacks. */
    void endAll() {
        List.copyOf(tracebacks.keySet()).forEach(this::end);
    }

    /** Ends the oldest tracebacks if no more can be kept of all. */
    private void leaveOutOldest() {
        while (bytes > mostBytes) {
            Writer oldest = tracebacks.keySet().iterator().next();
            if (!tracebacks.get(oldest).complete()) {
                console.leftOutTraceback(oldest.rank);
            }
            end(oldest);
        }
    }

    /** Returns whether one of them can show another reason than the loss of a peer. */
    boolean showOwnReason() {
        return tracebacks.values().stream()
                .anyMatch(traceback -> !traceback.complete() || !PeerLoss.anyOf(traceback.message()));
    }
}
