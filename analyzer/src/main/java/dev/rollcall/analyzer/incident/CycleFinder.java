package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.align.StrayCall;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.wait.Gathering;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Finds ranks that wait for each other across communicators, and which of them diverged. */
final class CycleFinder {
    private final AlignedJob aligned;
    private final Map<Integer, Wait> waits;

    CycleFinder(AlignedJob aligned) {
        this.aligned = aligned;
        this.waits = aligned.waits().waits();
    }

    /** Returns one incident for each set of ranks that wait for each other and for no other such set. */
    List<Incident> find() {
        List<Incident> incidents = new ArrayList<>();
        List<Gathering> gatherings = aligned.waits().gatherings();
        Map<Integer, Integer> places = new HashMap<>();
        for (int i = 0; i < gatherings.size(); i++) {
            for (int rank : gatherings.get(i).ranks()) {
                places.put(rank, i);
            }
        }
        for (Set<Integer> cycle : aligned.waits().cycles()) {
            Set<Integer> its = new TreeSet<>();
            cycle.forEach(rank -> its.add(places.get(rank)));
            Incident incident = find(cycle, its.stream().map(gatherings::get).toList());
            if (incident != null) {
                incidents.add(incident);
            }
        }
        return incidents;
    }

    /** Returns the incident of a cycle; null where it may resolve itself, or the creation of a communicator explains it. */
    private Incident find(Set<Integer> cycle, List<Gathering> places) {
        long communicators = cycle.stream()
                .map(rank -> waits.get(rank).communicator().identity())
                .distinct()
                .count();
        if (communicators < 2 || !StuckCycle.of(cycle, aligned).whole() || CreationFinder.explains(places, aligned)) {
            return null;
        }
        Map<Integer, StrayCall> left = left(cycle);
        if (left.size() == 1) {
            StrayCall alone = left.values().iterator().next();
            if (extra(alone, cycle)) {
                return incident(Cause.EXTRA_COLLECTIVE, Fact.ONE_SIDE, List.of(alone.rank()), cycle, places, alone);
            }
            if (skipped(alone, cycle)) {
                return incident(Cause.SKIPPED_COLLECTIVE, Fact.ONE_SIDE, List.of(alone.rank()), cycle, places, alone);
            }
        }
        if (!left.isEmpty() && 2 * left.size() <= cycle.size()) {
            List<Integer> named = List.copyOf(left.keySet());
            return incident(Cause.COMMUNICATOR_DEADLOCK, Fact.ONE_SIDE, named, cycle, places, left.get(named.get(0)));
        }
        boolean halves = cycle.size() > 2 && cycle.stream().map(waits::get).anyMatch(Wait::pointToPoint);
        List<Integer> named = halves ? List.copyOf(cycle) : againstMost(cycle, places);
        Fact blame = named.size() < cycle.size()
                ? Fact.ONE_SIDE
                : halves || unread(cycle) || undated(cycle) || repeated(cycle) ? Fact.EITHER_SIDE : Fact.ALL_SIDES;
        return incident(Cause.COMMUNICATOR_DEADLOCK, blame, named, cycle, places, null);
    }

    private Incident incident(
            Cause cause, Fact blame, List<Integer> named, Set<Integer> cycle, List<Gathering> places, StrayCall left) {
        boolean ofCall = cause != Cause.COMMUNICATOR_DEADLOCK;
        Wait missed = left == null ? null : missed(left, cycle);
        Wait first = waits.get(named.get(0));
        Communicator communicator = ofCall
                ? cause == Cause.EXTRA_COLLECTIVE ? left.communicator() : missed.communicator()
                : first.communicator();
        long sequence = ofCall
                ? cause == Cause.EXTRA_COLLECTIVE
                        ? left.call().sequence()
                        : missed.call().sequence()
                : first.call().sequence();
        return new Incident(
                IncidentKind.CYCLE,
                EnumSet.of(blame),
                cause,
                communicator,
                sequence,
                named,
                cycle.stream().filter(rank -> !named.contains(rank)).sorted().toList(),
                left == null ? closed(cycle) : Incident.time(left.call()),
                new IncidentDetails.WaitCycle(
                        new TreeSet<>(cycle).stream().map(waits::get).toList(), places, left, missed));
    }

    /** Returns when the last rank of the cycle entered its wait: before that none of them was stuck for good. */
    private long closed(Set<Integer> cycle) {
        return cycle.stream()
                .mapToLong(rank -> Incident.time(waits.get(rank).call()))
                .max()
                .orElse(Long.MAX_VALUE);
    }

    /** Returns the ranks that left, by their own histories; where no history shows one, those that skipped a call of their peers. */
    private Map<Integer, StrayCall> left(Set<Integer> cycle) {
        Map<Integer, StrayCall> left = aligned.divergences().fromOwnHistory(cycle);
        if (!left.isEmpty()) {
            return left;
        }
        left = aligned.divergences().fromPeers(cycle);
        left.values()
                .removeIf(divergence -> divergence.unprecedented()
                        || !divergence.resumed() && !divergence.outvoted()
                        || missed(divergence, cycle) == null);
        return left;
    }

    /**
     * Whether a rank made one call more than the others: none made it before, and another rank waits in one that it makes again
     * and again. Where all are in calls that are new to them, no history shows what was next.
     */
    private boolean extra(StrayCall left, Set<Integer> cycle) {
        return left.unprecedented()
                && cycle.stream()
                        .filter(rank -> rank != left.rank())
                        .map(waits::get)
                        .anyMatch(wait -> aligned.divergences().madeBefore(wait.rank(), wait.call()));
    }

    /**
     * Whether a rank left out the call that was next: others wait for it there, and it got through the call that it made
     * instead, or went on with all that was to come after. A rank that is still in that call may only have swapped the two.
     */
    private boolean skipped(StrayCall left, Set<Integer> cycle) {
        Wait own = waits.get(left.rank());
        boolean wentOn = own.communicator() != left.communicator()
                || own.call().sequence() != left.call().sequence();
        return !left.unprecedented()
                && (left.resumed() || wentOn && !own.pointToPoint())
                && left.expected().signature().peer() < 0
                && left.call().signature().peer() < 0
                && missed(left, cycle) != null;
    }

    /** Returns the wait of another rank of the cycle where the rank that left should have come; null where none waits there. */
    private Wait missed(StrayCall left, Collection<Integer> cycle) {
        return cycle.stream()
                .map(waits::get)
                .filter(wait ->
                        !wait.pointToPoint() && wait.communicator() == left.expectedOn() && wait.awaits(left.rank()))
                .findFirst()
                .orElse(null);
    }

    /** A member that was not read may be what would show the side. */
    private boolean unread(Set<Integer> cycle) {
        return cycle.stream().anyMatch(rank -> !waits.get(rank).unread().isEmpty());
    }

    /** Without times, no history shows whether both sides swapped two calls or one side left a call out. */
    private boolean undated(Set<Integer> cycle) {
        return cycle.stream().anyMatch(rank -> waits.get(rank).call().enqueued() == Call.NO_TIME);
    }

    /** Whether one is in a call that it made before: what went well then goes wrong now by one side. */
    private boolean repeated(Set<Integer> cycle) {
        return cycle.stream()
                .map(waits::get)
                .filter(wait -> wait.call().stack().siteFrame() != null)
                .anyMatch(wait -> aligned.divergences().madeBefore(wait.rank(), wait.call()));
    }

    /**
     * Returns the ranks of the cycle that made its calls in another order than most ranks that use its communicators, ascending;
     * the whole cycle where there is no majority. A rank outside the cycle counts by the calls that it made.
     */
    private static List<Integer> againstMost(Set<Integer> cycle, List<Gathering> places) {
        Set<Integer> sharing = new TreeSet<>();
        places.forEach(place ->
                sharing.addAll(place.first().communicator().memberships().keySet()));
        places.forEach(place -> sharing.removeIf(rank -> !uses(rank, place)));
        for (Gathering place : places) {
            List<Integer> rest =
                    sharing.stream().filter(rank -> !made(rank, place)).toList();
            if (!rest.isEmpty() && 2 * rest.size() < sharing.size() && cycle.containsAll(rest)) {
                return rest;
            }
        }
        return List.copyOf(cycle);
    }

    private static boolean uses(int rank, Gathering place) {
        return collective(place)
                ? place.first().communicator().memberships().containsKey(rank)
                : place.ranks().contains(rank) || place.first().awaits(rank);
    }

    private static boolean made(int rank, Gathering place) {
        Wait wait = place.first();
        if (!collective(place)) {
            return place.ranks().contains(rank);
        }
        Membership member = wait.communicator().memberships().get(rank);
        return member.collectives().lastSequence() >= wait.call().sequence();
    }

    private static boolean collective(Gathering place) {
        return !place.first().joining() && !place.first().pointToPoint();
    }
}
