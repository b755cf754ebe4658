package dev.rollcall.analyzer.wait;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Job;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who waits for whom: each rank's oldest unfinished call waits for the members of its communicator that have not made it.
 *
 * <p>Blame flows along these edges to the ranks that wait for nobody, and to cycles. Immutable.
 */
public final class WaitGraph {
    private final Map<Integer, Wait> waits;
    private final List<Gathering> gatherings;
    private final Map<Integer, List<Gathering>> awaiting;
    private final Map<Communicator, List<Wait>> collectives = new IdentityHashMap<>();
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
        this.awaiting = awaiting(gatherings);
        for (Wait wait : waits.values()) {
            if (!wait.pointToPoint()) {
                collectives
                        .computeIfAbsent(wait.communicator(), its -> new ArrayList<>())
                        .add(wait);
            }
        }
    }

    /** Builds the graph of a job. */
    public static WaitGraph of(Job job) {
        return new WaitGraph(job);
    }

    /** Returns the waits by global rank, ascending. */
    public Map<Integer, Wait> waits() {
        return waits;
    }

    /** Returns the waits in collectives of a communicator and in its creation, by rank. */
    public List<Wait> collectives(Communicator communicator) {
        return Collections.unmodifiableList(collectives.getOrDefault(communicator, List.of()));
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

    /** Returns the waits of the ranks that wait for a rank, directly or through others, the nearest first. */
    public List<Wait> waitsFor(int rank) {
        return new Waiters(this).add(List.of(rank)).stream().map(waits::get).toList();
    }

    /** Returns the calls that wait for a rank, each only once for all ranks in it. */
    public List<Gathering> awaiting(int rank) {
        return awaiting.getOrDefault(rank, List.of());
    }

    /**
     * Returns each set of ranks that wait for each other, directly or through others of the set, by their lowest rank. A set that
     * also waits for another one is left out, as are the ranks between two sets.
     */
    public List<Set<Integer>> cycles() {
        return new WaitCycle(waits).find();
    }

    private static Map<Integer, List<Gathering>> awaiting(List<Gathering> gatherings) {
        Map<Integer, List<Gathering>> awaiting = new HashMap<>();
        for (Gathering gathering : gatherings) {
            for (int rank : gathering.first().absent()) {
                awaiting.computeIfAbsent(rank, awaited -> new ArrayList<>(1)).add(gathering);
            }
        }
        return awaiting;
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
