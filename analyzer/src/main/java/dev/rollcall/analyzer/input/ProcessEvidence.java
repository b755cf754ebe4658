package dev.rollcall.analyzer.input;

import dev.rollcall.analyzer.model.CopyTally;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.ThreadSnapshot;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
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
 * @param ending how it ended according to this source; null if the source would hold an ending and has none
 * @param running whether the process is running on this machine now
 * @param threads the snapshots of its threads, oldest first
 * @param memberships the memberships of its ranks in communicators, in the order of creation
 * @param classPath its class path; empty where unknown
 * @param losses what the source lacks, in words; empty if it is whole
 * @param extent up to when the source has evidence
 * @param copies its verified copies
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
        Ending ending,
        boolean running,
        List<ThreadSnapshot> threads,
        List<MembershipEvidence> memberships,
        List<Path> classPath,
        List<String> losses,
        SourceExtent extent,
        List<CopyTally> copies,
        List<String> doubts) {

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

    /** Returns the size of the process's largest communicator; -1 where unknown. */
    public int largestCommunicatorSize() {
        return memberships.stream().mapToInt(MembershipEvidence::size).max().orElse(-1);
    }

    /** Returns this evidence of a process that something else shows alive at a time; {@code Call.NO_TIME} for no such time. */
    public ProcessEvidence aliveAt(long time) {
        return with(Math.max(lastAlive, time), ending, losses, extent);
    }

    /** Returns this evidence with another extent. */
    public ProcessEvidence with(SourceExtent other) {
        return with(lastAlive, ending, losses, other);
    }

    /** Returns this evidence with an unknown ending: the process may have made more calls. The user reads the reason. */
    public ProcessEvidence unobservedAfterCalls(String reason) {
        return with(
                lastAlive,
                Ending.unobserved(reason),
                Stream.concat(losses.stream(), Stream.of(reason)).toList(),
                extent);
    }

    private ProcessEvidence with(long alive, Ending end, List<String> lost, SourceExtent covered) {
        return new ProcessEvidence(
                source,
                host,
                pid,
                started,
                alive,
                rank,
                worldSize,
                end,
                running,
                threads,
                memberships,
                classPath,
                lost,
                covered,
                copies,
                doubts);
    }
}
