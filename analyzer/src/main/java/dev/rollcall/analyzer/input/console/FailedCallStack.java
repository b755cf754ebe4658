package dev.rollcall.analyzer.input.console;

import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.PythonFiles;
import dev.rollcall.analyzer.model.StackFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The stack that the watchdog prints of the call that took too long, one line a frame, innermost first: {@code #0 all_reduce from
 * /usr/lib/…/distributed_c10d.py:3068}. The lines have no prefix, so only frames in order belong to it. Not thread-safe.
 */
final class FailedCallStack {
    /** What the line before the frames ends with. */
    static final String BEGINNING = "Stack trace of the failed collective:";

    private static final Pattern FRAME = Pattern.compile("^#(\\d{1,4}) (.{1,200}?) from (.{1,1000}):(\\d{1,9})$");
    private static final int MOST_FRAMES = 128;

    private final List<StackFrame> frames = new ArrayList<>();

    /** Adds the next line. Returns whether it is the next frame. */
    boolean add(String line) {
        Matcher frame = FRAME.matcher(line);
        if (!frame.matches() || Integer.parseInt(frame.group(1)) != frames.size() || frames.size() == MOST_FRAMES) {
            return false;
        }
        frames.add(new StackFrame("", frame.group(2), frame.group(3), Integer.parseInt(frame.group(4))));
        return true;
    }

    /** Returns whether no frame was added yet. */
    boolean isEmpty() {
        return frames.isEmpty();
    }

    CallStack stack() {
        return frames.isEmpty() ? CallStack.UNKNOWN : PythonFiles.stack(frames);
    }
}
