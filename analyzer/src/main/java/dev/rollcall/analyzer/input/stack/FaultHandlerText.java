package dev.rollcall.analyzer.input.stack;

import dev.rollcall.analyzer.input.text.MemoryBudget;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.StackFrame;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of Python's {@code faulthandler} (CPython's {@code Python/traceback.c}), and of {@code py-bt} in GDB, which adds the code
 * of each line:
 *
 * <pre>
 *   Timeout (0:00:12)!
 *   Thread 0x00007f13dadff140 (most recent call first):
 *     File "/srv/train.py", line 12 in main
 *     File "/srv/train.py", line 20 in &lt;module&gt;
 * </pre>
 */
final class FaultHandlerText extends StackReading {
    static final List<String> WORDS = List.of("(most recent call first)", "Timeout (", "Fatal Python error: ");

    private static final Pattern THREAD = Pattern.compile(
            "\\s*(?:(?:Current thread|Thread) (0x[0-9a-fA-F]{1,16})(?: \\[(.{0,64})\\])?|Stack|Traceback) \\(most recent call first\\):");
    private static final Pattern FRAME = Pattern.compile("\\s*File \"(.*)\", line (\\d{1,9}|\\?\\?\\?),? in (.*)");

    /** The code of a line, or a built-in function. */
    private static final Pattern CODE = Pattern.compile("    \\S|  <");

    FaultHandlerText(MemoryBudget budget) {
        super(budget);
    }

    @Override
    boolean add(String line) {
        if (line.startsWith("Timeout (") || line.startsWith("Fatal Python error: ")) {
            begin(null);
            return false;
        }
        Matcher header = THREAD.matcher(line);
        if (header.matches()) {
            String id = header.group(1) == null ? "" : header.group(1);
            if (reading() && current().hasThread(id)) {
                begin(null);
            }
            String name = header.group(2) == null ? "" : header.group(2).strip();
            thread = current().add(new DumpedThread(id, name, ""));
            return true;
        }
        Matcher frame = FRAME.matcher(line);
        if (thread != null && frame.matches()) {
            int number = frame.group(2).startsWith("?") ? 0 : Integer.parseInt(frame.group(2));
            addFrame(new StackFrame("", frame.group(3), frame.group(1), number));
            return true;
        }
        if (thread != null && CODE.matcher(line).lookingAt()) {
            return true;
        }
        thread = null;
        return false;
    }

    @Override
    CallStack withSite(List<StackFrame> innermostFirst) {
        return PythonStack.withSite(innermostFirst);
    }
}
