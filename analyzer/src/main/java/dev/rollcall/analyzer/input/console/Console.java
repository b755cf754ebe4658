package dev.rollcall.analyzer.input.console;

import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.text.MemoryBudget;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.PeerLoss;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * What one console shows of a job's last attempt, as far as it was read: for each rank the last of each fact. Facts of which no rank
 * is known have the number -1. Not thread-safe.
 */
final class Console {
    /** A larger number of ranks is damage. */
    static final int MOST_RANKS = 1 << 17;

    private static final int LONGEST_REASON = 300;

    private static final String LAUNCHER_MODULE = "torch.distributed.elastic.";

    /** The rank in what prefixes say of a writer. */
    private static final Pattern RANK = Pattern.compile("(?:^|, )rank \\d{1,7}(?=$|, )");

    /** What a rank, and a group of a rank, take in memory, in bytes, also in the job. */
    static final int BYTES_OF_RANK = 2000;

    private static final int BYTES_OF_GROUP = 2000;

    /** What a call takes of which only the number is known, in bytes. */
    private static final int BYTES_OF_CALL = 9;

    /** What a mark of a rank takes in memory, in bytes. */
    private static final int BYTES_OF_MARK = 100;

    /** Different stacks and texts that are kept; ranks of one program share most of them. */
    private static final int MOST_MARKS = 32;

    private static final int MOST_SHARED = 1 << 13;

    private final ElasticReport launcher = new ElasticReport();
    private final LauncherKills kills = new LauncherKills();
    private final HostKills hostKills = new HostKills();
    private final WorldSize worldSize = new WorldSize();
    private final Map<Integer, ReportedRank> ranks = new TreeMap<>();
    private final MemoryBudget budget;
    /** The ranks that wrote a line, whatever was in it. */
    private final BitSet writers = new BitSet();

    /** The highest rank that a message mentions, though nothing is known of it. */
    private int mentioned = -1;

    /** Whether a rank began to count again, so that the job was started again though no line says so. */
    private boolean startedAgain;

    /** Of each rank, the smallest hashes of its messages: of two copies, also of parts, most have the same (Broder 1997, MinHash). */
    private final Map<Integer, SortedSet<Long>> marks = new HashMap<>();

    /** What launchers' prefixes say of the writers of lines, without ranks; two are enough to show that there are several. */
    private final Set<String> processes = new HashSet<>();

    /** Why lines of ranks can be missing, as the ending of a rank; {@link Ending#UNKNOWN} where none is. */
    private Ending leftOut = Ending.UNKNOWN;

    private boolean doesNotFit;

    private final Set<Integer> chained = new HashSet<>();
    /** The ranks that wrote an exception which may not have ended them, and nothing since. */
    private final Set<Integer> mayGoOn = new HashSet<>();
    /** The ranks that a signal from the keyboard ended. */
    private final Set<Integer> interruptedRanks = new HashSet<>();
    /** When a person, or the scheduler, ended the job; null where none did. */
    private Moment interruption;

    /** How many time-outs were read. */
    private int timeouts;

    /** The ranks that write lines in a sample of the console, all of them of the last attempt. */
    private final BitSet sampled = new BitSet();

    private final Map<Object, Object> shared = new HashMap<>();

    /** Makes an empty console that keeps as much as the budget allows. */
    Console(MemoryBudget budget) {
        this.budget = budget;
    }

    /** Returns whether facts of a rank may be kept. */
    boolean allows(int rank) {
        return rank < MOST_RANKS && (!budget.isSpent() || ranks.containsKey(rank));
    }

    private ReportedRank of(int rank) {
        return ranks.computeIfAbsent(rank, number -> {
            budget.take(BYTES_OF_RANK);
            return new ReportedRank();
        });
    }

    @SuppressWarnings("unchecked")
    private <T> T share(T value, T otherwise) {
        if (!shared.containsKey(value)
                && (shared.size() >= MOST_SHARED
                        || !budget.take(2L * value.toString().length()))) {
            return otherwise;
        }
        return (T) shared.computeIfAbsent(value, same -> same);
    }

    /** Notes that a rank wrote a message, or that one is about it; {@code mark} is a number that other messages hardly have. */
    void mark(int rank, long mark) {
        if (allows(rank) && (marks.containsKey(rank) || marks.size() < MOST_RANKS)) {
            SortedSet<Long> known = marks.computeIfAbsent(rank, number -> new TreeSet<>());
            if (known.add(mark) && known.size() <= MOST_MARKS) {
                budget.take(BYTES_OF_MARK);
            } else if (known.size() > MOST_MARKS) {
                known.remove(known.last());
            }
        }
    }

    /**
     * Notes who wrote a line.
     *
     * @param writer as in {@link dev.rollcall.analyzer.input.text.TextLine}
     */
    void wrote(int rank, String writer) {
        if (rank >= 0 && rank < MOST_RANKS) {
            writers.set(rank);
        }
        // A launcher's own lines have no prefix.
        if (processes.size() < 2) {
            String process = writer.isEmpty() ? "" : RANK.matcher(writer).replaceFirst("");
            if (rank >= 0 || !process.isEmpty()) {
                processes.add(process);
            }
        }
    }

    /** Notes who writes, in any line. */
    void writesLines(int rank, String writer) {
        if (rank >= 0 && rank < MOST_RANKS) {
            sampled.set(rank);
        }
        kills.label(rank, writer);
    }

    /** Returns whether lines without a word of the parser can show that a rank goes on of which an exception was read. */
    boolean awaitsLaterLines() {
        return !mayGoOn.isEmpty() || !interruptedRanks.isEmpty();
    }

    /**
     * Notes that the program of a rank wrote a line, so that nothing before ended it.
     *
     * @param byRankPrefix whether {@code [rank3]:} stands before the line: then it is not only PyTorch that writes this
     */
    void goesOn(int rank, boolean byRankPrefix) {
        ReportedRank facts = ranks.get(rank);
        if (facts != null && facts.raised != null && (byRankPrefix || !facts.raised.uncaught())) {
            drop(rank, facts);
        }
        if (interruptedRanks.remove(rank) && !isInterrupted()) {
            interruption = null;
        }
    }

    private void drop(int rank, ReportedRank facts) {
        facts.raised = null;
        mayGoOn.remove(rank);
    }

    private boolean isInterrupted() {
        return launcher.interrupted() || kills.interrupted() || !interruptedRanks.isEmpty();
    }

    /** Forgets exceptions about helper processes that end, where somebody just ended the whole job, helpers included. */
    private void noteInterruption(Moment now) {
        if (interruption == null && isInterrupted()) {
            interruption = now;
            ranks.forEach((rank, facts) -> {
                if (facts.raised != null && facts.raised.canFollow(interruption)) {
                    drop(rank, facts);
                }
            });
        }
    }

    /** Returns the moment of the line that is just read. */
    Moment moment(long time) {
        return new Moment(time, timeouts);
    }

    /** Returns the ranks that wrote lines in the last attempt. */
    BitSet writers() {
        return writers;
    }

    /** Forgets what earlier attempts wrote. */
    void restarted() {
        if (!ranks.isEmpty()) {
            sampled.clear();
        }
        ranks.clear();
        writers.clear();
        mentioned = -1;
        startedAgain = false;
        chained.clear();
        mayGoOn.clear();
        interruptedRanks.clear();
        interruption = null;
        processes.clear();
        launcher.restarted();
        kills.restarted();
        hostKills.restarted();
        worldSize.restarted();
    }

    /**
     * Adds what a launcher can say of the processes that it started.
     *
     * @param rank the rank that wrote the line; -1 where it is the launcher's
     * @param host the host in the prefix of the line; empty where none is
     * @param time the time in the prefix of the line
     * @param failing whether a rank just writes of a failure of its own
     */
    void launcher(int rank, String text, String host, long time, BooleanSupplier failing) {
        if (rank >= 0 && rank < MOST_RANKS) {
            // Again, if the line has begun an attempt.
            writers.set(rank);
        }
        launcher.add(text);
        worldSize.add(text);
        kills.add(text, () -> anyFailed() || failing.getAsBoolean());
        hostKills.add(text, host);
        noteInterruption(moment(time));
    }

    /** Notes that a rank wrote a traceback that is left out because memory is bounded. */
    void leftOutTraceback(int rank) {
        doesNotFit = true;
        if (rank >= 0 && allows(rank)) {
            of(rank);
        }
    }

    /** Notes that lines are missing that are like those of others: what a rank did not write proves nothing. */
    void linesLeftOut() {
        leftOut = Ending.filtered("may have written lines like another rank's, which Ray leaves out");
    }

    /** Returns whether a rank waits too long, or failed for a reason of its own. */
    private boolean anyFailed() {
        return launcher.ending()
                || ranks.values().stream()
                        .anyMatch(facts -> facts.timedOut()
                                || facts.reportsOthers()
                                || facts.raised != null && !PeerLoss.anyOf(facts.raised.text()));
    }

    /**
     * Adds a message of a rank's watchdog, or of its monitor.
     *
     * @param group the group that it names; null for none
     * @param found the call that took too long; null for none
     * @param counters how far the rank got in the group; null where it does not say
     * @param at when it was written
     */
    void watchdog(int rank, GroupName.Member group, TimedOutCall found, GroupCounters counters, long at) {
        TimedOutCall call = found;
        long time = at;
        if (!allows(rank)) {
            return;
        }
        ReportedRank facts = of(rank);
        if (rank >= 0) {
            writers.set(rank);
        }
        facts.last = Math.max(facts.last, time);
        timeouts += call == null ? 0 : 1;
        if (call != null && group == null) {
            facts.unassigned = call;
            facts.unassignedTime = time;
        }
        if (group == null) {
            return;
        }
        boolean newGroup = !facts.groups.containsKey(group.group());
        GroupFacts known = newGroup && !budget.take(BYTES_OF_GROUP) ? null : facts.of(group.group());
        if (known == null) {
            return;
        }
        known.groupRank = group.rank();
        // The watchdog writes of the call first, and then the group and the same number.
        if (call == null
                && facts.unassigned != null
                && counters != null
                && counters.failed() == facts.unassigned.sequence()) {
            call = facts.unassigned;
            time = facts.unassignedTime;
            facts.unassigned = null;
        }
        if (call != null) {
            // Numbers only grow within one attempt.
            startedAgain |= known.call != null && call.sequence() < known.call.sequence();
            known.call(call, time);
        }
        known.counters = counters == null ? known.counters : counters;
    }

    /** Adds the stack of the call of which a rank's watchdog wrote last. */
    void stack(int rank, FailedCallStack stack) {
        if (!allows(rank)) {
            return;
        }
        ReportedRank facts = of(rank);
        GroupFacts latest = null;
        for (GroupFacts group : facts.groups.values()) {
            if (group.call != null && (latest == null || group.callTime >= latest.callTime)) {
                latest = group;
            }
        }
        if (latest != null) {
            latest.stack = share(stack.stack(), CallStack.UNKNOWN);
        }
    }

    /** Notes that a message mentions a rank: the job has it, though nothing may be known of it. */
    void mention(int rank) {
        mentioned = Math.max(mentioned, allows(rank) ? rank : -1);
    }

    /** Adds what a rank says of its own call. A rank in another group than that of all ranks has another number there. */
    void fingerprint(int rank, CollectiveFingerprint fingerprint) {
        if (allows(fingerprint.rank()) && (rank < 0 || rank == fingerprint.rank())) {
            of(fingerprint.rank()).fingerprint = fingerprint;
            mention(fingerprint.other());
        }
    }

    /**
     * Adds that a rank arrived at a monitored barrier.
     *
     * @param writer the global rank that says so; -1 where unknown
     * @param rank its rank in the group of the barrier
     */
    void arrivedAtBarrier(int writer, int rank) {
        int arrived = writer < 0 ? rank : writer;
        if (allows(arrived)) {
            of(arrived).barrierRank = rank;
        }
    }

    /** Adds the ranks that did not arrive at a monitored barrier in time: all of them, numbered as in its group. */
    void missedBarrier(List<Integer> missing) {
        missing.stream().filter(this::allows).forEach(rank -> of(rank).missedBarrier = true);
    }

    /** Notes that the next exception of a rank follows from the last one. */
    void chained(int rank) {
        if (allows(rank)) {
            chained.add(rank);
        }
    }

    /** Returns whether a call of a rank took too long, or the launcher ends the processes: what fails later follows from that. */
    boolean endsAlready(int rank) {
        ReportedRank facts = ranks.get(rank);
        return launcher.ending() || kills.cancelled() || interruption != null || facts != null && facts.timedOut();
    }

    /** Adds a traceback that a rank wrote. The program went on after an earlier one, unless that is known to have ended it. */
    void traceback(int rank, Traceback traceback) {
        ReportedRank known = ranks.get(rank);
        RaisedException before = known == null ? null : known.raised;
        boolean chainedTo = chained.remove(rank) && before != null;
        if (!traceback.ofProgram() || traceback.type().startsWith(LAUNCHER_MODULE)) {
            return;
        }
        boolean byKeyboard = traceback.type().equals(Traceback.KEYBOARD);
        if (chainedTo && !byKeyboard || before != null && before.uncaught() && !traceback.uncaught()) {
            return;
        }
        if (before != null) {
            drop(rank, known);
        }
        if (byKeyboard) {
            if (rank < MOST_RANKS) {
                interruptedRanks.add(rank);
                noteInterruption(traceback.moment());
            }
        } else if (aboutCalls(traceback.message())) {
            of(rank).reportStack = share(traceback.stack(), CallStack.UNKNOWN);
        } else if (!ofLauncher(traceback.type())
                && !traceback.follows()
                && (!traceback.raisedByCall() || PeerLoss.anyOf(traceback.message()))) {
            exception(
                    rank,
                    traceback.type(),
                    traceback.mainMessage(),
                    traceback.stack(),
                    traceback.uncaught(),
                    traceback.moment());
        }
    }

    /**
     * Adds an exception.
     *
     * @param uncaught whether it is known to have ended the program
     * @param moment when it was written
     */
    void exception(int rank, String type, String message, CallStack stack, boolean uncaught, Moment moment) {
        if (!allows(rank)) {
            return;
        }
        String name = type.substring(type.lastIndexOf('.') + 1);
        String text = message.length() > LONGEST_REASON ? message.substring(0, LONGEST_REASON) + "…" : message;
        RaisedException raised = new RaisedException(
                share(text.isEmpty() ? name : name + " \"" + text + "\"", name),
                share(stack, CallStack.UNKNOWN),
                uncaught,
                moment);
        if (raised.canFollow(interruption)) {
            return;
        }
        of(rank).raised = raised;
        if (uncaught) {
            mayGoOn.remove(rank);
        } else {
            mayGoOn.add(rank);
        }
    }

    /** Whether an exception shows that a launcher or a user ended the program. */
    private static boolean ofLauncher(String type) {
        return type.startsWith(LAUNCHER_MODULE) || type.equals("SystemExit") || type.equals(Traceback.KEYBOARD);
    }

    /** Whether an exception reports that calls of several ranks do not fit: it is read as such, and ends the program only then. */
    private static boolean aboutCalls(String message) {
        return message.contains("Detected mismatch between collectives") || message.contains("monitoredBarrier");
    }

    /** Adds a process of torchrun's table. */
    void failure(FailureSummary.Failure failure) {
        if (!allows(failure.rank())) {
            return;
        }
        ReportedRank facts = of(failure.rank());
        facts.failure = failure;
        launcher.addListed(failure.pid());
        mark(failure.rank(), Objects.hash(failure.host(), failure.pid(), failure.time()));
        Traceback written = failure.traceback();
        if (facts.raised == null && !facts.timedOut() && written != null && written.complete()) {
            if (!aboutCalls(written.message()) && !ofLauncher(written.type())) {
                exception(failure.rank(), written.type(), written.mainMessage(), written.stack(), true, Moment.UNKNOWN);
            }
        }
    }

    /** Adds a desync report about the group of all ranks. */
    void desync(DesyncReport report) {
        report.states().forEach((rank, state) -> {
            GroupFacts facts = allows(rank) && budget.take(BYTES_OF_GROUP) ? of(rank).of(GroupName.WORLD) : null;
            if (facts != null) {
                facts.desync(state);
            }
        });
    }

    /**
     * Returns the ranks of which anything is known.
     *
     * @param host the host, pod or container whose lines these are; empty for all lines of the file
     * @param file the console; a file of one rank alone has the rank in its name, if not in its lines. Where several processes wrote
     *     into it, facts without a rank can be of any of them
     * @throws IOException if all that is known is that a process was killed, or that the job was ended, and nothing of a rank
     */
    List<ProcessSource> sources(Path file, String host) throws IOException {
        ReportedRank own = ranks.remove(-1);
        if (own != null && processes.size() < 2) {
            int rank = ranks.size() == 1 ? ranks.keySet().iterator().next() : RankInPath.of(file);
            if (rank >= 0 && allows(rank)) {
                of(rank).takeFrom(own);
                marks.getOrDefault(-1, new TreeSet<>()).forEach(mark -> mark(rank, mark));
            }
        }
        if (startedAgain) {
            dropEarlierAttempts();
        }
        ranks.keySet().forEach(writers::set);
        writers.or(sampled);
        int highest = Math.max(mentioned, writers.length() - 1);
        int killed = kills.rank(writers.cardinality(), highest);
        if (killed >= 0 && allows(killed)) {
            of(killed);
        }
        if (ranks.isEmpty()
                || interruption != null && ranks.values().stream().noneMatch(ReportedRank::showsMoreThanEnd)) {
            reportEndOfNoRank();
        }
        Map<String, String> firstEnds = firstEnds();
        if (ranks.values().stream().allMatch(ReportedRank::usesWorldAlone)) {
            ranks.values().forEach(facts -> facts.assign(GroupName.WORLD));
        }
        boolean messages = ranks.values().stream().anyMatch(ReportedRank::sendsOrReceives);
        int fewest = IntStream.of(
                        highest + 1,
                        launcher.processes(),
                        kills.processes(writers.cardinality(), highest),
                        worldSize.ranks())
                .max()
                .orElseThrow();
        int world = fewest == worldSize.ranks() ? fewest : -1;
        addArrivedAtBarrier(fewest);
        if (budget.isSpent() || doesNotFit) {
            leftOut = Ending.unobserved("the console has more than fits into memory");
        }
        if (leftOut.kind() == Ending.Kind.FILTERED) {
            IntStream.range(0, fewest).filter(this::allows).forEach(this::of);
        }
        List<ProcessSource> sources = new ArrayList<>();
        ranks.forEach((rank, facts) -> sources.add(new ConsoleSource(
                file,
                host,
                rank,
                world,
                fewest,
                facts,
                launcher,
                messages,
                Set.copyOf(marks.getOrDefault(rank, new TreeSet<>())),
                rank == killed ? kills.signal() : "",
                firstEnds,
                leftOut,
                budget.take((long) BYTES_OF_CALL * facts.callsUnderWay()))));
        return sources;
    }

    /** Reports what ended where no line is of a rank. */
    private void reportEndOfNoRank() throws IOException {
        if (!kills.killedText().isEmpty()) {
            throw new IOException("it shows that " + kills.killedText() + " ended first, and not which rank that was");
        }
        if (!hostKills.first().isEmpty()) {
            throw new IOException("it shows that " + hostKills.first() + ", and not which rank that was");
        }
        if (interruption != null) {
            throw new IOException(
                    "it shows that a person or the scheduler ended the job, and no rank that failed before");
        }
    }

    /**
     * Returns when, according to torchrun's table, the first process of each host ended by itself, and not because it lost a peer.
     * Clocks of different hosts are not comparable.
     */
    private Map<String, String> firstEnds() {
        Map<String, String> first = new HashMap<>();
        for (ReportedRank facts : ranks.values()) {
            FailureSummary.Failure failure = facts.failure;
            if (failure != null
                    && !failure.time().isEmpty()
                    && !launcher.ended(failure.pid())
                    && (facts.raised == null || !PeerLoss.anyOf(facts.raised.text()))) {
                first.merge(failure.host(), failure.time(), (one, other) -> one.compareTo(other) < 0 ? one : other);
            }
        }
        return first;
    }

    /**
     * Adds the ranks that wait in a monitored barrier and wrote nothing: the list of those that did not arrive is complete. Only where
     * the last rank of the job is in it, the group of the barrier surely has all ranks.
     */
    private void addArrivedAtBarrier(int world) {
        ReportedRank last = ranks.get(world - 1);
        if (last == null || !last.missedBarrier) {
            return;
        }
        for (int rank = 0; rank < world && allows(rank); rank++) {
            ReportedRank facts = of(rank);
            if (facts.barrierRank < 0 && !facts.missedBarrier && facts.raised == null) {
                facts.barrierRank = rank;
            }
        }
    }

    /**
     * Forgets the ranks of which the last message is older than a call in which others wait: the job was started again since, and the
     * rank has written nothing in that attempt.
     */
    private void dropEarlierAttempts() {
        long begun = ranks.values().stream()
                .mapToLong(ReportedRank::lastCallBegun)
                .max()
                .orElse(Call.NO_TIME);
        ranks.values().removeIf(facts -> facts.last != Call.NO_TIME && facts.last < begun);
    }
}
