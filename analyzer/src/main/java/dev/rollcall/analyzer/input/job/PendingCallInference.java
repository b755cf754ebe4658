package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Membership;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * Infers which calls are pending if the sources never say that a call ended, as logs that are written before each call. A call
 * that some member has not joined cannot have ended.
 */
final class PendingCallInference {
    private PendingCallInference() {}

    /**
     * Returns a communicator with the inferred states of its collectives.
     *
     * @param unobserved the ranks whose sources break off, so that they may have made calls that are not in them
     */
    static Communicator infer(Communicator communicator, Set<Integer> unobserved) {
        Map<Integer, Membership> members = communicator.memberships();
        if (members.values().stream().noneMatch(member -> member.collectives().statesUnknown())) {
            return communicator;
        }
        List<Membership> observed = members.values().stream()
                .filter(member -> !unobserved.contains(member.rank()))
                .toList();
        long joinedByAll = lastCalls(observed).min().orElse(Long.MAX_VALUE - 1);
        long furthest = lastCalls(observed).max().orElse(0);
        boolean someMayLack = members.size() < communicator.size()
                || members.values().stream()
                        .anyMatch(member -> unobserved.contains(member.rank())
                                && member.collectives().lastSequence() < furthest);
        // No rank went past the furthest call, so the ranks in it may be waiting for a rank that is not observed.
        long pending = Math.min(joinedByAll + 1, someMayLack ? furthest : Long.MAX_VALUE);
        Map<Integer, Membership> inferred = new TreeMap<>(members);
        inferred.replaceAll((rank, member) -> member.collectives().statesUnknown()
                ? member.with(member.collectives().pendingFrom(pending))
                : member);
        return new Communicator(
                communicator.identity(), communicator.name(), communicator.size(), communicator.members(), inferred);
    }

    private static LongStream lastCalls(List<Membership> members) {
        return members.stream().mapToLong(member -> member.collectives().lastSequence());
    }
}
