package dev.rollcall.analyzer.input.console;

import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.text.MemoryBudget;
import dev.rollcall.analyzer.input.text.TextLine;
import dev.rollcall.analyzer.model.CallStack;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What PyTorch's watchdog, Python and torchrun write when a job hangs or ends, in the lines of one job or of some of its ranks. Not
 * thread-safe.
 */
final class ConsoleStream {
    /** What Python writes before a traceback that ended a thread, a child process, a finalizer or a message, and not the process. */
    private static final Pattern ELSEWHERE =
            Pattern.compile("Exception in thread .*|Process \\S+:|Exception ignored in.*|--- Logging error ---");

    /** Where the traceback of another rank stands in the message of an exception, its rank follows. */
    private static final Pattern QUOTED_TRACEBACK = Pattern.compile(Pattern.quote(Traceback.BEGINNING) + ":?+\\s*+\\S");

    private static final long SAMPLE_MEMORY = 1 << 20;

    private static final Pattern RANK_PREFIX = Pattern.compile("\\[rank(\\d{1,7})\\]:\\s?");
    private static final Pattern OWN_RANK = Pattern.compile("\\[Rank (\\d{1,7})\\]");
    /** Behind a launcher's prefix of the same form, PyTorch's own one. */
    private static final Pattern RANK_TWICE = Pattern.compile("\\brank (\\d+), rank \\1\\b");

    private static final Pattern CUT_WORD = Pattern.compile("(?<!\\w)\\w++$");
    /** A message of c10 within the text of another one, in quotation marks that begin no value of JSON or logfmt. */
    private static final Pattern QUOTED = Pattern.compile(
            "(?<!\":|\": |=)[\"'`](?:\\[rank\\d{1,7}\\]:\\s?)?\\[(?:[EWIF](?:\\d{3,4})? |Rank \\d{1,7}\\]|PG )");

    /** A rank that others name, by its number among all ranks (PyTorch's {@code ProcessGroupNCCL::heartbeatMonitor}). */
    private static final Pattern SIGNALLER =
            Pattern.compile("Received a dump signal due to a collective timeout from {1,2}rank (\\d{1,7})\\b");

    /** A block that gets no line for so long was cut off. */
    private static final int MOST_OTHER_LINES = 4096;

    /** One can be a traceback's last: where a part of a sample begins within it, that line looks like the program's. */
    private static final int FEWEST_PROGRAM_LINES = 2;

    /** Faults of the process itself. An abort is none: a watchdog aborts, too. */
    private static final Pattern FATAL_ERROR = Pattern.compile(
            "^Fatal Python error: (Segmentation fault|Bus error|Illegal instruction|Floating[- ]point exception)");

    private static final Set<MessageKind> NONE = Collections.unmodifiableSet(EnumSet.noneOf(MessageKind.class));

    private final RayWorkers rayWorkers = new RayWorkers();
    private final Console console;
    private final boolean ranksBeforeAllLines;
    private final OpenTracebacks tracebacks;
    private int programLinesWithRank;

    private FailedCallStack stack;
    private int stackRank;
    private DesyncReport desync;
    private int desyncRank;
    private FailureSummary summary;
    private int otherLines;

    /**
     * Makes an empty stream.
     *
     * @param budget how much it may keep
     * @param ranksBeforeAllLines whether {@code [rank3]:} stands before what programs print
     */
    ConsoleStream(MemoryBudget budget, boolean ranksBeforeAllLines) {
        this.console = new Console(budget);
        this.tracebacks = new OpenTracebacks(console, budget);
        this.ranksBeforeAllLines = ranksBeforeAllLines;
    }

    /**
     * Returns whether {@code [rank3]:} stands before what programs print, so that it is a launcher's or a logger's.
     *
     * @param sample some lines of the file
     */
    static boolean showsRanksBeforeAllLines(List<TextLine> sample) {
        ConsoleStream trial = new ConsoleStream(new MemoryBudget(SAMPLE_MEMORY), false);
        for (TextLine line : sample) {
            trial.add(line, true);
            if (trial.programLinesWithRank == FEWEST_PROGRAM_LINES) {
                return true;
            }
        }
        return false;
    }

    /** Notes who writes, in any line. */
    void writesLines(TextLine line) {
        console.addSampled(line.rank(), line.writer());
    }

    /**
     * Adds a line.
     *
     * @param withWord whether it has one of the words; others only go on with what was begun
     * @return whether the next line is wanted, whatever is in it
     */
    boolean add(TextLine line, boolean withWord) {
        // The number at the end of a line that is cut off may lack digits.
        String text = line.whole() ? line.text() : CUT_WORD.matcher(line.text()).replaceFirst("");
        int rank = line.rank() < 0 ? rayWorkers.rank(line.writer()) : line.rank();
        if (text.startsWith("[rank")) {
            Matcher prefix = RANK_PREFIX.matcher(text);
            if (prefix.lookingAt()) {
                rank = Integer.parseInt(prefix.group(1));
                text = text.substring(prefix.end());
            }
        }
        Set<MessageKind> kinds = withWord ? MessageKind.in(text) : NONE;
        boolean message = MessageTime.isMessage(text);
        boolean beginsTraceback = kinds.contains(MessageKind.TRACEBACK)
                && !QUOTED_TRACEBACK.matcher(text).find();
        OpenTracebacks.Writer writer = new OpenTracebacks.Writer(rank, rank < 0 ? line.writer() : "");
        console.writers.add(rank, line.writer());
        boolean fed = !message && goOn(writer, text);
        otherLines = fed ? 0 : otherLines + 1;
        if (!fed) {
            tracebacks.addOtherLine();
        }
        if (otherLines > MOST_OTHER_LINES) {
            endBlocks();
        }
        boolean elsewhereEnds = (text.startsWith("Exception ") || text.startsWith("Process ") || text.startsWith("---"))
                && ELSEWHERE.matcher(text).matches();
        if (!fed && !elsewhereEnds && !message && !beginsTraceback) {
            programLine(line, rank, text);
        }
        if (elsewhereEnds) {
            tracebacks.endsElsewhere(writer);
        }
        if (withWord) {
            if (kinds.contains(MessageKind.RAY_WORKERS)) {
                rayWorkers.add(text);
            }
            if (line.alikeLeftOut()) {
                console.linesLeftOut();
            }
            if (kinds.contains(MessageKind.CHAINED_TRACEBACK)) {
                console.exceptions.chained(rank);
            }
            if (beginsTraceback && summary == null) {
                tracebacks.begin(writer, isByHook(line), line.time());
            }
            beginBlock(kinds, rank, text);
            messages(kinds, rank, text, message, line);
        }
        boolean awaitsMore = console.exceptions.awaitMoreAfterLine();
        return !tracebacks.isEmpty() || stack != null || desync != null || summary != null || awaitsMore;
    }

    /** Adds a line that can be the program's. */
    private void programLine(TextLine line, int rank, String text) {
        boolean counted = line.ownRank() && programLinesWithRank < FEWEST_PROGRAM_LINES;
        if (!counted && !console.exceptions.awaitLine(rank)) {
            return;
        }
        ProgressBar bar = ProgressBar.in(text);
        boolean ofExit = bar == null ? ProgramLine.isOfExit(text) : !console.exceptions.moves(rank, bar);
        programLinesWithRank += line.ownRank() && (bar != null || !ofExit) ? 1 : 0;
        if (!ofExit) {
            console.exceptions.goesOn(rank, line.ownRank());
        }
    }

    /** Adds a line to the blocks that it can belong to. Returns whether it belongs to one. */
    private boolean goOn(OpenTracebacks.Writer writer, String text) {
        boolean fed = tracebacks.add(writer, text);
        int rank = writer.rank();
        if (stack != null && (rank < 0 || rank == stackRank)) {
            if (stack.add(text)) {
                fed = true;
                console.stack(stackRank, stack);
            } else if (!stack.isEmpty()) {
                stack = null;
            }
        }
        if (desync != null && (rank < 0 || rank == desyncRank)) {
            fed = true;
            if (!desync.add(text)) {
                endDesync();
            }
        }
        if (summary != null && rank < 0) {
            fed = true;
            if (!summary.add(text)) {
                endSummary();
            }
        }
        return fed;
    }

    /** Returns whether PyTorch's hook for uncaught exceptions put the rank before a line. */
    private boolean isByHook(TextLine line) {
        return line.ownRank()
                && (!ranksBeforeAllLines || RANK_TWICE.matcher(line.writer()).find());
    }

    private void beginBlock(Set<MessageKind> kinds, int rank, String text) {
        if (kinds.contains(MessageKind.FAILED_CALL_STACK)) {
            int owner = owner(rank, text);
            // Frames have no prefix: of two stacks that begin at once, neither is known to go on.
            stack = stack != null && stack.isEmpty() && stackRank != owner ? null : new FailedCallStack();
            stackRank = owner;
        }
        if (kinds.contains(MessageKind.DESYNC)) {
            endDesync();
            desync = new DesyncReport();
            desyncRank = rank;
            if (!desync.add(text)) {
                endDesync();
            }
        }
        if (kinds.contains(MessageKind.FAILURE_SUMMARY)
                && rank < 0
                && FailureSummary.BEGINNINGS.stream().anyMatch(text::startsWith)) {
            summary = summary == null ? new FailureSummary() : summary;
        }
    }

    /** Adds what a line says by itself. */
    private void messages(Set<MessageKind> kinds, int rank, String text, boolean message, TextLine line) {
        boolean begins = AttemptBeginning.isIn(text, kinds, rank);
        if (begins) {
            endBlocks();
            console.restarted();
        }
        console.launcher(kinds, rank, text, line.host(), line.time(), tracebacks::showOwnReason);
        if (begins) {
            return;
        }
        if (message) {
            // With its time, to the nanosecond, and without what launchers put before it.
            console.mark(owner(rank, text), text.hashCode() * 31L + text.length());
        }
        statements(kinds, rank, text, line.time());
    }

    private void statements(Set<MessageKind> kinds, int rank, String text, long prefixTime) {
        TimedOutCall call = kinds.contains(MessageKind.TIMEOUT) ? TimedOutCall.in(text) : null;
        boolean counts = kinds.contains(MessageKind.COUNTERS);
        CollectiveFingerprint fingerprint =
                kinds.contains(MessageKind.FINGERPRINT) ? CollectiveFingerprint.in(text) : null;
        boolean fatal = kinds.contains(MessageKind.CUDA_ERROR);
        Matcher fault = kinds.contains(MessageKind.FATAL_ERROR) ? FATAL_ERROR.matcher(text) : null;
        if (fault != null && fault.lookingAt() && !console.endsAlready(rank)) {
            // It can be of a child process, such as one that loads data.
            console.exceptions.add(
                    rank, fault.group(1), "", CallStack.UNKNOWN, false, console.watchdogs.moment(prefixTime));
        }
        List<BarrierMessage> barriers = kinds.contains(MessageKind.BARRIER) ? BarrierMessage.in(text) : List.of();
        boolean any = call != null || counts || fingerprint != null || fatal || !barriers.isEmpty();
        if (!any || QUOTED.matcher(text).find()) {
            return;
        }
        Matcher signaller = SIGNALLER.matcher(text);
        if (counts && signaller.find()) {
            console.mention(Integer.parseInt(signaller.group(1)));
        }
        GroupCounters counters = counts ? GroupCounters.in(text) : null;
        if (call != null || counters != null) {
            console.watchdog(owner(rank, text), GroupName.in(text), call, counters, MessageTime.of(text, prefixTime));
        }
        if (fingerprint != null) {
            console.fingerprint(rank, fingerprint);
        }
        if (fatal) {
            cudaError(owner(rank, text), text, prefixTime);
        }
        barriers.forEach(barrier -> console.barrier(rank, barrier));
    }

    private void cudaError(int owner, String text, long time) {
        String beginning = MessageKind.CUDA_ERROR.word();
        if (!console.endsAlready(owner)) {
            console.exceptions.add(
                    owner,
                    "CUDA error",
                    text.substring(text.indexOf(beginning) + beginning.length()),
                    CallStack.UNKNOWN,
                    true,
                    console.watchdogs.moment(time));
        }
    }

    /** Returns the rank that wrote a message: that of its prefix, else the one that it calls itself in the group of all ranks. */
    private static int owner(int rank, String text) {
        if (rank >= 0) {
            return rank;
        }
        GroupName.Member group = GroupName.in(text);
        if (group != null) {
            return group.group().equals(GroupName.WORLD) ? group.rank() : -1;
        }
        Matcher own = OWN_RANK.matcher(text);
        return own.find() ? Integer.parseInt(own.group(1)) : -1;
    }

    private void endDesync() {
        if (desync != null) {
            console.desync(desync);
        }
        desync = null;
    }

    private void endSummary() {
        summary.failures().forEach(console::failure);
        summary = null;
    }

    private void endBlocks() {
        tracebacks.endAll();
        stack = null;
        endDesync();
        if (summary != null) {
            endSummary();
        }
        otherLines = 0;
    }

    /** Returns the ranks that wrote lines in the last attempt. */
    BitSet writers() {
        return console.writers.ranks();
    }

    /**
     * Returns the ranks of which anything is known.
     *
     * @param host the host, pod or container whose lines these are; empty for all lines of the file
     * @throws IOException if all that is known is that a process was killed, or that the job was ended, and nothing of a rank
     */
    List<ProcessSource> sources(Path file, String host) throws IOException {
        endBlocks();
        return console.sources(file, host);
    }
}
