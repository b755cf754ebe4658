package dev.rollcall.analyzer.input.stack;

import dev.rollcall.analyzer.model.StackFrame;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** One thread of a process whose stack is being read. Not thread-safe. */
final class DumpedThread {
    /** A deeper stack, as of an endless recursion, lacks its outermost frames. */
    static final int MOST_FRAMES = 1000;

    /** A thread holds fewer locks than it has frames. */
    static final int MOST_LOCKS = MOST_FRAMES;

    final String id;
    final String name;
    String state;
    /** Whether the text says that it is the process's first thread. */
    boolean main;
    /** Innermost first. */
    final List<StackFrame> frames = new ArrayList<>();
    /** The lock that it waits for, by class and identity; empty for none. */
    String awaited = "";
    /** The locks that it holds. */
    final Set<String> held = new HashSet<>();
    /** The locks that it gave up to wait for a signal. */
    final Set<String> released = new HashSet<>();

    DumpedThread(String id, String name, String state) {
        this.id = id;
        this.name = name;
        this.state = state;
    }

    void add(StackFrame frame) {
        if (frames.size() < MOST_FRAMES) {
            frames.add(frame);
        }
    }

    /** Replaces the last frame, whose line goes on in the next one. */
    void replaceLast(StackFrame frame) {
        frames.set(frames.size() - 1, frame);
    }
}
