package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.wait.PeerHabit;
import dev.rollcall.analyzer.wait.UnequalMessage;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds sends and receives whose peer never posts the other half, because it waits for the first rank itself, directly or
 * through others, or turned to another rank. A peer that waits for somebody else is held up, not at fault.
 */
final class MessageFinder {
    private final AlignedJob aligned;
    private final Map<Integer, Wait> waits;

    MessageFinder(AlignedJob aligned) {
        this.aligned = aligned;
        this.waits = aligned.waits().waits();
    }

    /** Returns the messages whose halves have different sizes. */
    List<Incident> unequal() {
        List<Incident> incidents = new ArrayList<>();
        for (UnequalMessage message : aligned.waits().unequal()) {
            boolean decided = message.odd() >= 0;
            List<Integer> both = pair(message.from(), message.to());
            List<Integer> odd = decided ? List.of(message.odd()) : both;
            incidents.add(new Incident(
                    IncidentKind.UNEQUAL_MESSAGE,
                    EnumSet.of(decided ? Fact.ONE_SIDE : Fact.ALL_SIDES),
                    Cause.UNMATCHED_SEND_RECV,
                    message.communicator(),
                    message.sent().sequence(),
                    odd,
                    both.stream().filter(rank -> !odd.contains(rank)).toList(),
                    Math.min(Incident.time(message.sent()), Incident.time(message.received())),
                    new IncidentDetails.MessageSizes(message)));
        }
        return incidents;
    }

    /** Returns the halves without a partner. */
    List<Incident> unmatched() {
        if (waits.values().stream().noneMatch(Wait::pointToPoint)) {
            return List.of();
        }
        Set<Integer> cycle = aligned.waits().cycle();
        Deadlock deadlock = Deadlock.of(cycle, aligned);
        List<Wait> stuck = cycle.stream()
                .map(waits::get)
                .filter(wait ->
                        wait.pointToPoint() && cycle.contains(wait.absent().get(0)) && deadlock.holds(wait))
                .toList();
        List<Wait> direct = stuck.stream()
                .filter(wait -> waits.get(wait.absent().get(0)).awaits(wait.rank()))
                .toList();
        List<Incident> incidents = new ArrayList<>(direct(direct, cycle));
        if (direct.isEmpty() && !stuck.isEmpty() && stuck.size() == cycle.size()) {
            incidents.add(ring(stuck));
        }
        incidents.addAll(elsewhere());
        return incidents;
    }

    private List<Incident> direct(List<Wait> direct, Set<Integer> cycle) {
        Set<Integer> left = direct.isEmpty()
                ? Set.of()
                : aligned.divergences().fromOwnHistory(cycle).keySet();
        List<Incident> incidents = new ArrayList<>();
        for (Wait wait : direct) {
            Wait peer = waits.get(wait.absent().get(0));
            boolean third = !left.isEmpty() && !left.contains(wait.rank()) && !left.contains(peer.rank());
            if (!third && (!direct.contains(peer) || showsMore(wait, peer, left))) {
                incidents.add(incident(wait, peer, odd(wait, peer, direct, left)));
            }
        }
        return incidents;
    }

    /** Of two halves that wait for each other, one is enough: that which lacks the wrong one's, or the lower rank's. */
    private static boolean showsMore(Wait wait, Wait peer, Set<Integer> left) {
        if (left.contains(wait.rank()) != left.contains(peer.rank())) {
            return left.contains(peer.rank());
        }
        boolean decided = peerLeft(wait);
        return decided == peerLeft(peer) ? wait.rank() < peer.rank() : decided;
    }

    private static boolean peerLeft(Wait wait) {
        return PeerHabit.kept(wait) && PeerHabit.passedBy(wait);
    }

    /** Returns the one of two ranks that is wrong; both where that is open. */
    private List<Integer> odd(Wait wait, Wait peer, List<Wait> direct, Set<Integer> left) {
        int rank = wait.rank();
        if (PeerHabit.strange(wait) && usual(wait).isPresent()) {
            return List.of(rank);
        }
        if (left.contains(rank) != left.contains(peer.rank())) {
            return List.of(left.contains(rank) ? rank : peer.rank());
        }
        long lacking = direct.stream()
                .filter(other -> other.absent().contains(peer.rank()))
                .count();
        return lacking > together(peer) || peerLeft(wait) ? List.of(peer.rank()) : pair(rank, peer.rank());
    }

    /** Returns the wait of a usual peer that waits for a rank. */
    private Optional<Wait> usual(Wait wait) {
        return waits.values().stream()
                .filter(usual -> usual.pointToPoint() && usual.awaits(wait.rank()) && PeerHabit.kept(usual))
                .findFirst();
    }

    /** Returns how many ranks are where a rank is. */
    private long together(Wait wait) {
        return aligned.waits().gatherings().stream()
                .filter(gathering -> gathering.ranks().contains(wait.rank()))
                .mapToLong(gathering -> gathering.ranks().size())
                .sum();
    }

    private Incident incident(Wait wait, Wait peer, List<Integer> odd) {
        List<Integer> both = pair(wait.rank(), peer.rank());
        return new Incident(
                IncidentKind.UNMATCHED_MESSAGE,
                EnumSet.of(odd.size() == 1 ? Fact.ONE_SIDE : Fact.ALL_SIDES),
                Cause.UNMATCHED_SEND_RECV,
                wait.communicator(),
                wait.call().sequence(),
                odd,
                both.stream().filter(rank -> !odd.contains(rank)).toList(),
                Math.min(Incident.time(wait.call()), Incident.time(peer.call())),
                new IncidentDetails.Message(wait, peer, null, aligned.waits().otherTag(wait)));
    }

    /** Each rank waits for the next, and none for the one that waits for it. */
    private static Incident ring(List<Wait> ring) {
        Wait first = ring.get(0);
        return new Incident(
                IncidentKind.MESSAGE_RING,
                EnumSet.of(Fact.ALL_SIDES),
                Cause.UNMATCHED_SEND_RECV,
                first.communicator(),
                first.call().sequence(),
                ring.stream().map(Wait::rank).toList(),
                List.of(),
                ring.stream()
                        .mapToLong(wait -> Incident.time(wait.call()))
                        .min()
                        .orElse(Long.MAX_VALUE),
                new IncidentDetails.WaitCycle(ring, List.of(), null, null));
    }

    /** Finds peers that made their half with another rank, which does not expect it. */
    private List<Incident> elsewhere() {
        List<Incident> incidents = new ArrayList<>();
        List<Wait> lacking = waits.values().stream()
                .filter(wait -> wait.pointToPoint()
                        && !wait.absent().isEmpty()
                        && !waits.containsKey(wait.absent().get(0))
                        && aligned.pace().stuck(wait))
                .toList();
        for (Wait wait : lacking) {
            Call stray = aligned.waits().stray(wait);
            if (!aligned.job().rank(wait.absent().get(0)).ending().hasEnded() && fits(wait, stray)) {
                incidents.add(elsewhere(wait, stray));
            }
        }
        for (Wait wait : lacking) {
            if (PeerHabit.strange(wait)) {
                usual(wait).ifPresent(usual -> incidents.add(elsewhere(usual, wait.call())));
            }
        }
        return incidents;
    }

    private static boolean fits(Wait wait, Call stray) {
        return stray != null
                && stray.signature().count() == wait.call().signature().count()
                && Objects.equals(
                        stray.signature().elementType(), wait.call().signature().elementType());
    }

    private static Incident elsewhere(Wait wait, Call stray) {
        return new Incident(
                IncidentKind.UNMATCHED_MESSAGE,
                EnumSet.of(Fact.ONE_SIDE),
                Cause.UNMATCHED_SEND_RECV,
                wait.communicator(),
                stray.sequence(),
                wait.absent(),
                List.of(wait.rank()),
                Math.min(Incident.time(wait.call()), Incident.time(stray)),
                new IncidentDetails.Message(wait, null, stray, -1));
    }

    private static List<Integer> pair(int one, int other) {
        return List.copyOf(new TreeSet<>(List.of(one, other)));
    }
}
