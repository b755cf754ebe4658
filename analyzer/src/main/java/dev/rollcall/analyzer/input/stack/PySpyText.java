package dev.rollcall.analyzer.input.stack;

import dev.rollcall.analyzer.input.text.MemoryBudget;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.StackFrame;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of {@code py-spy dump} (py-spy's {@code src/dump.rs}):
 *
 * <pre>
 *   Process 4002: python train.py
 *   Python v3.11.7 (/usr/bin/python3.11)
 *
 *   Thread 4002 (idle): "MainThread"
 *       wait (threading.py:320)
 *           Arguments:
 *               self: &lt;Condition at 0x7f&gt;
 *       main (train.py:12)
 * </pre>
 */
final class PySpyText extends StackReading {
    static final List<String> WORDS = List.of("Process ", " (active", " (idle)");

    private static final Pattern PROCESS = Pattern.compile("\\s*Process (\\d{1,18}): (.*)");
    private static final Pattern THREAD =
            Pattern.compile("\\s*Thread (0x[0-9a-fA-F]{1,16}|\\d{1,18})(?: \\(([a-z+]*)\\))?(?:: \"(.*)\")?");
    private static final Pattern FRAME = Pattern.compile("(\\S.*) \\(([^()]*)\\)");
    private static final Pattern LINE = Pattern.compile("(.+):(\\d{1,9})");
    /** Frames are indented by four blanks, arguments and local variables by eight or more. */
    private static final int DEEPEST_FRAME = 7;

    PySpyText(MemoryBudget budget) {
        super(budget);
    }

    @Override
    boolean add(String line) {
        Matcher process = PROCESS.matcher(line);
        if (process.matches()) {
            begin(new DumpedProcess(Long.parseLong(process.group(1)), process.group(2)));
            return true;
        }
        Matcher header = THREAD.matcher(line);
        if (header.matches() && (header.group(2) != null || header.group(3) != null)) {
            begin(header);
            return true;
        }
        if (thread == null) {
            // The version, the parent process and an empty line follow the first line.
            return reading() && (line.isBlank() || line.startsWith("Python v") || line.startsWith("Parent Process"));
        }
        int indent = line.length() - line.stripLeading().length();
        if (line.isBlank()) {
            thread = null;
            return true;
        }
        if (indent > DEEPEST_FRAME) {
            return true;
        }
        Matcher frame = FRAME.matcher(line.strip());
        if (frame.matches()) {
            addFrame(frame(frame.group(1), frame.group(2)));
            return true;
        }
        thread = null;
        return false;
    }

    private void begin(Matcher header) {
        if (current().hasThread(header.group(1))) {
            begin(new DumpedProcess(current().pid, current().commandLine));
        }
        String name = header.group(3) == null ? "" : header.group(3);
        thread = current().add(new DumpedThread(header.group(1), name, header.group(2) == null ? "" : header.group(2)));
        thread.main = name.equals("MainThread") || header.group(1).equals(String.valueOf(current().pid));
    }

    private static StackFrame frame(String method, String place) {
        Matcher line = LINE.matcher(place);
        return line.matches()
                ? new StackFrame("", method, line.group(1), Integer.parseInt(line.group(2)))
                : new StackFrame("", method, place, 0);
    }

    @Override
    CallStack withSite(List<StackFrame> innermostFirst) {
        return PythonStack.withSite(innermostFirst);
    }
}
