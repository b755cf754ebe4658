package dev.rollcall.analyzer.input.console;

import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.text.MemoryBudget;
import dev.rollcall.analyzer.input.text.TextLine;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.PeerLoss;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What PyTorch's watchdog, Python and torchrun write when a job hangs or ends, in the lines of one job or of some of its ranks. Not
 * thread-safe.
 */
final class ConsoleStream {
    private static final String TIMEOUT = "Watchdog caught collective operation timeout";
    private static final String CUDA_ERROR = "terminated with exception: CUDA error: ";
    private static final String BARRIER = " monitoredBarrier";
    private static final String MISMATCH = "Detected mismatch between collectives";
    private static final String ALIKE_LEFT_OUT = "x across cluster]";
    /** What Python writes before the traceback of an exception that ended a thread, and not the process. */
    private static final String IN_THREAD = "Exception in thread ";
    /** The same of a child process that multiprocessing has named, of a finalizer, and of a message that could not be logged. */
    private static final String IN_CHILD = "Process-";

    private static final String IN_FINALIZER = "Exception ignored in";
    private static final String IN_LOGGING = "--- Logging error ---";
    private static final Pattern ELSEWHERE =
            Pattern.compile(IN_THREAD + ".*|Process \\S+:|" + IN_FINALIZER + ".*|" + IN_LOGGING);

    /** Where the traceback of another rank stands in the message of an exception, its rank follows. */
    private static final Pattern QUOTED_TRACEBACK = Pattern.compile(Pattern.quote(Traceback.BEGINNING) + ":?+\\s*+\\S");

    private static final long SAMPLE_MEMORY = 1 << 20;

    /** Where a part of a sample begins within a traceback, the line with its exception looks like the program's. */
    private static final int MOST_CUT_TRACEBACKS = 1;

    private static final Pattern RANK_PREFIX = Pattern.compile("\\[rank(\\d{1,7})\\]:\\s?");
    private static final Pattern OWN_RANK = Pattern.compile("\\[Rank (\\d{1,7})\\]");
    /** Behind a launcher's prefix of the same form, PyTorch's own one. */
    private static final Pattern RANK_TWICE = Pattern.compile("\\brank (\\d+), rank \\1\\b");

    private static final Pattern CUT_WORD = Pattern.compile("(?<!\\w)\\w++$");
    private static final Pattern REACHED = Pattern.compile("\\bRank (\\d{1,7}) successfully reached monitoredBarrier");
    private static final Pattern FAILED_TO_PASS =
            Pattern.compile("\\[Rank (\\d{1,7})\\]: Ranks? (\\d{1,7}(?:, \\d{1,7})*+) failed to pass monitoredBarrier");
    /** A message of c10 within the text of another one, in quotation marks that begin no value of JSON or logfmt. */
    private static final Pattern QUOTED = Pattern.compile(
            "(?<!\":|\": |=)[\"'`](?:\\[rank\\d{1,7}\\]:\\s?)?\\[(?:[EWIF](?:\\d{3,4})? |Rank \\d{1,7}\\]|PG )");

    /** A rank that others name, by its number among all ranks (PyTorch's {@code ProcessGroupNCCL::heartbeatMonitor}). */
    private static final Pattern SIGNALLER =
            Pattern.compile("Received a dump signal due to a collective timeout from {1,2}rank (\\d{1,7})\\b");

    /** A block that gets no line for so long was cut off. */
    private static final int MOST_OTHER_LINES = 4096;

    /** Lines in which a rank whose exception was read shows that its program goes on; a parser must not want lines for ever. */
    private static final int MOST_LATER_LINES = 1 << 16;

    private final RayWorkers rayWorkers = new RayWorkers();
    private final Console console;
    private final boolean ranksBeforeAllLines;
    private final Map<Writer, Traceback> tracebacks = new LinkedHashMap<>();
    /** What the tracebacks that ranks write at once take in memory, and the most that they may take. */
    private long openBytes;

    private final long mostOpenBytes;
    /** Who wrote that something else than the program ended, and not yet how. */
    private Writer elsewhere;

    private int programLinesWithRank;
    private long linesOfNoTraceback;
    private int laterLines;

    private FailedCallStack stack;
    private int stackRank;
    private DesyncReport desync;
    private int desyncRank;
    private FailureSummary summary;
    private int otherLines;

    /** Who wrote a line: a rank or, where none is shown, what the launcher's prefix says of the process. */
    private record Writer(int rank, String name) {}

    /**
     * Makes an empty stream.
     *
     * @param budget how much it may keep
     * @param ranksBeforeAllLines whether {@code [rank3]:} stands before what programs print
     */
    ConsoleStream(MemoryBudget budget, boolean ranksBeforeAllLines) {
        this.console = new Console(budget);
        this.mostOpenBytes = budget.forOpenParts();
        this.ranksBeforeAllLines = ranksBeforeAllLines;
    }

    /** Returns the words of which each line that begins something has one. */
    static List<String> words() {
        List<String> words = new ArrayList<>(List.of(
                TIMEOUT,
                "ast enqueued ",
                CUDA_ERROR,
                BARRIER,
                MISMATCH,
                IN_THREAD,
                IN_CHILD,
                IN_FINALIZER,
                IN_LOGGING,
                FailedCallStack.BEGINNING,
                Traceback.BEGINNING,
                Traceback.CHAINED,
                ElasticReport.CLOSING,
                ElasticReport.DEATH,
                ElasticReport.FAILED));
        words.addAll(DesyncReport.BEGINNINGS);
        words.addAll(FailureSummary.BEGINNINGS);
        words.addAll(AttemptBeginning.WORDS);
        words.addAll(LauncherKills.WORDS);
        words.addAll(HostKills.WORDS);
        words.addAll(WorldSize.WORDS);
        words.add(RayWorkers.WORD);
        words.add(ALIKE_LEFT_OUT);
        return words;
    }

    /**
     * Returns whether {@code [rank3]:} stands before what programs print, so that it is a launcher's or a logger's.
     *
     * @param sample some lines of the file
     */
    static boolean showsRanksBeforeAllLines(List<TextLine> sample) {
        ConsoleStream trial = new ConsoleStream(new MemoryBudget(SAMPLE_MEMORY), false);
        sample.forEach(line -> trial.add(line, true));
        return trial.programLinesWithRank > MOST_CUT_TRACEBACKS;
    }

    /** Notes who writes, in any line. */
    void writesLines(TextLine line) {
        console.writesLines(line.rank(), line.writer());
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
        rayWorkers.add(text);
        int rank = line.rank() < 0 ? rayWorkers.rank(line.writer()) : line.rank();
        Matcher prefix = RANK_PREFIX.matcher(text);
        if (prefix.lookingAt()) {
            rank = Integer.parseInt(prefix.group(1));
            text = text.substring(prefix.end());
        }
        Writer writer = new Writer(rank, rank < 0 ? line.writer() : "");
        console.wrote(rank, line.writer());
        boolean fed = !MessageTime.isMessage(text) && goOn(writer, text);
        otherLines = fed ? 0 : otherLines + 1;
        linesOfNoTraceback += fed ? 0 : 1;
        if (otherLines > MOST_OTHER_LINES) {
            endBlocks();
        }
        boolean elsewhereEnds = ELSEWHERE.matcher(text).matches();
        if (!fed && !elsewhereEnds && !MessageTime.isMessage(text) && !(withWord && beginsTraceback(text))) {
            programLine(line, rank, text);
        }
        if (elsewhereEnds) {
            elsewhere = writer;
        }
        if (withWord) {
            addBeginning(writer, text, line);
        }
        laterLines++;
        return !tracebacks.isEmpty()
                || stack != null
                || desync != null
                || summary != null
                || console.awaitsLaterLines() && laterLines < MOST_LATER_LINES;
    }

    /** Adds a line that can be a message, or begin a block. */
    private void addBeginning(Writer writer, String text, TextLine line) {
        if (line.alikeLeftOut()) {
            console.linesLeftOut();
        }
        if (text.contains(Traceback.CHAINED)) {
            console.chained(writer.rank);
        }
        begin(writer, text, line);
        messages(writer.rank, text, line);
    }

    private static boolean beginsTraceback(String text) {
        return text.contains(Traceback.BEGINNING)
                && !QUOTED_TRACEBACK.matcher(text).find();
    }

    /** Adds a line that can be the program's. */
    private void programLine(TextLine line, int rank, String text) {
        ProgressBar bar = ProgressBar.in(text);
        boolean ofExit = bar == null ? ProgramLine.isOfExit(text) : !console.moves(rank, bar);
        programLinesWithRank += line.ownRank() && (bar != null || !ofExit) ? 1 : 0;
        if (!ofExit) {
            console.goesOn(rank, line.ownRank());
        }
    }

    /** Adds a line to the blocks that it can belong to. Returns whether it belongs to one. */
    private boolean goOn(Writer writer, String text) {
        boolean fed = false;
        int rank = writer.rank;
        Traceback traceback = tracebacks.get(writer);
        if (traceback != null) {
            openBytes -= traceback.bytes();
            fed = traceback.add(text, linesOfNoTraceback);
            openBytes += traceback.bytes();
            if (traceback.closed()) {
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

    private void begin(Writer writer, String text, TextLine line) {
        int rank = writer.rank;
        if (beginsTraceback(text) && summary == null) {
            end(writer);
            if (console.allows(rank)) {
                boolean ofProgram = !writer.equals(elsewhere);
                boolean byHook = line.ownRank()
                        && (!ranksBeforeAllLines
                                || RANK_TWICE.matcher(line.writer()).find());
                Traceback traceback = new Traceback(
                        console.endsAlready(rank), ofProgram, byHook && ofProgram, console.moment(line.time()));
                tracebacks.put(writer, traceback);
                openBytes += traceback.bytes();
                leaveOutOldest();
            }
            elsewhere = null;
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

    /** Adds what a line says by itself. */
    private void messages(int rank, String text, TextLine line) {
        long prefixTime = line.time();
        boolean begins = AttemptBeginning.isIn(text, rank);
        if (begins) {
            endBlocks();
            console.restarted();
        }
        console.launcher(rank, text, line.host(), prefixTime, this::raisesOwnException);
        if (begins) {
            return;
        }
        long time = MessageTime.of(text, prefixTime);
        if (MessageTime.isMessage(text)) {
            // With its time, to the nanosecond, and without what launchers put before it.
            console.mark(owner(rank, text), text.hashCode() * 31L + text.length());
        }
        if (QUOTED.matcher(text).find()) {
            return;
        }
        Matcher signaller = SIGNALLER.matcher(text);
        if (signaller.find()) {
            console.mention(Integer.parseInt(signaller.group(1)));
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
                        owner,
                        "CUDA error",
                        text.substring(fatal + CUDA_ERROR.length()),
                        CallStack.UNKNOWN,
                        true,
                        console.moment(prefixTime));
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
            laterLines = 0;
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

    /** Returns the ranks that wrote lines in the last attempt. */
    BitSet writers() {
        return console.writers();
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
