package dev.rollcall.analyzer.input.console;

import dev.rollcall.analyzer.input.PythonFiles;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.StackFrame;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One traceback of Python, line by line: frames from the outermost to the innermost, then the exception and its message. Lines of
 * other processes must be left out. Not thread-safe.
 */
final class Traceback {
    /** The line with which a traceback begins. */
    static final String BEGINNING = "Traceback (most recent call last)";

    /** What stands between the tracebacks of an exception and of another one that followed from it. */
    static final String CHAINED = "above exception";

    private static final Pattern FRAME =
            Pattern.compile("^\\s*File \"([^\"]{1,1000})\", line (\\d{1,9}), in (.{1,200})$");
    private static final String FRAME_BEGINNING = "File \"";
    private static final Pattern EXCEPTION = Pattern.compile(
            "^((?:\\w{1,80}\\.){0,12}[A-Z]\\w{0,80})(?:(?<=Error|Exception|Interrupt|Exit)|:(?: (.*))?)$");

    /** Recursion makes longer stacks; the innermost frames say where the exception was raised. */
    private static final int MOST_FRAMES = 128;

    private static final int MOST_LINES = 2 * 3 * MOST_FRAMES;
    private static final int MOST_MESSAGE_LINES = 12;
    private static final int LONGEST_MESSAGE = 2000;
    private static final int MOST_CHARACTERS = 1 << 14;

    /** What a traceback without frames takes in memory. */
    private static final int BYTES = 400;

    /** What a frame takes beside the name of its file. */
    private static final int BYTES_OF_FRAME = 200;

    private final boolean follows;
    private final boolean uncaught;
    private final Deque<StackFrame> frames = new ArrayDeque<>();
    private int lines;
    private int characters;
    private int messageLines;
    private String type = "";
    private final StringBuilder message = new StringBuilder();

    /**
     * Begins a traceback.
     *
     * @param follows whether something else that went wrong came before it
     * @param uncaught whether PyTorch's hook for uncaught exceptions wrote it
     */
    Traceback(boolean follows, boolean uncaught) {
        this.follows = follows;
        this.uncaught = uncaught;
    }

    /** Returns whether the exception is known to have ended the program. */
    boolean uncaught() {
        return uncaught;
    }

    /** Returns whether something else that went wrong came before it. */
    boolean follows() {
        return follows;
    }

    /** Adds the next line. Returns whether the traceback may go on. */
    boolean add(String line) {
        if (!type.isEmpty()) {
            return addMessage(line);
        }
        Matcher frame = FRAME.matcher(line);
        if (frame.lookingAt()) {
            characters += frame.group(1).length();
            frames.addFirst(
                    new StackFrame("", frame.group(3).strip(), frame.group(1), Integer.parseInt(frame.group(2))));
            while (frames.size() > MOST_FRAMES || characters > MOST_CHARACTERS) {
                characters -= frames.removeLast().file().length();
            }
            return ++lines < MOST_LINES;
        }
        if (line.stripLeading().startsWith(FRAME_BEGINNING)) {
            // Cut off: it is not known where the exception was raised.
            return false;
        }
        if (line.isEmpty() || Character.isWhitespace(line.charAt(0))) {
            return ++lines < MOST_LINES;
        }
        Matcher exception = EXCEPTION.matcher(line);
        if (!exception.matches()) {
            return false;
        }
        type = exception.group(1);
        append(exception.group(2) == null ? "" : exception.group(2));
        return true;
    }

    private boolean addMessage(String line) {
        if (line.contains(BEGINNING) || line.contains(CHAINED)) {
            return false;
        }
        append(" " + line.strip());
        return ++messageLines < MOST_MESSAGE_LINES && message.length() < LONGEST_MESSAGE;
    }

    private void append(String text) {
        message.append(text, 0, Math.min(text.length(), LONGEST_MESSAGE - message.length()));
    }

    /** Returns about how much memory it takes, in bytes. */
    int bytes() {
        return BYTES + characters + BYTES_OF_FRAME * frames.size() + message.length();
    }

    /** Returns whether the line with the exception was there. */
    boolean complete() {
        return !type.isEmpty();
    }

    /** Returns the class of the exception, with its module; empty if the traceback is cut off before. */
    String type() {
        return type;
    }

    /** Returns the message of the exception, its lines joined. */
    String message() {
        return message.toString().strip();
    }

    /**
     * Returns whether c10d raised it in a call of the program: then the message alone shows whether another rank made the call fail.
     */
    boolean raisedByCall() {
        return type.equals("RuntimeError")
                && !frames.isEmpty()
                && frames.peekFirst().file().endsWith("/torch/distributed/distributed_c10d.py");
    }

    /** Returns the stack at which the exception was raised. */
    CallStack stack() {
        List<StackFrame> innermostFirst = new ArrayList<>(frames);
        return innermostFirst.isEmpty()
                ? CallStack.UNKNOWN
                : PythonFiles.stack(Collections.unmodifiableList(innermostFirst));
    }
}
