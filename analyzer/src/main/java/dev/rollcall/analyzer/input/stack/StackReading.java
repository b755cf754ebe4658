package dev.rollcall.analyzer.input.stack;

import dev.rollcall.analyzer.input.text.MemoryBudget;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.StackFrame;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the stacks in one form from the lines of one writer. Of several looks at a process the last one counts. Not thread-safe.
 */
abstract class StackReading {
    /** More processes than a host has ranks. */
    private static final int MOST_PROCESSES = 1024;

    /** What a frame that occurs for the first time takes in memory, in bytes, besides its names. */
    private static final int BYTES_OF_FRAME = 400;

    private final Map<String, DumpedProcess> processes = new LinkedHashMap<>();
    private final Map<StackFrame, StackFrame> frames = new LinkedHashMap<>();
    private DumpedProcess current;
    private final MemoryBudget budget;

    /** How many frames and processes were read: lines that add nothing for long are no part of a stack. */
    private long progress;

    /** The thread to which the next frame belongs; null outside of stacks. */
    DumpedThread thread;

    StackReading(MemoryBudget budget) {
        this.budget = budget;
    }

    /**
     * Reads a line.
     *
     * @return whether the next line may belong to the same stack
     */
    abstract boolean add(String line);

    /** Returns frames as a stack with its call site. */
    abstract CallStack withSite(List<StackFrame> innermostFirst);

    /** Begins a look at a process. */
    void begin(DumpedProcess process) {
        finish();
        progress++;
        current = process;
    }

    /** Returns the process that is being read; begins one of which nothing is known where there is none. */
    DumpedProcess current() {
        if (current == null) {
            current = new DumpedProcess(-1, "");
        }
        return current;
    }

    boolean reading() {
        return current != null;
    }

    /** Adds a frame to the thread that is being read. Equal frames are one object, so that many stacks need little memory. */
    void addFrame(StackFrame frame) {
        progress++;
        StackFrame known = frames.get(frame);
        if (known == null
                && budget.take(
                        BYTES_OF_FRAME + frame.method().length() + frame.file().length())) {
            frames.put(frame, frame);
            known = frame;
        }
        if (known != null) {
            thread.add(known);
        }
    }

    long progress() {
        return progress;
    }

    private void finish() {
        thread = null;
        if (current != null && !current.isEmpty()) {
            boolean allowed = processes.size() < MOST_PROCESSES || processes.containsKey(current.key());
            if (allowed && budget.take(current.bytes())) {
                processes.put(current.key(), current);
            }
        }
        current = null;
    }

    /** Returns the processes, after the last line. */
    List<DumpedProcess> processes() {
        finish();
        return List.copyOf(processes.values());
    }
}
