package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.PeerLoss;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.wait.Gathering;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds creations of communicators that failed on some ranks by themselves, and ranks that meet in separate places to create
 * one communicator.
 */
final class CreationFinder {
    private final AlignedJob aligned;

    CreationFinder(AlignedJob aligned) {
        this.aligned = aligned;
    }

    /** Returns whether one of some gatherings is in a creation that failed by itself, or two of them are apart. */
    static boolean explains(Collection<Gathering> places, AlignedJob aligned) {
        CreationFinder finder = new CreationFinder(aligned);
        return places.stream().anyMatch(place -> !finder.failed(place).isEmpty())
                || places.stream().anyMatch(one -> places.stream().anyMatch(other -> apart(one, other)));
    }

    List<Incident> find() {
        List<Gathering> creating = aligned.waits().gatherings().stream()
                .filter(gathering -> gathering.first().joining())
                .sorted(Comparator.<Gathering>comparingInt(
                                gathering -> -gathering.ranks().size())
                        .thenComparing(gathering -> gathering.ranks().get(0)))
                .toList();
        List<Incident> incidents = new ArrayList<>();
        Set<Gathering> seen = new HashSet<>();
        for (Gathering gathering : creating) {
            List<Integer> failed = failed(gathering);
            List<Gathering> apart = creating.stream()
                    .filter(other -> !seen.contains(other) && apart(gathering, other))
                    .toList();
            boolean frozen = WaitClock.of(aligned.waitsOf(gathering), aligned) == Fact.FROZEN;
            if (!failed.isEmpty()) {
                incidents.add(incident(
                        IncidentKind.FAILED_CREATION,
                        Set.of(),
                        gathering,
                        failed,
                        List.copyOf(behind(failed, gathering)),
                        new IncidentDetails.CommonCall(gathering)));
            } else if (!apart.isEmpty() && frozen && seen.add(gathering)) {
                seen.addAll(apart);
                incidents.add(separate(gathering, apart));
            }
        }
        return incidents;
    }

    private static Incident incident(
            IncidentKind kind,
            Set<Fact> facts,
            Gathering gathering,
            List<Integer> ranks,
            List<Integer> others,
            IncidentDetails details) {
        return new Incident(
                kind,
                facts,
                Cause.SPLIT_WORLD,
                gathering.first().communicator(),
                0,
                ranks,
                others,
                Incident.time(gathering.first().call()),
                details);
    }

    /**
     * Returns the ranks on which a creation failed by itself while others wait for them, ascending; nobody where it failed on
     * most, which points at what they share.
     */
    private List<Integer> failed(Gathering gathering) {
        if (!gathering.first().joining()) {
            return List.of();
        }
        List<Integer> failed = gathering.first().communicator().memberships().values().stream()
                .filter(CreationFinder::byItself)
                .map(Membership::rank)
                .filter(rank ->
                        gathering.ranks().contains(rank) || gathering.first().awaits(rank))
                .toList();
        int size = Math.max(
                gathering.first().communicator().size(), gathering.ranks().size());
        if (failed.isEmpty() || 2 * failed.size() > size) {
            return List.of();
        }
        boolean noticed = behind(failed, gathering).stream()
                .map(aligned::waitOf)
                .anyMatch(wait -> FailureOrigin.failed(wait) || aligned.pace().stuck(wait));
        boolean gone = failed.stream()
                .allMatch(rank -> aligned.job().rank(rank).ending().hasEnded());
        return noticed || gone ? failed : List.of();
    }

    private static boolean byItself(Membership member) {
        return member.phase() == Membership.Phase.FAILED
                && !PeerLoss.anyOf(member.join().failure());
    }

    /** Returns the ranks that wait with those on which it failed, or for them. */
    private Set<Integer> behind(List<Integer> failed, Gathering gathering) {
        Set<Integer> behind = new TreeSet<>(gathering.ranks());
        failed.forEach(
                rank -> aligned.waits().waitsFor(rank).stream().map(Wait::rank).forEach(behind::add));
        failed.forEach(behind::remove);
        return behind;
    }

    /** Whether two gatherings are parts of one communicator that was not created: each lacks all ranks of the other. */
    private static boolean apart(Gathering one, Gathering other) {
        return one != other
                && one.first().joining()
                && other.first().joining()
                && one.first().absent().containsAll(other.ranks())
                && other.first().absent().containsAll(one.ranks());
    }

    private static Incident separate(Gathering largest, List<Gathering> apart) {
        boolean majority =
                2 * largest.ranks().size() > largest.first().communicator().size();
        Set<Integer> rest = new TreeSet<>();
        apart.forEach(gathering -> rest.addAll(gathering.ranks()));
        List<Gathering> sides = new ArrayList<>(List.of(largest));
        sides.addAll(apart);
        return incident(
                IncidentKind.SEPARATE_CREATIONS,
                EnumSet.of(majority ? Fact.ONE_SIDE : Fact.EITHER_SIDE),
                largest,
                List.copyOf(rest),
                largest.ranks(),
                new IncidentDetails.Creations(sides));
    }
}
