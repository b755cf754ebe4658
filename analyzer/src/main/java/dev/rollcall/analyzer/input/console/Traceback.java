package dev.rollcall.analyzer.input.console;

import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.PeerLoss;
import dev.rollcall.analyzer.model.PythonFiles;
import dev.rollcall.analyzer.model.StackFrame;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Set;
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

    /** The exception that Ctrl-C raises; it has no message. */
    static final String KEYBOARD = "KeyboardInterrupt";

    private static final Pattern FRAME =
            Pattern.compile("^\\s*File \"([^\"]{1,1000})\", line (\\d{1,9}), in (.{1,200})$");
    private static final String FRAME_BEGINNING = "File \"";
    private static final Pattern EXCEPTION = Pattern.compile(
            "^((?:\\w{1,80}\\.){0,12}[A-Z]\\w{0,80})(?:(?<=Error|Exception|Interrupt|Exit)|:(?: (.*))?)$");

    /** How a logger begins a line, which is no more of the message of an exception. */
    private static final Pattern LOG_LINE = Pattern.compile("\\[?(?:\\d{4}-\\d\\d-\\d\\d[ T]|\\d\\d:\\d\\d:\\d\\d"
            + "|(?:DEBUG|INFO|WARN|WARNING|ERROR|CRITICAL)(?=[\\]: |])|[EWIF]\\d{3,4} \\d\\d:).*");

    /** The outermost function of a program: what an exception passes last that nothing catches (CPython's {@code runpy.py}). */
    private static final Set<String> OF_PROGRAM_START = Set.of("<module>", "_run_module_as_main");

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
    private final boolean ofProgram;
    private final boolean uncaught;
    private final Moment moment;
    private final Deque<StackFrame> frames = new ArrayDeque<>();
    private int lines;
    private int characters;
    /** Whether the outermost frame is where a program starts. */
    private boolean fromStart;

    private String type = "";
    private final List<String> message = new ArrayList<>();
    private int messageLength;
    private int messageLines;
    private boolean closed;
    /** How many other lines the file had up to the last line of this traceback. */
    private long otherLines;

    /**
     * Begins a traceback.
     *
     * @param follows whether something else that went wrong came before it
     * @param ofProgram whether it is not known to be of a thread, a child process or a finalizer
     * @param uncaught whether PyTorch's hook for uncaught exceptions wrote it
     * @param moment when it was written
     */
    Traceback(boolean follows, boolean ofProgram, boolean uncaught, Moment moment) {
        this.follows = follows;
        this.ofProgram = ofProgram;
        this.uncaught = uncaught;
        this.moment = moment;
    }

    /** Returns whether it is not known to be of a thread, a child process or a finalizer. */
    boolean ofProgram() {
        return ofProgram;
    }

    /** Returns when it was written. */
    Moment moment() {
        return moment;
    }

    /**
     * Returns whether the exception is known to have ended the program. Python adds a frame for each function that an exception
     * leaves, so a traceback that begins in a function shows that the function caught the exception, and logged it. A rank that lost a
     * peer is blamed for nothing, so that for it a traceback will do of which somebody cut the beginning off.
     */
    boolean uncaught() {
        return uncaught && (fromStart || PeerLoss.anyOf(message()));
    }

    /** Returns whether something else that went wrong came before it. */
    boolean follows() {
        return follows;
    }

    /** Returns whether it takes no more lines. */
    boolean closed() {
        return closed;
    }

    /**
     * Adds the next line. Returns whether it belongs to the traceback.
     *
     * @param others how many lines of the file belonged to no traceback
     */
    boolean add(String line, long others) {
        boolean adjacent = others == otherLines;
        otherLines = others;
        if (!type.isEmpty()) {
            return addMessage(line, adjacent);
        }
        Matcher frame = FRAME.matcher(line);
        if (frame.lookingAt()) {
            if (lines == 0) {
                fromStart = OF_PROGRAM_START.contains(frame.group(3).strip());
            }
            characters += frame.group(1).length();
            frames.addFirst(
                    new StackFrame("", frame.group(3).strip(), frame.group(1), Integer.parseInt(frame.group(2))));
            while (frames.size() > MOST_FRAMES || characters > MOST_CHARACTERS) {
                characters -= frames.removeLast().file().length();
            }
            closed = ++lines >= MOST_LINES;
            return true;
        }
        if (line.stripLeading().startsWith(FRAME_BEGINNING)) {
            // Cut off: it is not known where the exception was raised.
            closed = true;
            return true;
        }
        if (line.isEmpty() || Character.isWhitespace(line.charAt(0))) {
            closed = ++lines >= MOST_LINES;
            return true;
        }
        Matcher exception = EXCEPTION.matcher(line);
        if (!exception.matches()) {
            closed = true;
            return false;
        }
        type = exception.group(1);
        append(exception.group(2) == null ? "" : exception.group(2));
        closed = type.equals(KEYBOARD);
        return true;
    }

    private boolean addMessage(String line, boolean adjacent) {
        closed = line.contains(BEGINNING)
                || line.contains(CHAINED)
                || LOG_LINE.matcher(line).matches()
                || ++messageLines > MOST_MESSAGE_LINES
                // A message is written at once, so another process's line hardly comes between.
                || !adjacent && !ProgramLine.isOfExit(line) && !PeerLoss.anyOf(line);
        if (!closed) {
            append(line.strip());
        }
        return !closed;
    }

    private void append(String line) {
        if (messageLength < LONGEST_MESSAGE) {
            String kept = line.substring(0, Math.min(line.length(), LONGEST_MESSAGE - messageLength));
            messageLength += kept.length() + 1;
            message.add(kept);
        }
    }

    /** Returns about how much memory it takes, in bytes. */
    int bytes() {
        return BYTES + characters + BYTES_OF_FRAME * frames.size() + messageLength;
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
        return String.join(" ", message).strip();
    }

    /** Returns the line of the message that says what happened: the first one, or one that reports the loss of a peer. */
    String mainMessage() {
        int first = message.get(0).isEmpty() && message.size() > 1 ? 1 : 0;
        return message.stream().filter(PeerLoss::anyOf).findFirst().orElse(message.get(first));
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
