package dev.rollcall.analyzer.model;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * A communicator (process group) of a job, joined across the ranks by its identity. Immutable.
 *
 * @param identity equal on all ranks of one communicator, different between communicators
 * @param name the name that reports print, such as {@code world}
 * @param size how many ranks it has; -1 where unknown
 * @param members the global ranks by rank in the communicator, as far as known; -1 where unknown
 * @param memberships by global rank, for the ranks whose sources have it
 */
public record Communicator(
        String identity, String name, int size, List<Integer> members, Map<Integer, Membership> memberships) {

    /** Calls looked at per member, from the newest back: an older proof says less, and each look may read a file. */
    private static final int LOOK_BACK = 64;

    public Communicator {
        name = BoundedText.of(name);
        members = List.copyOf(members);
        memberships = Collections.unmodifiableMap(new TreeMap<>(memberships));
    }

    /** Returns a copy with other memberships, of the same ranks. */
    Communicator map(UnaryOperator<Membership> change) {
        Map<Integer, Membership> changed = new TreeMap<>();
        memberships.forEach((rank, member) -> changed.put(rank, change.apply(member)));
        return new Communicator(identity, name, size, members, changed);
    }

    /** Returns {@link Signature#describe} with the peer of a send or receive as a global rank, as reports name ranks. */
    public String describe(Signature signature) {
        int peer = signature.peer();
        boolean known = peer >= 0 && peer < members.size() && members.get(peer) >= 0;
        return (known ? signature.withPeer(members.get(peer)) : signature).describe();
    }

    /** Returns whether the sources number the collectives: those of one member show it, as all have one kind of source where not. */
    public boolean numbersCalls() {
        return memberships.isEmpty()
                || memberships.values().iterator().next().collectives().isNumbered();
    }

    /** Returns how users know a collective: {@code call 7}, or {@code tensor grad_0} where the source names tensors. */
    public String callName(Call call) {
        return numbersCalls()
                ? "call " + NumberText.grouped(call.sequence())
                : call.function().isEmpty() ? "a call" : "tensor " + call.function();
    }

    /**
     * Returns the last collective that every member must have joined, because it completed on one rank and cannot complete
     * before all have joined. A member with fewer calls was read earlier than the others, or not recorded whole.
     *
     * @return a sequence number; 0 where no call proves anything
     */
    public long provenCalls() {
        long proven = 0;
        for (Membership member : memberships.values()) {
            CallSequence calls = member.collectives();
            int oldest = Math.max(0, calls.size() - LOOK_BACK);
            for (int i = calls.size() - 1; i >= oldest && calls.firstSequence() + i > proven; i--) {
                Signature asked = calls.signature(i);
                // An empty buffer makes a rank wait for no other.
                if (calls.state(i) == CallState.COMPLETED && asked.traits().awaitsAll() && asked.count() != 0) {
                    proven = calls.firstSequence() + i;
                }
            }
        }
        return provenByCounter(proven);
    }

    /** Returns the last call that a library counts as completed on any member, and that any member's record says awaits all. */
    private long provenByCounter(long proven) {
        long counted = memberships.values().stream()
                .mapToLong(member -> member.progress().completed())
                .max()
                .orElse(0);
        long last = proven;
        for (Membership member : memberships.values()) {
            CallSequence calls = member.collectives();
            long from = Math.min(calls.lastSequence(), counted);
            long oldest = Math.max(calls.firstSequence(), from - LOOK_BACK);
            for (long sequence = from; sequence >= oldest && sequence > last; sequence--) {
                Signature asked = calls.signature((int) (sequence - calls.firstSequence()));
                if (asked.traits().awaitsAll() && asked.count() != 0) {
                    last = sequence;
                }
            }
        }
        return last;
    }

    /** Returns the ranks on which a collective is known to have completed, ascending. */
    public Set<Integer> completedOn(long sequence) {
        Set<Integer> ranks = new TreeSet<>();
        memberships.forEach((rank, member) -> {
            if (member.completed(sequence)) {
                ranks.add(rank);
            }
        });
        return ranks;
    }

    /**
     * Returns the ranks that are inside the library's function for a collective that the library has handed to a peer's device,
     * ascending. The peers wait for them in that call. Empty where no peer is further: then all may wait for each other in there.
     */
    public Set<Integer> inLaunch(long sequence) {
        Set<Integer> inside = new TreeSet<>();
        boolean launched = false;
        for (Membership member : memberships.values()) {
            if (member.inLaunch(sequence)) {
                inside.add(member.rank());
            }
            launched |= member.progress().launched() >= sequence;
        }
        return launched ? inside : Set.of();
    }

    /** Of the identity alone, because there may be thousands of memberships. */
    @Override
    public int hashCode() {
        return identity.hashCode();
    }
}
