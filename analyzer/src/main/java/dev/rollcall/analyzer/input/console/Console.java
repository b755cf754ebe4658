package dev.rollcall.analyzer.input.console;

import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.text.MemoryBudget;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.PeerLoss;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * What one console shows of a job's last attempt, as far as it was read: for each rank the last of each fact. Facts of which no rank
 * is known have the number -1. Not thread-safe.
 */
final class Console {
    /** What a call takes in memory of which only the number is known, in bytes. */
    private static final int BYTES_OF_CALL = 9;

    final ReportedRanks ranks;
    final LineWriters writers = new LineWriters();
    final LauncherReports launchers = new LauncherReports();
    final WatchdogReports watchdogs;
    final RankExceptions exceptions;
    private final MessageMarks marks;
    private final MemoryBudget budget;

    /** The highest rank that a message mentions, though nothing is known of it. */
    private int mentioned = -1;

    /** Why lines of ranks can be missing, as the ending of a rank; {@link Ending#UNKNOWN} where none is. */
    private Ending leftOut = Ending.UNKNOWN;

    private boolean doesNotFit;

    /** Makes an empty console that keeps as much as the budget allows. */
    Console(MemoryBudget budget) {
        this.budget = budget;
        this.ranks = new ReportedRanks(budget);
        this.watchdogs = new WatchdogReports(ranks);
        this.exceptions = new RankExceptions(ranks, launchers);
        this.marks = new MessageMarks(budget);
    }

    /** Notes that a rank wrote a message, or that one is about it; {@code mark} is a number that other messages hardly have. */
    void mark(int rank, long mark) {
        if (ranks.allows(rank)) {
            marks.add(rank, mark);
        }
    }

    /** Adds who wrote a line of a sample, as in {@link dev.rollcall.analyzer.input.text.TextLine}. */
    void addSampled(int rank, String writer) {
        writers.addSampled(rank);
        launchers.kills.label(rank, writer);
    }

    /** Forgets what earlier attempts wrote. */
    void restarted() {
        writers.restarted(!ranks.numbers().isEmpty());
        ranks.restarted();
        mentioned = -1;
        watchdogs.restarted();
        exceptions.restarted();
        launchers.restarted();
    }

    /**
     * Adds what a launcher can say of the processes that it started.
     *
     * @param kinds what the words of the line show
     * @param rank the rank that wrote the line; -1 where it is the launcher's
     * @param host the host in the prefix of the line; empty where none is
     * @param time the time in the prefix of the line
     * @param failing whether a rank just writes of a failure of its own
     */
    void launcher(Set<MessageKind> kinds, int rank, String text, String host, long time, BooleanSupplier failing) {
        // Again, if the line has begun an attempt.
        writers.add(rank);
        launchers.add(kinds, text, host, () -> anyFailed() || failing.getAsBoolean());
        exceptions.noteInterruption(watchdogs.moment(time));
    }

    /** Notes that a rank wrote a traceback that is left out because memory is bounded. */
    void leftOutTraceback(int rank) {
        doesNotFit = true;
        if (rank >= 0 && ranks.allows(rank)) {
            ranks.of(rank);
        }
    }

    /** Notes that lines are missing that are like those of others: what a rank did not write proves nothing. */
    void linesLeftOut() {
        leftOut = Ending.filtered("may have written lines like another rank's, which Ray leaves out");
    }

    /** Returns whether a rank waits too long, or failed for a reason of its own. */
    private boolean anyFailed() {
        return ranks.all().stream()
                .anyMatch(facts -> facts.timedOut()
                        || facts.reportsOthers()
                        || facts.raised != null && !PeerLoss.anyOf(facts.raised.text()));
    }

    /**
     * Adds a message of a rank's watchdog, or of its monitor.
     *
     * @param group the group that it names; null for none
     * @param call the call that took too long; null for none
     * @param counters how far the rank got in the group; null where it does not say
     * @param time when it was written
     */
    void watchdog(int rank, GroupName.Member group, TimedOutCall call, GroupCounters counters, long time) {
        if (ranks.allows(rank)) {
            writers.add(rank);
            watchdogs.add(rank, group, call, counters, time);
        }
    }

    /** Adds the stack of the call of which a rank's watchdog wrote last. */
    void stack(int rank, FailedCallStack stack) {
        if (ranks.allows(rank)) {
            watchdogs.add(rank, stack);
        }
    }

    /** Notes that a message mentions a rank: the job has it, though nothing may be known of it. */
    void mention(int rank) {
        mentioned = Math.max(mentioned, ranks.allows(rank) ? rank : -1);
    }

    /** Adds what a rank says of its own call. A rank in another group than that of all ranks has another number there. */
    void fingerprint(int rank, CollectiveFingerprint fingerprint) {
        if (ranks.allows(fingerprint.rank()) && (rank < 0 || rank == fingerprint.rank())) {
            ranks.of(fingerprint.rank()).fingerprint = fingerprint;
            mention(fingerprint.other());
        }
    }

    /**
     * Adds which ranks arrived at a monitored barrier, and which did not.
     *
     * @param writer the global rank that says so; -1 where unknown
     */
    void barrier(int writer, BarrierMessage message) {
        int arrived = writer < 0 ? message.arrived() : writer;
        if (ranks.allows(arrived)) {
            ranks.of(arrived).barrierRank = message.arrived();
        }
        if (writer < 0 || writer == message.arrived()) {
            message.missing().stream().filter(ranks::allows).forEach(rank -> ranks.of(rank).missedBarrier = true);
        }
    }

    /** Returns whether a call of a rank took too long, or the launcher ends the processes: what fails later follows from that. */
    boolean endsAlready(int rank) {
        ReportedRank facts = ranks.known(rank);
        return launchers.ending() || exceptions.areInterrupted() || facts != null && facts.timedOut();
    }

    /** Adds a process of torchrun's table. */
    void failure(FailureSummary.Failure failure) {
        if (!ranks.allows(failure.rank())) {
            return;
        }
        ReportedRank facts = ranks.of(failure.rank());
        facts.failure = failure;
        launchers.elastic.addListed(failure.pid());
        mark(failure.rank(), Objects.hash(failure.host(), failure.pid(), failure.time()));
        Traceback written = failure.traceback();
        if (facts.raised == null && !facts.timedOut() && written != null) {
            exceptions.addListed(failure.rank(), written);
        }
    }

    /** Adds a desync report about the group of all ranks. */
    void desync(DesyncReport report) {
        report.states().forEach((rank, state) -> {
            GroupFacts facts = ranks.allows(rank) ? ranks.of(rank, GroupName.WORLD) : null;
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
        ReportedRank own = ranks.removeWithoutRank();
        if (own != null && !writers.areSeveralProcesses()) {
            Set<Integer> known = ranks.numbers();
            int rank = known.size() == 1 ? known.iterator().next() : RankInPath.of(file);
            if (rank >= 0 && ranks.allows(rank)) {
                ranks.of(rank).takeFrom(own);
                marks.of(-1).forEach(mark -> mark(rank, mark));
            }
        }
        watchdogs.dropEarlierAttempts();
        ranks.numbers().forEach(writers::add);
        writers.endSample();
        ElasticReport elastic = launchers.elastic;
        LauncherKills kills = launchers.kills;
        int writing = writers.ranks().cardinality();
        int highest = Math.max(mentioned, writers.ranks().length() - 1);
        int killed = kills.rank(writing, highest, this::followsFromOthers);
        BitSet exited = kills.exited(writing, highest);
        if (killed >= 0 && ranks.allows(killed)) {
            ranks.of(killed);
        }
        if (ranks.numbers().isEmpty()
                || exceptions.areInterrupted() && ranks.all().stream().noneMatch(ReportedRank::showsMoreThanEnd)) {
            reportEndOfNoRank();
        }
        Map<String, String> firstEnds = firstEnds();
        if (ranks.all().stream().allMatch(ReportedRank::usesWorldAlone) && allowOneTime()) {
            ranks.all().forEach(facts -> facts.assign(GroupName.WORLD));
        }
        boolean messages = ranks.all().stream().anyMatch(ReportedRank::sendsOrReceives);
        int said = launchers.worldSize.ranks();
        int fewest = IntStream.of(highest + 1, elastic.processes(), kills.processes(writing, highest), said)
                .max()
                .orElseThrow();
        int world = fewest == said ? fewest : -1;
        addArrivedAtBarrier(fewest);
        if (budget.isSpent() || doesNotFit) {
            leftOut = Ending.unobserved("the console has more than fits into memory");
        }
        if (leftOut.kind() == Ending.Kind.FILTERED) {
            IntStream.range(0, fewest).filter(ranks::allows).forEach(ranks::of);
        }
        List<ProcessSource> sources = new ArrayList<>();
        ranks.numbers()
                .forEach(rank -> sources.add(new ConsoleSource(
                        file,
                        host,
                        rank,
                        world,
                        fewest,
                        ranks.known(rank),
                        elastic,
                        messages,
                        marks.of(rank),
                        rank == killed ? kills.signal() : "",
                        rank >= 0 && exited.get(rank),
                        launchers.hostKills.first(),
                        firstEnds,
                        leftOut,
                        budget.take((long) BYTES_OF_CALL * ranks.known(rank).callsUnderWay()))));
        return sources;
    }

    /** Returns whether all calls that took too long can be of one group, whose calls may all take equally long. */
    private boolean allowOneTime() {
        return ranks.all().stream()
                        .flatMap(ReportedRank::timedOutCalls)
                        .mapToLong(TimedOutCall::allowed)
                        .distinct()
                        .count()
                <= 1;
    }

    /** Returns whether a rank waited for others, or lost them, so that its end shows no reason of its own. */
    private boolean followsFromOthers(int rank) {
        ReportedRank facts = ranks.known(rank);
        return facts != null
                && (facts.timedOut()
                        || facts.reportsOthers()
                        || facts.raised != null && PeerLoss.anyOf(facts.raised.text()));
    }

    /** Reports what ended where no line is of a rank. */
    private void reportEndOfNoRank() throws IOException {
        String first = launchers.kills.firstText();
        if (!first.isEmpty()) {
            throw new IOException("the launcher reports the end of " + first
                    + " first, and it does not show which rank that is, or which one ended first");
        }
        String killedByHost = launchers.hostKills.first();
        if (!killedByHost.isEmpty()) {
            throw new IOException("it shows that " + killedByHost + ", and not which rank that was");
        }
        if (exceptions.areInterrupted()) {
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
        for (ReportedRank facts : ranks.all()) {
            FailureSummary.Failure failure = facts.failure;
            if (failure != null
                    && !failure.time().isEmpty()
                    && !launchers.elastic.ended(failure.pid())
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
        ReportedRank last = ranks.known(world - 1);
        if (last == null || !last.missedBarrier) {
            return;
        }
        for (int rank = 0; rank < world && ranks.allows(rank); rank++) {
            ReportedRank facts = ranks.of(rank);
            if (facts.barrierRank < 0 && !facts.missedBarrier && facts.raised == null) {
                facts.barrierRank = rank;
            }
        }
    }
}
