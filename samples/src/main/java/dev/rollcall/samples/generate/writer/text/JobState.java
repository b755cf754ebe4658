package dev.rollcall.samples.generate.writer.text;

import dev.rollcall.samples.generate.program.SimulatedCommunicator;
import dev.rollcall.samples.generate.simulation.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Where all ranks stand when a job ends.
 *
 * <p>In a job that connects lazily, as NCCL does unless told otherwise, the first call on a group, and the first between two
 * ranks, waits on the host until all its ranks have come. Until then c10d has not counted it, and no watchdog watches it.
 *
 * @param ranks the ranks' states, by rank
 * @param lazy whether groups connect in their first call
 * @param end when the job was ended from outside, nanoseconds since its start
 * @param meeting the ranks that wait for others before their newest call
 */
record JobState(List<SimulatedRankState> ranks, boolean lazy, long end, Set<Integer> meeting) {

    /** Returns the end of a simulated job. Jobs with an odd seed connect lazily. */
    static JobState of(Simulation simulation, long seed) {
        List<SimulatedRankState> ranks = new ArrayList<>();
        for (int rank = 0; rank < simulation.ranks(); rank++) {
            SimulatedRankState state = new SimulatedRankState(rank);
            simulation.replay(rank, state);
            ranks.add(state);
        }
        return new JobState(ranks, seed % 2 != 0, simulation.end(), Set.of());
    }

    /** Returns the same job, where some ranks wait on the host to meet the others before their newest call. */
    JobState meeting(Set<Integer> waiting) {
        return new JobState(ranks, lazy, end, waiting);
    }

    /** Returns the call in which a rank waits on the host, so that the device knows nothing of it; null if there is none. */
    PendingCall heldBack(SimulatedRankState rank) {
        PendingCall call = rank.blocking();
        if (meeting.contains(rank.rank())) {
            return call;
        }
        if (!lazy || call == null || rank.connected(call)) {
            return null;
        }
        boolean allCame = !call.call().operation().pointToPoint()
                && IntStream.of(call.group().members()).allMatch(member -> hasIssued(ranks.get(member), call));
        return allCame ? null : call;
    }

    /** Returns whether a member of the group has issued its collective with the same sequence number. */
    static boolean hasIssued(SimulatedRankState member, PendingCall call) {
        return member.groups().contains(call.group())
                && member.counters(call.group()).collectives() >= call.sequence();
    }

    /** Returns the oldest call of a rank on a group that the device has not finished; null if there is none. */
    PendingCall oldest(SimulatedRankState rank, SimulatedCommunicator group) {
        PendingCall heldBack = heldBack(rank);
        return rank.pending().stream()
                .filter(call -> call.group() == group && call != heldBack)
                .findFirst()
                .orElse(null);
    }

    /** Returns the sequence number of the newest call that c10d enqueued for a rank on a group. */
    long enqueued(SimulatedRankState rank, SimulatedCommunicator group) {
        PendingCall heldBack = heldBack(rank);
        return heldBack != null && heldBack.group() == group
                ? rank.counters(group).enqueuedBefore()
                : rank.counters(group).enqueued();
    }

    /** Returns whether the job waits forever. A job with a late rank only waits. */
    boolean hangs() {
        return ranks.stream().noneMatch(SimulatedRankState::late)
                && !ranks.stream().allMatch(SimulatedRankState::ended);
    }
}
