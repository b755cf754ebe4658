package dev.rollcall.analyzer.wait;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Job;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who waits for whom: each rank's oldest unfinished call waits for the members of its communicator that have not made it.
 *
 * <p>Blame flows along these edges to the ranks that wait for nobody, and where there are none, to a cycle. Immutable.
 */
public final class WaitGraph {
    private final Map<Integer, Wait> waits;
    private final List<Gathering> gatherings;
    private final Map<Communicator, Messages> messages;
    private final List<UnequalMessage> unequal;

    private WaitGraph(Job job) {
        Map<Communicator, Messages> paired = new IdentityHashMap<>();
        List<UnequalMessage> unlike = new ArrayList<>();
        MessageSizes sizes = new MessageSizes(job.signatures());
        for (Communicator communicator : job.communicators()) {
            Messages its = new Messages(communicator, job.signatures());
            paired.put(communicator, its);
            unlike.addAll(sizes.unequal(communicator, its));
        }
        this.messages = paired;
        this.unequal = List.copyOf(unlike);
        this.waits = Collections.unmodifiableMap(new WaitFinder(job).find(paired));
        this.gatherings = gather(waits.values());
    }

    /** Builds the graph of a job. */
    public static WaitGraph of(Job job) {
        return new WaitGraph(job);
    }

    /** Returns the waits by global rank, ascending. */
    public Map<Integer, Wait> waits() {
        return waits;
    }

    /** Returns the sends and receives of a communicator of the job. */
    Messages messages(Communicator communicator) {
        return messages.get(communicator);
    }

    /** Returns the waits gathered by the call that they are in; each send and receive is alone. */
    public List<Gathering> gatherings() {
        return gatherings;
    }

    /** Returns the sends that are not received as they were sent. */
    public List<UnequalMessage> unequal() {
        return unequal;
    }

    /**
     * Returns the tag under which the peer of a send or receive without its other half posted one that fits but for the tag; -1
     * if it did not.
     */
    public int otherTag(Wait wait) {
        return messages.get(wait.communicator())
                .otherTag(wait.rank(), wait.call().sequence(), wait.absent().get(0));
    }

    /**
     * Returns the last half of the lacking kind that the peer of a send or receive posted, if it went to another rank which did
     * not make its own; null if not.
     */
    public Call stray(Wait wait) {
        boolean receives = wait.call().signature().traits().receives();
        return messages.get(wait.communicator()).stray(wait.absent().get(0), receives);
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

    private static boolean anyOf(Collection<Integer> ranks, Set<Integer> set) {
        return ranks.stream().anyMatch(set::contains);
    }

    /** Where ranks wait together. */
    record Place(Communicator communicator, long sequence) {

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
