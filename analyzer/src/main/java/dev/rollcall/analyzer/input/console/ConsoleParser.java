package dev.rollcall.analyzer.input.console;

import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.text.MemoryBudget;
import dev.rollcall.analyzer.input.text.TextLine;
import dev.rollcall.analyzer.input.text.TextParser;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.PeerLoss;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds what PyTorch's watchdog, Python and torchrun write when a job hangs or ends, in one stream of all ranks or in a file of one
 * rank. Not thread-safe.
 */
public final class ConsoleParser implements TextParser {
    private static final String TIMEOUT = "Watchdog caught collective operation timeout";
    private static final String CUDA_ERROR = "terminated with exception: CUDA error: ";
    private static final String BARRIER = " monitoredBarrier";
    private static final String MISMATCH = "Detected mismatch between collectives";
    private static final String RESTART = "will restart worker group";
    private static final String ALIKE_LEFT_OUT = "x across cluster]";
    private static final String RESTARTED = "restart_count=";
    private static final String STARTED = "Setting OMP_NUM_THREADS environment variable for each process";
    /** What Python writes before the traceback of an exception that ended a thread, and not the process. */
    private static final String IN_THREAD = "Exception in thread ";

    private static final Pattern RANK_PREFIX = Pattern.compile("\\[rank(\\d{1,7})\\]:\\s?");
    private static final Pattern OWN_RANK = Pattern.compile("\\[Rank (\\d{1,7})\\]");
    private static final Pattern CUT_WORD = Pattern.compile("(?<!\\w)\\w++$");
    private static final Pattern REACHED = Pattern.compile("\\bRank (\\d{1,7}) successfully reached monitoredBarrier");
    private static final Pattern FAILED_TO_PASS =
            Pattern.compile("\\[Rank (\\d{1,7})\\]: Ranks? (\\d{1,7}(?:, \\d{1,7})*+) failed to pass monitoredBarrier");
    /** How an attempt begins: torchelastic counts them from 0, and torchrun warns before the first one of each of its runs. */
    private static final Pattern BEGINNING_OF_ATTEMPT = Pattern.compile(RESTARTED + "\\d|" + STARTED);

    /** A block that gets no line for so long was cut off. */
    private static final int MOST_OTHER_LINES = 4096;

    private final Console console;
    private final Map<Writer, Traceback> tracebacks = new LinkedHashMap<>();
    /** What the tracebacks that ranks write at once take in memory, and the most that they may take. */
    private long openBytes;

    private final long mostOpenBytes;
    /** Who wrote that a thread ended, and not yet how. */
    private Writer inThread;

    private FailedCallStack stack;
    private int stackRank;
    private DesyncReport desync;
    private int desyncRank;
    private FailureSummary summary;
    private int otherLines;

    /** Who wrote a line: a rank or, where none is shown, what the launcher's prefix says of the process. */
    private record Writer(int rank, String name) {}

    /** Makes a parser for one file that keeps as much as the budget allows. */
    public ConsoleParser(MemoryBudget budget) {
        console = new Console(budget);
        mostOpenBytes = budget.forOpenParts();
    }

    @Override
    public List<String> words() {
        List<String> words = new ArrayList<>(List.of(
                TIMEOUT,
                "ast enqueued ",
                CUDA_ERROR,
                BARRIER,
                MISMATCH,
                RESTART,
                RESTARTED,
                STARTED,
                IN_THREAD,
                FailedCallStack.BEGINNING,
                Traceback.BEGINNING,
                Traceback.CHAINED,
                ElasticReport.CLOSING,
                ElasticReport.FAILED));
        words.addAll(DesyncReport.BEGINNINGS);
        words.addAll(FailureSummary.BEGINNINGS);
        words.addAll(LauncherKills.WORDS);
        words.add(ALIKE_LEFT_OUT);
        return words;
    }

    @Override
    public boolean add(TextLine line) {
        return add(line, true);
    }

    @Override
    public boolean addNext(TextLine line) {
        return add(line, false);
    }

    private boolean add(TextLine line, boolean withWord) {
        // The number at the end of a line that is cut off may lack digits.
        String text = line.whole() ? line.text() : CUT_WORD.matcher(line.text()).replaceFirst("");
        int rank = line.rank();
        Matcher prefix = RANK_PREFIX.matcher(text);
        if (prefix.lookingAt()) {
            rank = Integer.parseInt(prefix.group(1));
            text = text.substring(prefix.end());
        }
        Writer writer = new Writer(rank, rank < 0 ? line.writer() : "");
        console.wrote(rank, line.writer());
        boolean fed = !MessageTime.isMessage(text) && goOn(writer, text);
        otherLines = fed ? 0 : otherLines + 1;
        if (otherLines > MOST_OTHER_LINES) {
            endBlocks();
        }
        if (withWord) {
            addBeginning(writer, text, line);
        }
        return !tracebacks.isEmpty() || stack != null || desync != null || summary != null;
    }

    /** Adds a line that can be a message, or begin a block. */
    private void addBeginning(Writer writer, String text, TextLine line) {
        int rank = writer.rank;
        if (line.alikeLeftOut()) {
            console.linesLeftOut();
        }
        if (text.contains(Traceback.CHAINED)) {
            console.chained(rank);
        }
        if (text.startsWith(IN_THREAD)) {
            inThread = writer;
        }
        begin(writer, text, line.ownRank());
        messages(rank, text, MessageTime.of(text, line.time()));
    }

    /** Adds a line to the blocks that it can belong to. Returns whether it belongs to one. */
    private boolean goOn(Writer writer, String text) {
        boolean fed = false;
        int rank = writer.rank;
        Traceback traceback = tracebacks.get(writer);
        if (traceback != null) {
            fed = true;
            openBytes -= traceback.bytes();
            boolean goesOn = traceback.add(text);
            openBytes += traceback.bytes();
            if (!goesOn) {
                end(writer);
            }
            leaveOutOldest();
        }
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

    private void begin(Writer writer, String text, boolean ownRank) {
        int rank = writer.rank;
        if (text.contains(Traceback.BEGINNING) && summary == null) {
            end(writer);
            if (console.allows(rank)) {
                boolean ofThread = writer.equals(inThread);
                Traceback traceback = new Traceback(console.endsAlready(rank), ownRank && !ofThread);
                tracebacks.put(writer, traceback);
                openBytes += traceback.bytes();
                leaveOutOldest();
            }
            inThread = null;
        }
        if (text.contains(FailedCallStack.BEGINNING)) {
            int owner = owner(rank, text);
            // Frames have no prefix: of two stacks that begin at once, neither is known to go on.
            stack = stack != null && stack.isEmpty() && stackRank != owner ? null : new FailedCallStack();
            stackRank = owner;
        }
        if (DesyncReport.BEGINNINGS.stream().anyMatch(text::contains)) {
            endDesync();
            desync = new DesyncReport();
            desyncRank = rank;
            if (!desync.add(text)) {
                endDesync();
            }
        }
        if (rank < 0 && FailureSummary.BEGINNINGS.stream().anyMatch(text::startsWith)) {
            summary = summary == null ? new FailureSummary() : summary;
        }
    }

    private void messages(int rank, String text, long time) {
        console.launcher(text, this::raisesOwnException);
        if (text.contains(RESTART) || BEGINNING_OF_ATTEMPT.matcher(text).find()) {
            endBlocks();
            console.restarted();
            return;
        }
        if (MessageTime.isMessage(text)) {
            // With its time, to the nanosecond, and without what launchers put before it.
            console.mark(owner(rank, text), text.hashCode() * 31L + text.length());
        }
        GroupName.Member group = GroupName.in(text);
        TimedOutCall call = TimedOutCall.in(text);
        GroupCounters counters = GroupCounters.in(text);
        CollectiveFingerprint fingerprint = CollectiveFingerprint.in(text);
        if (call != null || counters != null) {
            console.watchdog(owner(rank, text), group, call, counters, time);
        }
        if (fingerprint != null) {
            console.fingerprint(rank, fingerprint);
        }
        int fatal = text.indexOf(CUDA_ERROR);
        if (fatal >= 0) {
            int owner = owner(rank, text);
            if (!console.endsAlready(owner)) {
                console.exception(
                        owner, "CUDA error", text.substring(fatal + CUDA_ERROR.length()), CallStack.UNKNOWN, true);
            }
        }
        if (text.contains(BARRIER)) {
            barrier(rank, text);
        }
    }

    /** Returns whether a rank writes a traceback that can show another reason than the loss of a peer. */
    private boolean raisesOwnException() {
        return tracebacks.values().stream()
                .anyMatch(traceback -> !traceback.complete() || !PeerLoss.anyOf(traceback.message()));
    }

    private void barrier(int rank, String text) {
        Matcher reached = REACHED.matcher(text);
        if (reached.find()) {
            console.arrivedAtBarrier(rank, Integer.parseInt(reached.group(1)));
        }
        Matcher failed = FAILED_TO_PASS.matcher(text);
        if (failed.find()) {
            int reporter = Integer.parseInt(failed.group(1));
            console.arrivedAtBarrier(rank, reporter);
            if (rank < 0 || rank == reporter) {
                console.missedBarrier(Arrays.stream(failed.group(2).split(", "))
                        .map(Integer::valueOf)
                        .toList());
            }
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

    private void end(Writer writer) {
        Traceback traceback = tracebacks.remove(writer);
        if (traceback == null) {
            return;
        }
        openBytes -= traceback.bytes();
        if (traceback.complete()) {
            console.traceback(writer.rank, traceback);
        }
    }

    /** Ends the oldest tracebacks if no more can be kept of all. */
    private void leaveOutOldest() {
        while (openBytes > mostOpenBytes) {
            Writer oldest = tracebacks.keySet().iterator().next();
            if (!tracebacks.get(oldest).complete()) {
                console.leftOutTraceback(oldest.rank);
            }
            end(oldest);
        }
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
        List.copyOf(tracebacks.keySet()).forEach(this::end);
        stack = null;
        endDesync();
        if (summary != null) {
            endSummary();
        }
        otherLines = 0;
    }

    @Override
    public List<ProcessSource> sources(Path file, boolean cutOff) {
        endBlocks();
        return console.sources(file);
    }
}
