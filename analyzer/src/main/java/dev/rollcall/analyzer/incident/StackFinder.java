package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.wait.StackClass;
import dev.rollcall.analyzer.wait.StackPosition;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Finds the ranks that stand apart from the wait of most others, in a job of which only stacks are known.
 *
 * <pre>
 *   most ranks of the job wait      in question
 *   in one call for other ranks     those in no wait; else those without a stack; else those in another wait
 *   in one wait for the device      the same, but nobody in a call for other ranks: it may wait for the most
 *   in no single place              nobody
 * </pre>
 */
final class StackFinder {
    private StackFinder() {}

    /** Returns the incident; none where a call is known, or no stack was collected. */
    static List<Incident> find(AlignedJob aligned) {
        Job job = aligned.job();
        boolean collected = job.ranks().stream()
                .anyMatch(rank -> !rank.heartbeat() && !rank.threads().isEmpty());
        if (!collected || !aligned.waits().waits().isEmpty() || showsCalls(job)) {
            return List.of();
        }
        List<StackClass> classes = StackClass.of(job);
        Set<Integer> others = ranks(job);
        List<Integer> missing = others.stream()
                .filter(rank -> job.currentSnapshot(rank) == null)
                .toList();
        StackClass waiting = waiting(classes, others.size());
        List<Integer> apart = waiting == null ? List.of() : apart(classes, waiting, missing);
        others.removeAll(apart);
        others.removeAll(missing);
        return List.of(new Incident(
                IncidentKind.STACKS_ALONE,
                EnumSet.of(apart.isEmpty() ? Fact.EITHER_SIDE : Fact.ONE_SIDE),
                Cause.UNDETERMINED,
                null,
                0,
                apart,
                apart.isEmpty() ? List.copyOf(others) : waiting.ranks(),
                Long.MAX_VALUE,
                new IncidentDetails.Positions(classes, waiting, missing)));
    }

    private static boolean showsCalls(Job job) {
        return job.communicators().stream()
                .flatMap(communicator -> communicator.memberships().values().stream())
                .anyMatch(member -> member.collectives().lastSequence()
                                + member.pointToPoint().lastSequence()
                        > 0);
    }

    /** Returns the ranks that the job must have: by the world size, or by the highest rank. */
    private static Set<Integer> ranks(Job job) {
        Set<Integer> ranks =
                new TreeSet<>(job.ranks().stream().map(Rank::number).toList());
        int highest = job.ranks().get(job.ranks().size() - 1).number();
        // A number in a file's name that is no rank makes the job look huge: then no rank is missing.
        int expected = Math.max(job.coverage().expected(), Math.min(highest + 1, 2 * ranks.size()));
        IntStream.range(0, expected).forEach(ranks::add);
        return ranks;
    }

    /** Returns the wait in which more than half of all ranks are; null for none. */
    private static StackClass waiting(List<StackClass> classes, int ranks) {
        if (classes.isEmpty()) {
            return null;
        }
        StackClass largest = classes.get(0);
        return largest.position().waits() && 2 * largest.ranks().size() > ranks ? largest : null;
    }

    private static List<Integer> apart(List<StackClass> classes, StackClass waiting, List<Integer> missing) {
        List<Integer> free = new ArrayList<>();
        List<Integer> inOtherWaits = new ArrayList<>();
        for (StackClass each : classes.subList(1, classes.size())) {
            if (each.position().kind() == StackPosition.Kind.ELSEWHERE) {
                free.addAll(each.ranks());
            } else if (waiting.position().kind() == StackPosition.Kind.OTHER_RANKS
                    || each.position().kind() == StackPosition.Kind.DEVICE) {
                inOtherWaits.addAll(each.ranks());
            }
        }
        List<Integer> apart = !free.isEmpty() ? free : !missing.isEmpty() ? missing : inOtherWaits;
        return apart.stream().sorted().toList();
    }
}
