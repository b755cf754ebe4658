package dev.rollcall.analyzer.input.console;

import dev.rollcall.analyzer.input.MembershipEvidence;
import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.input.pytorch.GroupIdentity;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Joins the consoles of a job: the last attempt counts, and the members of the group of all ranks are all ranks, which one file does not
 * show. Stateless and thread-safe.
 */
public final class ConsoleWorld {
    /** The identity of the group of all ranks while its members are unknown. */
    static final String IDENTITY = "default_pg";

    /** The same for the group over which {@code TORCH_DISTRIBUTED_DEBUG=DETAIL} waits for all ranks before each call. */
    static final String WRAPPER = "monitored barrier";

    private ConsoleWorld() {}

    /**
     * Returns how many ranks a job has at least: the highest rank that its consoles show can be the last one that wrote anything.
     *
     * @param all what the consoles of one job show
     */
    public static int fewestRanks(List<ProcessEvidence> all) {
        return Math.min(
                ReportedRanks.MOST,
                all.stream()
                        .mapToInt(process -> Math.max(process.fewestRanks(), process.rank() + 1))
                        .max()
                        .orElse(0));
    }

    /**
     * Returns the processes of the last attempt, with the members of the group of all ranks.
     *
     * @param all what the consoles of one job show
     * @param worldSize the number of ranks according to other evidence; -1 where unknown
     */
    public static List<ProcessEvidence> complete(List<ProcessEvidence> all, int worldSize) {
        int last = all.stream()
                .mapToInt(process -> RankInPath.attempt(Path.of(process.source())))
                .max()
                .orElse(-1);
        List<ProcessEvidence> processes = all.stream()
                .filter(process -> {
                    int attempt = RankInPath.attempt(Path.of(process.source()));
                    return attempt < 0 || attempt == last;
                })
                .toList();
        int size = Math.max(worldSize, fewestRanks(processes));
        List<Integer> members = IntStream.range(0, size).boxed().toList();
        Map<String, String> identities = Map.of(
                IDENTITY, GroupIdentity.of(GroupName.WORLD.id(), GroupName.WORLD.description(), members, 1),
                WRAPPER, GroupIdentity.of(WRAPPER, WRAPPER, members, 1));
        return withoutOtherBarriers(processes, size).stream()
                .map(process -> process.toBuilder()
                        .memberships(process.memberships().stream()
                                .map(membership -> identities.containsKey(membership.identity())
                                        ? membership
                                                .withIdentity(identities.get(membership.identity()))
                                                .withMembers(members)
                                        : membership)
                                .toList())
                        .build())
                .toList();
    }

    /**
     * Removes what is not surely about the barriers of all ranks. A message about a barrier does not name its group, and numbers ranks
     * as in the group. Where a rank has another number there, groups of some ranks have barriers, too. Then only a list of those
     * that did not arrive shows the group of all ranks, if the last rank is in it.
     */
    private static List<ProcessEvidence> withoutOtherBarriers(List<ProcessEvidence> processes, int size) {
        List<MembershipEvidence> barriers = processes.stream()
                .flatMap(process -> process.memberships().stream())
                .filter(ConsoleWorld::isBarrier)
                .toList();
        if (barriers.stream().noneMatch(ConsoleWorld::ofSomeRanks)) {
            return processes;
        }
        boolean allListed =
                barriers.stream().anyMatch(barrier -> !barrier.showsCalls() && barrier.communicatorRank() == size - 1);
        return processes.stream()
                .map(process -> process.toBuilder()
                        .memberships(process.memberships().stream()
                                .filter(membership -> !isBarrier(membership) || membership.showsCalls() || allListed)
                                .map(membership -> isBarrier(membership) && (!allListed || ofSomeRanks(membership))
                                        ? membership.withIdentity("")
                                        : membership)
                                .toList())
                        .build())
                .toList();
    }

    private static boolean isBarrier(MembershipEvidence membership) {
        return membership.identity().equals(WRAPPER);
    }

    private static boolean ofSomeRanks(MembershipEvidence barrier) {
        return barrier.communicatorRank() != barrier.globalRank();
    }
}
