package dev.rollcall.analyzer.input.stack;

import dev.rollcall.analyzer.input.text.MemoryBudget;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.StackFrame;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of GDB's {@code thread apply all bt} and of {@code pstack}; without threads that of {@code bt}:
 *
 * <pre>
 *   Thread 2 (Thread 0x7f3c12345700 (LWP 4013) "pt_nccl_watchdg"):
 *   #0  0x00007f3c2d0e4a35 in pthread_cond_timedwait () from /lib64/libpthread.so.0
 *   #1  main (argc=1, argv=0x7ffd3b0a8b58) at solver.c:52
 * </pre>
 */
final class GdbText extends StackReading {
    static final List<String> WORDS = List.of("(Thread 0x", "Thread 1 (", "#0  0x0000");

    private static final Pattern THREAD = Pattern.compile(
            "Thread (\\d{1,9}) \\((?:Thread 0x[0-9a-fA-F]{1,16} )?\\(?(?:LWP|process) (\\d{1,18})\\)?(?: \"([^\"]*)\")?[^\"]*");
    private static final Pattern NUMBER = Pattern.compile("#(\\d{1,9})\\s+(?:0x[0-9a-fA-F]{1,16} in )?(.*)");
    private static final Pattern PLACE = Pattern.compile(" at ([^ ]+?)(?::(\\d{1,9}))?$");
    private static final Pattern FROM = Pattern.compile(" from ([^ ]+)$");

    private int lastThread;
    private String frameText = "";

    GdbText(MemoryBudget budget) {
        super(budget);
    }

    @Override
    boolean add(String line) {
        String text = line.strip();
        Matcher header = THREAD.matcher(text);
        if (header.matches()) {
            begin(header);
            return true;
        }
        Matcher number = NUMBER.matcher(text);
        if (number.matches()) {
            if (number.group(1).equals("0") && (thread == null || !thread.frames.isEmpty())) {
                // The stack of a single thread has no header.
                begin(new DumpedProcess(-1, ""));
                thread = current().add(new DumpedThread("", "", ""));
                thread.main = true;
                lastThread = 0;
            }
            if (thread == null) {
                return false;
            }
            frameText = number.group(2);
            addFrame(frame(frameText));
            return true;
        }
        if (thread != null && !thread.frames.isEmpty() && continuesFrame(text)) {
            frameText = frameText + " " + text;
            thread.replaceLast(frame(frameText));
            return true;
        }
        boolean before = thread != null && thread.frames.isEmpty() && text.isEmpty();
        if (!before) {
            thread = null;
        }
        return before;
    }

    /** Threads are listed from the newest to the first one, whose number in the system is that of the process. */
    private void begin(Matcher header) {
        int number = Integer.parseInt(header.group(1));
        if (!reading() || number >= lastThread) {
            begin(new DumpedProcess(-1, ""));
        }
        lastThread = number;
        String name = header.group(3) == null ? "" : header.group(3);
        thread = current().add(new DumpedThread(header.group(2), name, ""));
        if (number == 1) {
            thread.main = true;
            current().pid = Long.parseLong(header.group(2));
        }
    }

    private static boolean continuesFrame(String text) {
        return text.startsWith("at ") || text.startsWith("from ");
    }

    private static StackFrame frame(String text) {
        Matcher place = PLACE.matcher(text);
        if (place.find()) {
            int line = place.group(2) == null ? 0 : Integer.parseInt(place.group(2));
            return new StackFrame("", function(text.substring(0, place.start())), place.group(1), line);
        }
        Matcher from = FROM.matcher(text);
        return from.find()
                ? new StackFrame("", function(text.substring(0, from.start())), from.group(1), 0)
                : new StackFrame("", function(text), "", 0);
    }

    /** Returns the name of a function without its arguments: up to the first parenthesis outside of template arguments. */
    private static String function(String text) {
        int depth = 0;
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            depth += letter == '<' ? 1 : letter == '>' ? -1 : 0;
            if (letter == '(' && depth <= 0 && i > 1 && text.charAt(i - 1) == ' ') {
                return text.substring(0, i - 1);
            }
        }
        return text.strip();
    }

    @Override
    CallStack withSite(List<StackFrame> innermostFirst) {
        return NativeStack.withSite(innermostFirst);
    }
}
