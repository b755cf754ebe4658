package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.containment.FileName;
import dev.rollcall.analyzer.containment.InputLimits;
import dev.rollcall.analyzer.containment.SourceBoundary;
import dev.rollcall.analyzer.containment.SourceFailure;
import dev.rollcall.analyzer.input.ConsecutiveNumbers;
import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.SourceKind;
import dev.rollcall.analyzer.input.console.ConsoleWorld;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Coverage;
import dev.rollcall.analyzer.model.Coverage.Kind;
import dev.rollcall.analyzer.model.Coverage.Missing;
import dev.rollcall.analyzer.model.Coverage.MissingCalls;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Launcher;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.ProcessTrace;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.Signature;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Reads the sources of one job and joins their evidence. Not thread-safe.
 */
final class JobAssembler {
    /** A larger number of ranks is damage in a source. */
    private static final int MOST_RANKS = 1 << 20;

    private final String id;
    private final InternTable<Signature> signatures = new InternTable<>();
    private final InternTable<CallStack> stacks = Job.newStacks();
    private final Map<SourceKind, List<ProcessEvidence>> byKind = new EnumMap<>(SourceKind.class);
    private final InputLimits limits;
    private final MemorySnapshots snapshots;
    private final List<Unreadable> grouping;
    private final Set<Path> folders = new HashSet<>();

    /** Reads the sources, at least one; {@code remarks} say how they were grouped. A source that cannot be read is added to {@code unreadable}. */
    JobAssembler(
            List<ProcessSource> sources,
            List<Unreadable> remarks,
            List<Unreadable> unreadable,
            InputLimits limits,
            Progress progress) {
        this.limits = limits;
        this.grouping = remarks;
        this.id = sources.get(0).identity().jobId();
        sources.forEach(source -> folders.add(folder(source.file())));
        ParallelTasks.mapWithMemory(sources, this::read, Read::lackedMemory, progress, "sources read")
                .forEach(read -> {
                    if (read.process != null) {
                        byKind.computeIfAbsent(read.kind, kind -> new ArrayList<>())
                                .add(read.process);
                    } else {
                        unreadable.add(read.unreadable);
                    }
                });
        List<ProcessEvidence> read = byKind.remove(SourceKind.MEMORY);
        snapshots = new MemorySnapshots(read == null ? List.of() : read, limits);
        List<ProcessEvidence> traces = byKind.getOrDefault(SourceKind.TRACE, List.of());
        byKind.replace(SourceKind.TRACE, snapshots.complete(traces, unreadable));
    }

    /** The evidence in a source, or the reason why it cannot be read. */
    private record Read(SourceKind kind, ProcessEvidence process, Unreadable unreadable, boolean lackedMemory) {}

    private Read read(ProcessSource source) {
        try {
            ProcessEvidence read = SourceBoundary.read(limits.time(), () -> source.read(signatures, stacks));
            return new Read(source.kind(), read, null, false);
        } catch (SourceFailure failure) {
            return new Read(
                    source.kind(),
                    null,
                    new Unreadable(FileName.of(source.file()), failure.getMessage()),
                    failure.isOfMemory());
        }
    }

    /** Returns when the job's first process started, nanoseconds since the epoch. */
    long started() {
        return processes().mapToLong(ProcessEvidence::started).min().orElse(Call.NO_TIME);
    }

    /** Returns whether a file is in the folder of one of the job's sources, so that it is probably the job's, too. */
    boolean sharesFolderWith(String file) {
        return folders.contains(folder(Path.of(file)));
    }

    private static Path folder(Path file) {
        return file.toAbsolutePath().normalize().getParent();
    }

    private Stream<ProcessEvidence> processes() {
        return byKind.values().stream().flatMap(List::stream);
    }

    /**
     * Returns the job. It has no ranks if no source gives the rank of its process.
     *
     * @param unreadable the files that should have been sources of the job
     * @param worldSize the number of ranks according to the user; -1 if he does not say
     * @param launcher how the job was started
     */
    LoadedJob assemble(List<Unreadable> unreadable, int worldSize, Launcher launcher) {
        RasCheck ras = new RasCheck(byKind.getOrDefault(SourceKind.RAS, List.of()), signatures);
        byKind.computeIfPresent(SourceKind.LOG, (kind, logged) -> ras.check(withRanksOfFileNames(logged)));
        int known = Math.max(worldSize, Math.max(recordedWorldSize(processes()), largestCommunicator(processes())));
        boolean guessed = ConsoleWorld.fewestRanks(byKind.getOrDefault(SourceKind.CONSOLE, List.of())) > known;
        byKind.computeIfPresent(SourceKind.CONSOLE, (kind, processes) -> ConsoleWorld.complete(processes, known));
        Set<Unreadable> remarks = new LinkedHashSet<>(grouping);
        remarks.addAll(unreadable);
        Map<SourceKind, Map<Integer, ProcessEvidence>> owners = new EnumMap<>(SourceKind.class);
        byKind.forEach((kind, processes) -> {
            RankAssignment assignment = new RankAssignment(
                    HostClockCorrection.correct(withKnownRanks(processes, owners.values()), kind), kind);
            owners.put(kind, TruncatedLogs.withoutUnconfirmedEnds(assignment.owners()));
            remarks.addAll(assignment.unused());
        });
        SourceJoin join = new SourceJoin(owners);
        remarks.addAll(join.remarks());
        return new LoadedJob(
                job(join, remarks, worldSize, guessed, launcher),
                processes()
                        .flatMap(process -> process.classPath().stream())
                        .distinct()
                        .toList(),
                recordedWorldSize(processes()));
    }

    /** Returns the processes of logs; where none shows a rank, and each has a file of its own, the files' names number them. */
    private static List<ProcessEvidence> withRanksOfFileNames(List<ProcessEvidence> logged) {
        if (logged.stream().anyMatch(process -> !process.ranks().isEmpty())) {
            return logged;
        }
        List<Integer> ranks = ConsecutiveNumbers.in(
                logged.stream()
                        .map(process -> String.valueOf(Path.of(process.source()).getFileName()))
                        .toList(),
                recordedWorldSize(logged.stream()));
        return IntStream.range(0, ranks.size())
                .mapToObj(i -> logged.get(i).toBuilder().rank(ranks.get(i)).build())
                .collect(Collectors.collectingAndThen(
                        Collectors.toList(), numbered -> numbered.isEmpty() ? logged : numbered));
    }

    /** Returns the processes; those whose sources do not show their ranks have those of the same processes in other sources. */
    private static List<ProcessEvidence> withKnownRanks(
            List<ProcessEvidence> processes, Collection<Map<Integer, ProcessEvidence>> known) {
        Map<Long, Map<Integer, String>> hostsByRank = new HashMap<>();
        known.forEach(owners -> owners.forEach((rank, process) -> hostsByRank
                .computeIfAbsent(process.pid(), pid -> new TreeMap<>())
                .put(rank, process.host())));
        hostsByRank.remove(-1L);
        return processes.stream()
                .map(process -> {
                    if (!process.ranks().isEmpty()) {
                        return process;
                    }
                    Map<Integer, String> same = new TreeMap<>(hostsByRank.getOrDefault(process.pid(), Map.of()));
                    same.values()
                            .removeIf(host ->
                                    !host.isEmpty() && !process.host().isEmpty() && !host.equals(process.host()));
                    return same.size() == 1
                            ? process.toBuilder()
                                    .rank(same.keySet().iterator().next())
                                    .build()
                            : process;
                })
                .toList();
    }

    private Job job(SourceJoin join, Set<Unreadable> remarks, int worldSize, boolean guessed, Launcher launcher) {
        Map<Integer, ProcessEvidence> owners = join.processes();
        int expected = worldSize > 0 ? Math.max(worldSize, fewestRanks(owners)) : expectedWorldSize();
        Set<Integer> unobserved = owners.keySet().stream()
                .filter(rank -> EndingInference.isUnobserved(owners.get(rank)))
                .collect(Collectors.toSet());
        List<Communicator> communicators = communicators(join, unobserved, expected);
        Set<Integer> outdated = outdated(communicators);
        EndingInference endings = new EndingInference(distinct(owners.values()));
        List<Rank> ranks = new ArrayList<>();
        owners.forEach((rank, process) -> ranks.add(new Rank(
                rank,
                process.host(),
                process.pid(),
                Stream.concat(join.sources(rank).stream(), snapshots.used(rank)).toList(),
                process.started(),
                endings.ending(process, outdated.contains(rank)),
                process.lastAlive(),
                join.kind(rank).heartbeat(),
                process.threads(),
                process.copies(),
                process.devicesOf(rank),
                process.retained().of(rank))));
        Stream.concat(processesOf(join.naming()), owners.values().stream())
                .forEach(process -> process.losses()
                        .forEach(loss -> remarks.add(new Unreadable(process.source(), loss, Kind.INCOMPLETE))));
        owners.values()
                .forEach(process -> process.doubts()
                        .forEach(doubt -> remarks.add(new Unreadable(process.source(), doubt, Kind.DOUBTFUL))));
        Coverage coverage = new Coverage(
                expected,
                guessed && expected >= 0,
                ranks.size(),
                List.copyOf(remarks),
                overwritten(join, communicators));
        return new Job(id, ranks, communicators, signatures, stacks, coverage, launcher);
    }

    private Stream<ProcessEvidence> processesOf(SourceKind.Naming naming) {
        return byKind.entrySet().stream()
                .filter(entry -> entry.getKey().naming() == naming)
                .flatMap(entry -> entry.getValue().stream());
    }

    private static List<Communicator> communicators(SourceJoin join, Set<Integer> unobserved, int expected) {
        // PyTorch's dumps list every communicator on which the rank ever made a call.
        Set<Integer> completeRanks = join.processes().keySet().stream()
                .filter(rank -> join.kind(rank) == SourceKind.DUMP && !unobserved.contains(rank))
                .collect(Collectors.toSet());
        CommunicatorAssembler assembler = new CommunicatorAssembler(expected, completeRanks);
        join.processes().forEach((rank, process) -> assembler.add(rank, process.membershipsOf(rank)));
        return assembler.communicators().stream()
                .map(communicator -> PendingCallInference.infer(communicator, unobserved))
                .toList();
    }

    /** Compares by identity: a process of several ranks stays one, and comparing by value would compare all of its calls. */
    private static List<ProcessEvidence> distinct(Collection<ProcessEvidence> processes) {
        Set<ProcessEvidence> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        return processes.stream().filter(seen::add).toList();
    }

    /** Returns the ranks that made calls, according to other ranks, after the last one in their own sources. */
    private static Set<Integer> outdated(List<Communicator> communicators) {
        Set<Integer> outdated = new HashSet<>();
        for (Communicator communicator : communicators) {
            long proven = communicator.provenCalls();
            for (Membership member : communicator.memberships().values()) {
                if (member.collectives().lastSequence() < proven) {
                    outdated.add(member.rank());
                }
            }
        }
        return outdated;
    }

    /** Returns the number of ranks that the sources prove, which is more than the user's if he is wrong. */
    private static int fewestRanks(Map<Integer, ProcessEvidence> owners) {
        int highest = owners.keySet().stream().mapToInt(Integer::intValue).max().orElse(-1);
        return Math.max(highest + 1, largestCommunicator(owners.values().stream()));
    }

    private int expectedWorldSize() {
        int recorded = recordedWorldSize(processes());
        int expected = Math.max(
                recorded > 0 ? recorded : largestCommunicator(processes()),
                ConsoleWorld.fewestRanks(byKind.getOrDefault(SourceKind.CONSOLE, List.of())));
        return expected > MOST_RANKS || expected == 0 ? -1 : expected;
    }

    private static int recordedWorldSize(Stream<ProcessEvidence> processes) {
        return processes.mapToInt(ProcessEvidence::worldSize).max().orElse(-1);
    }

    private static int largestCommunicator(Stream<ProcessEvidence> processes) {
        return processes
                .mapToInt(ProcessEvidence::largestCommunicatorSize)
                .max()
                .orElse(-1);
    }

    private static List<MissingCalls> overwritten(SourceJoin join, List<Communicator> communicators) {
        List<MissingCalls> overwritten = new ArrayList<>();
        for (Communicator communicator : communicators) {
            for (Membership member : communicator.memberships().values()) {
                long calls = member.collectives().overwritten()
                        + member.pointToPoint().overwritten();
                if (calls > 0) {
                    overwritten.add(new MissingCalls(
                            member.rank(),
                            communicator.name(),
                            calls,
                            missing(join.kind(member.rank()), join.processes().get(member.rank()))));
                }
            }
        }
        return overwritten;
    }

    private static Missing missing(SourceKind kind, ProcessEvidence process) {
        boolean cut = process.losses().stream().anyMatch(loss -> loss.startsWith(ProcessTrace.TRUNCATED));
        if (cut) {
            return Missing.CUT;
        }
        return switch (kind) {
            case TRACE -> Missing.RING;
            case DUMP -> Missing.FLIGHT_RECORDER_RING;
            case LOG, CONSOLE, RAS, HOROVOD, STACKS, MEMORY -> Missing.UNKNOWN;
        };
    }
}
