package dev.rollcall.analyzer.input;

import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Membership;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Infers which calls are pending where a source never tells of a call's end, as a log that is written before each call: what some
 * member has not joined cannot have ended.
 */
final class Unjoined {
    private Unjoined() {}

    /**
     * Returns a communicator with what follows for its calls.
     *
     * @param unobserved the ranks whose sources break off, so that a call which they lack may still have been made
     */
    static Communicator infer(Communicator communicator, Set<Integer> unobserved) {
        Map<Integer, Membership> members = communicator.memberships();
        if (members.values().stream().noneMatch(member -> member.collectives().statesUnknown())) {
            return communicator;
        }
        long joinedByAll = members.values().stream()
                .filter(member -> !unobserved.contains(member.rank()))
                .mapToLong(member -> member.collectives().lastSequence())
                .min()
                .orElse(Long.MAX_VALUE - 1);
        Map<Integer, Membership> inferred = new TreeMap<>(members);
        inferred.replaceAll((rank, member) -> member.collectives().statesUnknown()
                ? member.with(member.collectives().pendingFrom(joinedByAll + 1))
                : member);
        return new Communicator(
                communicator.identity(), communicator.name(), communicator.size(), communicator.members(), inferred);
    }
}
