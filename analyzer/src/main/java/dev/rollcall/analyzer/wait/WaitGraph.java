package dev.rollcall.analyzer.wait;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Rank;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
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

    private WaitGraph(Map<Integer, Wait> waits) {
        this.waits = Collections.unmodifiableMap(waits);
    }

    /** Builds the graph of a job. */
    public static WaitGraph of(Job job) {
        Map<Integer, Oldest> oldest = new TreeMap<>();
        for (Communicator communicator : job.communicators()) {
            for (Membership member : communicator.memberships().values()) {
                Oldest found = oldest(communicator, member);
                if (found != null) {
                    oldest.merge(member.rank(), found, Oldest::older);
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
            Wait alike = shared.computeIfAbsent(
                    new Place(found.communicator(), found.call().sequence(), found.pointToPoint()),
                    place -> wait(rank, found, read));
            waits.put(rank, new Wait(rank, found.communicator(), found.call(), alike.absent(), alike.unread()));
        });
        return new WaitGraph(waits);
    }

    /** Returns the waits by global rank, ascending. */
    public Map<Integer, Wait> waits() {
        return waits;
    }

    /** Returns the ranks that others wait for and that wait for nobody themselves, ascending. */
    public Set<Integer> awaited() {
        Set<Integer> awaited = new TreeSet<>();
        for (Wait wait : waits.values()) {
            for (int rank : wait.absent()) {
                if (!waits.containsKey(rank)) {
                    awaited.add(rank);
                }
            }
        }
        return awaited;
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
            shrunk |= remaining.removeIf(rank -> remaining.stream()
                    .noneMatch(other -> waits.get(other).absent().contains(rank)));
        }
        return remaining;
    }

    private static boolean anyOf(Collection<Integer> ranks, Set<Integer> set) {
        return ranks.stream().anyMatch(set::contains);
    }

    private static Wait wait(int rank, Oldest found, Set<Integer> read) {
        List<Integer> absent = new ArrayList<>();
        Set<Integer> unread = new TreeSet<>();
        if (!found.pointToPoint()) {
            for (Membership member : found.communicator().memberships().values()) {
                if (member.collectives().lastSequence() < found.call().sequence()) {
                    absent.add(member.rank());
                }
            }
        }
        for (int member : found.communicator().members()) {
            if (member >= 0 && !read.contains(member)) {
                unread.add(member);
            }
        }
        return new Wait(rank, found.communicator(), found.call(), absent, List.copyOf(unread));
    }

    private static Oldest oldest(Communicator communicator, Membership member) {
        if (member.overwrittenPending() != null) {
            return new Oldest(communicator, member.overwrittenPending(), false);
        }
        Oldest collective = oldest(communicator, member.collectives(), false);
        Oldest pointToPoint = oldest(communicator, member.pointToPoint(), true);
        if (collective == null || pointToPoint == null) {
            return collective == null ? pointToPoint : collective;
        }
        return collective.older(pointToPoint);
    }

    private static Oldest oldest(Communicator communicator, CallSequence calls, boolean pointToPoint) {
        for (int i = 0; i < calls.size(); i++) {
            CallState state = calls.state(i);
            if (state.pending() || state == CallState.FAILED && i == calls.size() - 1) {
                return new Oldest(communicator, calls.call(i), pointToPoint);
            }
        }
        return null;
    }

    private record Place(Communicator communicator, long sequence, boolean pointToPoint) {

        @Override
        public int hashCode() {
            return 31 * System.identityHashCode(communicator) + Long.hashCode(sequence);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Place that
                    && that.communicator == communicator
                    && that.sequence == sequence
                    && that.pointToPoint == pointToPoint;
        }
    }

    private record Oldest(Communicator communicator, Call call, boolean pointToPoint) {

        Oldest older(Oldest other) {
            boolean later = call.enqueued() != Call.NO_TIME
                    && other.call.enqueued() != Call.NO_TIME
                    && other.call.enqueued() < call.enqueued();
            return later ? other : this;
        }
    }
}
