package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.model.Communicator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Tells communicators of one name apart by their ranks: frameworks call all groups of a kind the same. */
final class CommunicatorNames {
    private static final int FEW = 4;

    private CommunicatorNames() {}

    /** Returns communicators of which those that share their name with others have their ranks in it. */
    static List<Communicator> told(List<Communicator> communicators) {
        Map<String, Integer> times = new HashMap<>();
        communicators.forEach(communicator -> times.merge(communicator.name(), 1, Integer::sum));
        return communicators.stream()
                .map(communicator -> times.get(communicator.name()) > 1
                                && !communicator.members().isEmpty()
                                && !communicator.members().contains(-1)
                        ? named(communicator)
                        : communicator)
                .toList();
    }

    private static Communicator named(Communicator c) {
        String ranks = c.members().size() == 1 ? " (rank " : " (ranks ";
        return new Communicator(
                c.identity(),
                c.name() + ranks + listed(c.members().stream().sorted().toList()) + ")",
                c.size(),
                c.members(),
                c.memberships());
    }

    /** Returns {@code 4–7}, {@code 1, 9}, or {@code 0, 8, … 56}. */
    private static String listed(List<Integer> ranks) {
        int last = ranks.size() - 1;
        if (last > 1 && ranks.get(last) - ranks.get(0) == last) {
            return ranks.get(0) + "–" + ranks.get(last);
        }
        return ranks.size() <= FEW
                ? ranks.stream().map(String::valueOf).collect(Collectors.joining(", "))
                : ranks.get(0) + ", " + ranks.get(1) + ", … " + ranks.get(last);
    }
}
