package dev.rollcall.analyzer.input;

import dev.rollcall.analyzer.containment.FileName;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CopyTally;
import dev.rollcall.analyzer.model.DeviceRecord;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.RetainedMemory;
import dev.rollcall.analyzer.model.ThreadSnapshot;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What one source says about one process, before it is joined with the evidence of the other processes. Times are nanoseconds
 * since the epoch, {@code Call.NO_TIME} where unknown. Immutable.
 *
 * @param source the file
 * @param host the host of the process; empty where unknown
 * @param pid its process number; -1 where unknown
 * @param started when it started
 * @param lastAlive when it was last known to be alive
 * @param rank its global rank if it has a single one; otherwise, or where unknown, -1
 * @param worldSize the number of ranks of the job; -1 where unknown
 * @param fewestRanks how many ranks the job has at least; 0 where nothing shows more than this process
 * @param ending how it ended according to this source; null if the source would hold an ending and has none
 * @param running whether the process is running on this machine now
 * @param threads the snapshots of its threads, oldest first
 * @param memberships the memberships of its ranks in communicators, in the order of creation
 * @param classPath its class path; empty where unknown
 * @param losses what the source lacks, in words; empty if it is whole
 * @param extent up to when the source has evidence
 * @param copies its verified copies
 * @param devices what is known of its devices
 * @param retained the memory that its collectives keep allocated
 * @param inputs reads which memory its collectives read
 * @param allocations what its allocator did
 * @param doubts what the source mentions but does not hold, in words; the job cannot be called healthy unless this is empty
 */
public record ProcessEvidence(
        String source,
        String host,
        long pid,
        long started,
        long lastAlive,
        int rank,
        int worldSize,
        int fewestRanks,
        Ending ending,
        boolean running,
        List<ThreadSnapshot> threads,
        List<MembershipEvidence> memberships,
        List<Path> classPath,
        List<String> losses,
        SourceExtent extent,
        List<CopyTally> copies,
        DeviceRecord devices,
        RetainedMemory retained,
        CallInput.Loader inputs,
        AllocatorHistory allocations,
        List<String> doubts) {
    /** The newest calls of a lane whose threads show which rank a thread works for. */
    private static final int CALLS_WITH_THREADS = 16;

    /** Returns a builder of the evidence in a file, with nothing known of the process. */
    public static Builder builder(Path file) {
        return new Builder(FileName.of(file));
    }

    /** Returns a builder that starts with this evidence. */
    public Builder toBuilder() {
        return new Builder(source)
                .host(host)
                .pid(pid)
                .started(started)
                .lastAlive(lastAlive)
                .rank(rank)
                .worldSize(worldSize)
                .fewestRanks(fewestRanks)
                .ending(ending)
                .running(running)
                .threads(threads)
                .memberships(memberships)
                .classPath(classPath)
                .losses(losses)
                .extent(extent)
                .copies(copies)
                .devices(devices)
                .retained(retained)
                .inputs(inputs)
                .allocations(allocations)
                .doubts(doubts);
    }

    /** Returns the global ranks of the process, as far as they are known, in ascending order. */
    public TreeSet<Integer> ranks() {
        TreeSet<Integer> ranks = new TreeSet<>();
        memberships.forEach(membership -> ranks.add(globalRank(membership)));
        ranks.add(rank);
        ranks.remove(-1);
        return ranks;
    }

    /** Returns the memberships of a global rank; those of unknown rank for -1. */
    public List<MembershipEvidence> membershipsOf(int globalRank) {
        return memberships.stream()
                .filter(membership -> globalRank(membership) == globalRank)
                .toList();
    }

    /**
     * Returns the global rank of a membership of this process; -1 where unknown. Where the source gives none, it is the rank
     * in the largest communicator.
     */
    private int globalRank(MembershipEvidence membership) {
        if (membership.globalRank() >= 0) {
            return membership.globalRank();
        }
        int communicatorRank = membership.communicatorRank();
        if (communicatorRank >= 0
                && communicatorRank < membership.members().size()
                && membership.members().get(communicatorRank) >= 0) {
            return membership.members().get(communicatorRank);
        }
        if (rank >= 0) {
            return rank;
        }
        return memberships.stream()
                .filter(other -> other.communicatorRank() >= 0)
                .max(Comparator.comparingInt(MembershipEvidence::size))
                .map(MembershipEvidence::communicatorRank)
                .orElse(-1);
    }

    /** Returns what is known of the devices of one of the process's ranks. */
    public DeviceRecord devicesOf(int globalRank) {
        TreeSet<Integer> ranks = ranks();
        if (ranks.size() <= 1) {
            return devices;
        }
        List<MembershipEvidence> own = membershipsOf(globalRank);
        return devices.of(
                devices.places().stream()
                        .filter(place -> own.stream()
                                .anyMatch(membership -> membership.identity().equals(place.communicator())
                                        && membership.communicatorRank() == place.rank()))
                        .toList(),
                globalRank == ranks.first(),
                globalRank,
                devices.shows() ? callers(ranks) : Map.of());
    }

    /** Returns the ranks whose newest calls a thread made, by the thread's name. */
    private Map<String, Set<Integer>> callers(Set<Integer> ranks) {
        Map<String, Set<Integer>> callers = new HashMap<>();
        for (int each : ranks) {
            membershipsOf(each).stream()
                    .flatMap(membership -> Stream.of(membership.collectives(), membership.pointToPoint()))
                    .flatMap(calls -> IntStream.range(Math.max(0, calls.size() - CALLS_WITH_THREADS), calls.size())
                            .mapToObj(calls::call))
                    .forEach(call -> callers.computeIfAbsent(call.thread(), thread -> new TreeSet<>())
                            .add(each));
        }
        callers.remove("");
        return callers;
    }

    /** Returns the size of the process's largest communicator; -1 where unknown. */
    public int largestCommunicatorSize() {
        return memberships.stream().mapToInt(MembershipEvidence::size).max().orElse(-1);
    }

    /** Returns whether the source shows calls of the process, or how many there were. */
    public boolean showsCalls() {
        return memberships.stream().anyMatch(MembershipEvidence::showsCalls);
    }

    /** Returns whether the source lists the calls of the process, so that they can be counted. */
    public boolean listsCalls() {
        return memberships.stream()
                .anyMatch(membership -> membership.collectives().listsAll()
                        || membership.pointToPoint().listsAll());
    }

    /**
     * Returns this evidence, completed by what a source of another kind shows of the same process.
     *
     * @param other that source's evidence; its times are by another clock and are left out
     * @param sameNaming whether both sources identify communicators in the same way, so that memberships are joined, too
     */
    public ProcessEvidence completedBy(ProcessEvidence other, boolean sameNaming) {
        boolean ended = ending != null && ending.hasEnded();
        return toBuilder()
                .host(host.isEmpty() ? other.host : host)
                .pid(pid < 0 ? other.pid : pid)
                .worldSize(Math.max(worldSize, other.worldSize))
                .ending(!ended && other.ending != null && other.ending.hasEnded() ? other.ending.withoutTime() : ending)
                .threads(Stream.concat(threads.stream(), other.threads.stream()).toList())
                .memberships(sameNaming ? joined(other.memberships) : memberships)
                .doubts(
                        sameNaming && !showsCalls()
                                ? Stream.concat(doubts.stream(), other.doubts.stream())
                                        .toList()
                                : doubts)
                .build();
    }

    private List<MembershipEvidence> joined(List<MembershipEvidence> others) {
        Map<String, MembershipEvidence> byIdentity = new LinkedHashMap<>();
        others.forEach(other -> byIdentity.putIfAbsent(other.identity(), other));
        List<MembershipEvidence> joined = new ArrayList<>();
        for (MembershipEvidence own : memberships) {
            MembershipEvidence other = byIdentity.remove(own.identity());
            joined.add(other == null || own.identity().isEmpty() ? own : own.completedBy(other));
        }
        if (!showsCalls()) {
            // A source that shows calls shows all communicators; the other one may identify the same ones otherwise.
            joined.addAll(byIdentity.values());
        }
        return joined;
    }

    /** Returns this evidence of a process that something else shows alive at a time; {@code Call.NO_TIME} for no such time. */
    public ProcessEvidence aliveAt(long time) {
        return toBuilder().lastAlive(Math.max(lastAlive, time)).build();
    }

    /** Returns this evidence with an unknown ending: the process may have made more calls. The user reads the reason. */
    public ProcessEvidence unobservedAfterCalls(String reason) {
        return toBuilder()
                .ending(Ending.unobserved(reason))
                .losses(Stream.concat(losses.stream(), Stream.of(reason)).toList())
                .build();
    }

    /** Builds evidence. What is not set is not known. Not thread-safe. */
    public static final class Builder {
        private String source;
        private String host = "";
        private long pid = -1;
        private long started = Call.NO_TIME;
        private long lastAlive = Call.NO_TIME;
        private int rank = -1;
        private int worldSize = -1;
        private int fewestRanks;
        private Ending ending = Ending.UNKNOWN;
        private boolean running;
        private List<ThreadSnapshot> threads = List.of();
        private List<MembershipEvidence> memberships = List.of();
        private List<Path> classPath = List.of();
        private List<String> losses = List.of();
        private SourceExtent extent = SourceExtent.UNKNOWN;
        private List<CopyTally> copies = List.of();
        private DeviceRecord devices = DeviceRecord.NONE;
        private RetainedMemory retained = RetainedMemory.NONE;
        private CallInput.Loader inputs = CallInput.Loader.NONE;
        private AllocatorHistory allocations = AllocatorHistory.NONE;
        private List<String> doubts = List.of();

        private Builder(String source) {
            this.source = source;
        }

        /** Sets {@link ProcessEvidence#source()}. */
        public Builder source(String value) {
            source = value;
            return this;
        }

        /** Sets {@link ProcessEvidence#host()}. */
        public Builder host(String value) {
            host = value;
            return this;
        }

        /** Sets {@link ProcessEvidence#pid()}. */
        public Builder pid(long value) {
            pid = value;
            return this;
        }

        /** Sets {@link ProcessEvidence#started()}. */
        public Builder started(long value) {
            started = value;
            return this;
        }

        /** Sets {@link ProcessEvidence#lastAlive()}. */
        public Builder lastAlive(long value) {
            lastAlive = value;
            return this;
        }

        /** Sets {@link ProcessEvidence#rank()}. */
        public Builder rank(int value) {
            rank = value;
            return this;
        }

        /** Sets {@link ProcessEvidence#worldSize()}. */
        public Builder worldSize(int value) {
            worldSize = value;
            return this;
        }

        /** Sets {@link ProcessEvidence#fewestRanks()}. */
        public Builder fewestRanks(int value) {
            fewestRanks = value;
            return this;
        }

        /** Sets {@link ProcessEvidence#ending()}. */
        public Builder ending(Ending value) {
            ending = value;
            return this;
        }

        /** Sets {@link ProcessEvidence#running()}. */
        public Builder running(boolean value) {
            running = value;
            return this;
        }

        /** Sets {@link ProcessEvidence#threads()}. */
        public Builder threads(List<ThreadSnapshot> value) {
            threads = value;
            return this;
        }

        /** Sets {@link ProcessEvidence#memberships()}. */
        public Builder memberships(List<MembershipEvidence> value) {
            memberships = value;
            return this;
        }

        /** Sets {@link ProcessEvidence#classPath()}. */
        public Builder classPath(List<Path> value) {
            classPath = value;
            return this;
        }

        /** Sets {@link ProcessEvidence#losses()}. */
        public Builder losses(List<String> value) {
            losses = value;
            return this;
        }

        /** Sets {@link ProcessEvidence#extent()}. */
        public Builder extent(SourceExtent value) {
            extent = value;
            return this;
        }

        /** Sets {@link ProcessEvidence#copies()}. */
        public Builder copies(List<CopyTally> value) {
            copies = value;
            return this;
        }

        /** Sets {@link ProcessEvidence#devices()}. */
        public Builder devices(DeviceRecord value) {
            devices = value;
            return this;
        }

        /** Sets {@link ProcessEvidence#retained()}. */
        public Builder retained(RetainedMemory value) {
            retained = value;
            return this;
        }

        /** Sets {@link ProcessEvidence#inputs()}. */
        public Builder inputs(CallInput.Loader value) {
            inputs = value;
            return this;
        }

        /** Sets {@link ProcessEvidence#allocations()}. */
        public Builder allocations(AllocatorHistory value) {
            allocations = value;
            return this;
        }

        /** Sets {@link ProcessEvidence#doubts()}. */
        public Builder doubts(List<String> value) {
            doubts = value;
            return this;
        }

        /** Returns the evidence. */
        public ProcessEvidence build() {
            return new ProcessEvidence(
                    source,
                    host,
                    pid,
                    started,
                    lastAlive,
                    rank,
                    worldSize,
                    fewestRanks,
                    ending,
                    running,
                    threads,
                    memberships,
                    classPath,
                    losses,
                    extent,
                    copies,
                    devices,
                    retained,
                    inputs,
                    allocations,
                    doubts);
        }
    }
}
