package dev.rollcall.samples.generate.writer.text;

import dev.rollcall.samples.generate.program.SimulatedCommunicator;
import dev.rollcall.samples.generate.writer.RankDamage;
import dev.rollcall.trace.Operation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * One communicator as RAS sees it.
 *
 * @param id the communicator's hash
 * @param size the number of its ranks
 * @param members the ranks whose processes answered
 * @param missing the ranks in the communicator of the processes that did not answer
 * @param group the group of the job
 */
record RasCommunicator(long id, int size, List<Member> members, List<Integer> missing, SimulatedCommunicator group) {

    /** The operations that NCCL counts, in its order, with the function that makes each. */
    enum Function {
        BROADCAST("Broadcast", Operation.BROADCAST),
        REDUCE("Reduce", null),
        ALL_GATHER("AllGather", Operation.ALL_GATHER),
        REDUCE_SCATTER("ReduceScatter", Operation.REDUCE_SCATTER),
        ALL_REDUCE("AllReduce", Operation.ALL_REDUCE);

        private final String label;
        private final Operation operation;

        Function(String label, Operation operation) {
            this.label = label;
            this.operation = operation;
        }

        String label() {
            return label;
        }
    }

    /**
     * A rank of the communicator.
     *
     * @param rank the rank in the communicator
     * @param state the rank of the job
     * @param counts how many calls of each function it launched
     */
    record Member(int rank, SimulatedRankState state, Map<Function, Long> counts) {}

    /** Returns what RAS sees of a group. */
    static RasCommunicator of(
            SimulatedCommunicator group, JobState job, RankDamage damage, NcclCommunicators communicators) {
        List<Member> members = new ArrayList<>();
        List<Integer> missing = new ArrayList<>();
        for (int i = 0; i < group.size(); i++) {
            SimulatedRankState state = job.ranks().get(group.members()[i]);
            if (state.ended() || damage.removes(state.rank())) {
                missing.add(i);
            } else {
                members.add(new Member(i, state, counts(state, group, job)));
            }
        }
        return new RasCommunicator(communicators.id(group), group.size(), members, missing, group);
    }

    private static Map<Function, Long> counts(SimulatedRankState state, SimulatedCommunicator group, JobState job) {
        Map<Operation, Long> issued = new EnumMap<>(state.counts(group));
        PendingCall heldBack = job.heldBack(state);
        if (heldBack != null && heldBack.group() == group) {
            issued.merge(heldBack.call().operation(), -1L, Long::sum);
        }
        // NCCL makes a barrier by summing one number.
        issued.merge(Operation.ALL_REDUCE, issued.getOrDefault(Operation.BARRIER, 0L), Long::sum);
        Map<Function, Long> counts = new EnumMap<>(Function.class);
        for (Function function : Function.values()) {
            counts.put(function, function.operation == null ? 0 : issued.getOrDefault(function.operation, 0L));
        }
        return counts;
    }

    /** Returns whether a living process has it. */
    boolean exists() {
        return !members.isEmpty();
    }

    /** Returns whether the members' counts of a function differ. */
    boolean differs(Function function) {
        return members.stream()
                        .map(member -> member.counts().get(function))
                        .distinct()
                        .count()
                > 1;
    }

    /** Returns whether the members' counts of any function differ. */
    boolean differs() {
        for (Function function : Function.values()) {
            if (differs(function)) {
                return true;
            }
        }
        return false;
    }
}
