package dev.rollcall.analyzer.wait;

import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Rank;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Who waits for whom: each rank's oldest unfinished call waits for the members of its communicator that have not made it.
 *
 * <p>Blame flows along these edges to the ranks that wait for nobody, and where there are none, to a cycle. Immutable.
 */
public final class WaitGraph {
    private final Map<Integer, Wait> waits;
    private final List<Gathering> gatherings;

    private WaitGraph(Map<Integer, Wait> waits) {
        this.waits = Collections.unmodifiableMap(waits);
        this.gatherings = gather(waits.values());
    }

    /** Builds the graph of a job. */
    public static WaitGraph of(Job job) {
        Set<Integer> unobserved = job.unobserved();
        Map<Integer, OldestCall> oldest = new TreeMap<>();
        for (Communicator communicator : job.communicators()) {
            for (Membership member : communicator.memberships().values()) {
                OldestCall found = unobserved.contains(member.rank()) ? null : OldestCall.of(communicator, member);
                if (found != null) {
                    oldest.merge(member.rank(), found, OldestCall::older);
                }
            }
        }
        Set<Integer> read = new HashSet<>();
        for (Rank rank : job.ranks()) {
            read.add(rank.number());
        }
        Map<Place, Wait> shared = new HashMap<>();
        Map<Integer, Wait> waits = new TreeMap<>();
        oldest.forEach((rank, found) -> {
            Wait alike = found.pointToPoint()
                    ? wait(rank, found, read, unobserved)
                    : shared.computeIfAbsent(
                            new Place(found.communicator(), found.call().sequence()),
                            place -> wait(rank, found, read, unobserved));
            waits.put(
                    rank,
                    new Wait(
                            rank,
                            found.communicator(),
                            found.call(),
                            found.pointToPoint(),
                            alike.absent(),
                            alike.unread()));
        });
        return new WaitGraph(waits);
    }

    /** Returns the waits by global rank, ascending. */
    public Map<Integer, Wait> waits() {
        return waits;
    }

    /** Returns the waits gathered by the call that they are in; each send and receive is alone. */
    public List<Gathering> gatherings() {
        return gatherings;
    }

    private static List<Gathering> gather(Collection<Wait> waits) {
        Map<Place, List<Wait>> places = new LinkedHashMap<>();
        List<Gathering> gatherings = new ArrayList<>();
        for (Wait wait : waits) {
            if (wait.pointToPoint()) {
                gatherings.add(new Gathering(wait, List.of(wait.rank())));
            } else {
                places.computeIfAbsent(
                                new Place(wait.communicator(), wait.call().sequence()), place -> new ArrayList<>())
                        .add(wait);
            }
        }
        for (List<Wait> together : places.values()) {
            Wait first = Collections.min(
                    together, Comparator.comparingLong(wait -> wait.call().enqueued()));
            gatherings.add(
                    new Gathering(first, together.stream().map(Wait::rank).toList()));
        }
        return List.copyOf(gatherings);
    }

    /** Returns the waits whose blame ends at a rank: it is in the way of each, directly or through others. */
    public List<Wait> waitsFor(int rank) {
        Set<Integer> held = new HashSet<>();
        held.add(rank);
        List<Wait> found = new ArrayList<>();
        boolean grown = true;
        while (grown) {
            grown = false;
            for (Wait wait : waits.values()) {
                if (!held.contains(wait.rank()) && anyOf(wait.absent(), held)) {
                    held.add(wait.rank());
                    found.add(wait);
                    grown = true;
                }
            }
        }
        return found;
    }

    /**
     * Returns what remains after everybody is removed who could proceed once the awaited ranks came: ranks that wait for
     * each other in a cycle, ascending. Ranks that merely wait for the cycle are not in it.
     */
    public Set<Integer> cycle() {
        Set<Integer> remaining = new TreeSet<>();
        for (Wait wait : waits.values()) {
            if (!wait.absent().isEmpty()) {
                remaining.add(wait.rank());
            }
        }
        boolean shrunk = true;
        while (shrunk) {
            shrunk =
                    remaining.removeIf(rank -> waits.get(rank).absent().stream().noneMatch(remaining::contains));
            shrunk |= remaining.removeIf(rank ->
                    remaining.stream().noneMatch(other -> waits.get(other).awaits(rank)));
        }
        return remaining;
    }

    private static boolean anyOf(Collection<Integer> ranks, Set<Integer> set) {
        return ranks.stream().anyMatch(set::contains);
    }

    private static Wait wait(int rank, OldestCall found, Set<Integer> read, Set<Integer> unobserved) {
        List<Integer> absent = new ArrayList<>();
        Set<Integer> unread = new TreeSet<>();
        if (found.pointToPoint()) {
            int peer = found.peer();
            if (peer >= 0) {
                (read.contains(peer) && !unobserved.contains(peer) ? absent : unread).add(peer);
            }
            return new Wait(rank, found.communicator(), found.call(), true, absent, List.copyOf(unread));
        }
        for (Membership member : found.communicator().memberships().values()) {
            if (member.collectives().lastSequence() < found.call().sequence()) {
                (unobserved.contains(member.rank()) ? unread : absent).add(member.rank());
            }
        }
        for (int member : found.communicator().members()) {
            if (member >= 0 && !read.contains(member)) {
                unread.add(member);
            }
        }
        return new Wait(rank, found.communicator(), found.call(), false, absent, List.copyOf(unread));
    }

    private record Place(Communicator communicator, long sequence) {

        @Override
        public int hashCode() {
            return 31 * System.identityHashCode(communicator) + Long.hashCode(sequence);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Place that && that.communicator == communicator && that.sequence == sequence;
        }
    }
}
