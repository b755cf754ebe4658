package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.containment.FileName;
import dev.rollcall.analyzer.input.ProcessFingerprint;
import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceKind;
import dev.rollcall.analyzer.input.console.RankInPath;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Thresholds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Sources that certainly belong to one run: what one file holds, or the dumps or stacks whose files differ only in the rank. Not
 * thread-safe.
 */
final class RunPart {
    /** Hosts in two time zones are whole quarters of an hour apart, at most from UTC-12 to UTC+14. */
    private static final long QUARTER = TimeUnit.MINUTES.toNanos(15);

    private static final long BETWEEN_ZONES = TimeUnit.HOURS.toNanos(26);

    /** The streams of one process, as launchers name their files. */
    private static final Pattern STREAM = Pattern.compile("(?i)(?<![a-z])(std)?(?:out|err)(?![a-z])");

    private final List<ProcessSource> sources = new ArrayList<>();
    private final Map<SourceKind, Map<Integer, ProcessSource>> byRank = new EnumMap<>(SourceKind.class);
    private final Map<ProcessSource, ProcessFingerprint> fingerprints = new IdentityHashMap<>();
    private final Set<Long> pids = new HashSet<>();
    private BitSet consoleRanks;
    private List<Span> consoleSpans;

    /** From when to when processes wrote to a console, in nanoseconds of the host's local clock. */
    private record Span(String host, long first, long last) {
        private Span with(Span other) {
            return new Span(host, Math.min(first, other.first), Math.max(last, other.last));
        }
    }

    /** Adds a source. */
    void add(ProcessSource source) {
        // One console shows the same processes of its launcher with each rank.
        if (source.kind() != SourceKind.CONSOLE || !byRank.containsKey(SourceKind.CONSOLE)) {
            pids.addAll(source.pids());
        }
        sources.add(source);
        Map<Integer, ProcessSource> ranks = byRank.computeIfAbsent(source.kind(), kind -> new HashMap<>());
        source.ranks().forEach(rank -> ranks.putIfAbsent(rank, source));
    }

    /** Returns the sources. */
    List<ProcessSource> sources() {
        return sources;
    }

    /** Returns the file, or one of the files. */
    Path file() {
        return sources.get(0).file();
    }

    /** Returns the folder of the files. */
    Path folder() {
        return file().toAbsolutePath().normalize().getParent();
    }

    /** Returns the kinds of the sources. */
    Set<SourceKind> kinds() {
        return byRank.keySet();
    }

    /** Returns the numbers of the processes, as far as they are known. */
    Set<Long> pids() {
        return pids;
    }

    /** Returns the ranks of which sources of a kind show something. */
    Set<Integer> ranks(SourceKind kind) {
        return byRank.getOrDefault(kind, Map.of()).keySet();
    }

    /** Adds the ranks that no other part of a run shows in sources of a kind. */
    void addRanks(SourceKind kind, BitSet ranks) {
        if (kind == SourceKind.CONSOLE && pids.size() > 1) {
            ranks.or(consoleRanks());
        } else {
            ranks(kind).stream().filter(rank -> rank >= 0).forEach(ranks::set);
        }
    }

    /** Returns what the sources of a kind show of their processes. */
    Stream<ProcessFingerprint> fingerprints(SourceKind kind) {
        return sources.stream().filter(source -> source.kind() == kind).map(this::fingerprint);
    }

    /** Returns values that only parts of one run have in common. */
    Set<Object> evidenceOfRun() {
        Set<Object> evidence = new HashSet<>();
        byRank.getOrDefault(SourceKind.CONSOLE, Map.of())
                .forEach((rank, source) ->
                        fingerprint(source).marks().forEach(mark -> evidence.add(List.of(rank, mark))));
        for (ProcessSource source : sources) {
            if (source.kind() == SourceKind.LOG) {
                // A name that Rollcall made up has a blank in it.
                source.identity().communicators().stream()
                        .filter(identity -> identity.indexOf(' ') < 0)
                        .forEach(evidence::add);
            }
        }
        if (!sources.get(0).stream().isEmpty()) {
            // All that the streams of a file have in common is the file.
            return evidence;
        }
        if (RankInPath.attempt(file()) >= 0) {
            evidence.add(folder().getParent().resolveSibling("attempts"));
        }
        Path streams = pathOfStreams();
        if (streams != null) {
            evidence.add(streams);
        }
        return evidence;
    }

    /**
     * Returns the file's path without the name of the stream, which a process's standard output and standard error have in common;
     * null for files with other names, and for dumps and stacks.
     */
    private Path pathOfStreams() {
        Matcher stream = STREAM.matcher(FileName.last(file()));
        return byRank.containsKey(SourceKind.CONSOLE) && stream.find()
                ? Path.of(FileName.of(file().toAbsolutePath().normalize())).resolveSibling(stream.replaceFirst("$1#"))
                : null;
    }

    private ProcessFingerprint fingerprint(ProcessSource source) {
        return fingerprints.computeIfAbsent(source, ProcessSource::fingerprint);
    }

    /** Returns whether nothing excludes that two parts, which have no evidence in common, belong to one run. */
    boolean canBelongWith(RunPart other) {
        for (SourceKind kind : kinds()) {
            if (other.kinds().contains(kind) && !canBelongWith(other, kind)) {
                return false;
            }
        }
        return true;
    }

    private boolean canBelongWith(RunPart other, SourceKind kind) {
        return kind == SourceKind.CONSOLE
                ? canBeConsoleWith(other)
                : kind == SourceKind.HOROVOD
                        ? Collections.disjoint(ranks(kind), other.ranks(kind))
                        : canBeOfRun(kind, other);
    }

    private boolean canBeConsoleWith(RunPart other) {
        if (consoleRanks().intersects(other.consoleRanks())
                || Math.min(worldSize(), other.worldSize()) >= 0 && worldSize() != other.worldSize()) {
            return false;
        }
        boolean maybeOtherZone = consoleRanks().length() <= other.consoleRanks().nextSetBit(0)
                || other.consoleRanks().length() <= consoleRanks().nextSetBit(0);
        for (Span one : consoleSpans()) {
            for (Span another : other.consoleSpans()) {
                if (isLongApart(one, another) && !(maybeOtherZone && maybeAtOnceInTwoZones(one, another))) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Returns the number of ranks that the console gives; -1 where it gives none. */
    private int worldSize() {
        return byRank.get(SourceKind.CONSOLE).values().stream()
                .mapToInt(source -> fingerprint(source).worldSize())
                .max()
                .orElse(-1);
    }

    private List<Span> consoleSpans() {
        if (consoleSpans == null) {
            Map<String, Span> byHost = new TreeMap<>();
            byRank.get(SourceKind.CONSOLE).values().stream()
                    .filter(source -> fingerprint(source).first() != Call.NO_TIME)
                    .map(source -> new Span(
                            source.identity().host(),
                            fingerprint(source).first(),
                            fingerprint(source).last()))
                    .forEach(span -> byHost.merge(span.host, span, Span::with));
            consoleSpans = List.copyOf(byHost.values());
        }
        return consoleSpans;
    }

    /** Returns the ranks that write to the console. Those that one launcher starts are consecutive, and some may have written nothing. */
    BitSet consoleRanks() {
        if (consoleRanks == null) {
            consoleRanks = new BitSet();
            ranks(SourceKind.CONSOLE).forEach(consoleRanks::set);
            if (pids.size() > 1 && !consoleRanks.isEmpty()) {
                consoleRanks.set(consoleRanks.nextSetBit(0), consoleRanks.length());
            }
        }
        return consoleRanks;
    }

    /** Returns whether local times show that two processes did not run at the same time. */
    private static boolean isLongApart(Span one, Span other) {
        return Math.max(one.first - other.last, other.first - one.last) > Thresholds.BETWEEN_JOBS;
    }

    /**
     * Returns whether processes of two hosts, whose clocks show times of two zones, can have written last at one moment: the ranks of a
     * job end together.
     */
    private static boolean maybeAtOnceInTwoZones(Span one, Span other) {
        boolean sameClock = !one.host.isEmpty() && one.host.equals(other.host);
        long between = Math.abs(one.last - other.last);
        long beyondZone = Math.min(between % QUARTER, QUARTER - between % QUARTER);
        return !sameClock && between <= BETWEEN_ZONES && beyondZone <= Thresholds.BETWEEN_LAST_MESSAGES;
    }

    private boolean canBeOfRun(SourceKind kind, RunPart other) {
        Map<Integer, ProcessSource> others = other.byRank.get(kind);
        boolean shared = false;
        for (Map.Entry<Integer, ProcessSource> own : byRank.get(kind).entrySet()) {
            ProcessSource another = others.get(own.getKey());
            if (another != null && !canBeSameRank(kind, own.getValue(), another, other)) {
                return false;
            }
            shared |= another != null;
        }
        return shared || maybeSameJob(kind, other);
    }

    private boolean maybeSameJob(SourceKind kind, RunPart other) {
        for (ProcessSource one : sources) {
            for (ProcessSource another : other.sources) {
                if (one.kind() == kind
                        && another.kind() == kind
                        && fingerprint(one).maybeSameJob(other.fingerprint(another))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns whether two sources can be of one rank of one run. The rank in a log can be that in a communicator of some ranks. */
    private boolean canBeSameRank(SourceKind kind, ProcessSource one, ProcessSource another, RunPart other) {
        ProcessFingerprint first = fingerprint(one);
        ProcessFingerprint second = other.fingerprint(another);
        return first.maybeSameProcess(second)
                || kind == SourceKind.LOG
                        && (first.first() == Call.NO_TIME
                                || second.first() == Call.NO_TIME
                                || first.first() <= second.last() && second.first() <= first.last());
    }
}
