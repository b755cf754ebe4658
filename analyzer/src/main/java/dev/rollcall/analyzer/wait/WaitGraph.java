package dev.rollcall.analyzer.wait;

import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.ThreadSnapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
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
            long joinedByAll = joinedByAll(communicator);
            for (Membership member : communicator.memberships().values()) {
                OldestCall found = OldestCall.of(communicator, member, joinedByAll);
                if (found != null
                        && !unobserved.contains(member.rank())
                        && !left(job.rank(member.rank()), found)
                        && !Making.left(job, member)
                        && !beyond(job.rank(member.rank()), found)) {
                    oldest.merge(member.rank(), found, OldestCall::older);
                }
            }
        }
        Set<Integer> told = new HashSet<>();
        for (Rank rank : job.ranks()) {
            told.add(rank.number());
        }
        told.removeAll(unobserved);
        Map<Communicator, Long> proven = new IdentityHashMap<>();
        Map<Place, Wait> shared = new HashMap<>();
        Map<Integer, Wait> waits = new TreeMap<>();
        oldest.forEach((rank, found) -> {
            Wait alike = found.pointToPoint()
                    ? pointToPoint(rank, found, told)
                    : shared.computeIfAbsent(
                            new Place(found.communicator(), found.call().sequence()),
                            place -> place.sequence() == 0
                                    ? Making.wait(rank, found, told, making(found.communicator(), oldest))
                                    : collective(
                                            rank,
                                            found,
                                            told,
                                            proven.computeIfAbsent(found.communicator(), Communicator::provenCalls)));
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
     * Returns ranks of which each waits for all others, directly or through some of them, ascending; nobody where no ranks
     * do. Ranks that merely wait for the cycle, or that stand between it and another, are not in it.
     */
    public Set<Integer> cycle() {
        return new WaitCycle(waits).find();
    }

    private static long joinedByAll(Communicator communicator) {
        return communicator.memberships().size() < communicator.size()
                ? 0
                : communicator.memberships().values().stream()
                        .mapToLong(member -> member.collectives().lastSequence())
                        .min()
                        .orElse(0);
    }

    private static boolean anyOf(Collection<Integer> ranks, Set<Integer> set) {
        return ranks.stream().anyMatch(set::contains);
    }

    /** Whether a rank is known not to wait for a call that later ones have overtaken: it is gone, or in no library. */
    private static boolean beyond(Rank rank, OldestCall found) {
        if (rank == null || !found.overtaken()) {
            return false;
        }
        if (rank.ending().kind() != Ending.Kind.ALIVE && rank.ending().kind() != Ending.Kind.UNKNOWN) {
            return true;
        }
        List<ThreadSnapshot> looks = rank.threads().stream()
                .filter(thread -> thread.thread().equals(found.call().thread()))
                .toList();
        CallStack last = looks.isEmpty()
                ? CallStack.UNKNOWN
                : looks.get(looks.size() - 1).stack();
        return last.site() >= 0
                && last.frames().subList(0, last.site()).stream()
                        .allMatch(frame -> frame.type().startsWith("java."));
    }

    /** Whether the rank ended well although nobody saw its call end: it did not wait for it. */
    private static boolean left(Rank rank, OldestCall found) {
        return rank != null
                && rank.ending().kind() == Ending.Kind.EXITED
                && rank.ending().exitCode() == 0
                && found.call().state() != CallState.FAILED;
    }

    private static Wait pointToPoint(int rank, OldestCall found, Set<Integer> told) {
        List<Integer> lacking = found.peer() < 0 ? List.of() : List.of(found.peer());
        boolean known = lacking.stream().allMatch(told::contains);
        return new Wait(
                rank,
                found.communicator(),
                found.call(),
                true,
                known ? lacking : List.of(),
                known ? List.of() : lacking);
    }

    private static Set<Integer> making(Communicator communicator, Map<Integer, OldestCall> oldest) {
        Set<Integer> there = new HashSet<>();
        oldest.forEach((rank, found) -> {
            if (found.communicator() == communicator && found.call().sequence() == 0) {
                there.add(rank);
            }
        });
        return there;
    }

    private static Wait collective(int rank, OldestCall found, Set<Integer> told, long proven) {
        List<Integer> absent = new ArrayList<>();
        Set<Integer> unread = new TreeSet<>();
        Map<Integer, Membership> memberships = found.communicator().memberships();
        for (Membership member : memberships.values()) {
            long last = member.collectives().lastSequence();
            if (last < found.call().sequence()) {
                (last < proven || !told.contains(member.rank()) ? unread : absent).add(member.rank());
            }
        }
        for (int member : found.communicator().members()) {
            if (member >= 0 && !memberships.containsKey(member)) {
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
