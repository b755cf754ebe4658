package dev.rollcall.analyzer.model;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
        members = List.copyOf(members);
        memberships = Collections.unmodifiableMap(new TreeMap<>(memberships));
    }

    /** Returns {@link Signature#describe} with the peer of a send or receive as a global rank, as reports name ranks. */
    public String describe(Signature signature) {
        int peer = signature.peer();
        boolean known = peer >= 0 && peer < members.size() && members.get(peer) >= 0;
        return (known ? signature.withPeer(members.get(peer)) : signature).describe();
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
        return proven;
    }

    /** Of the identity alone, because there may be thousands of memberships. */
    @Override
    public int hashCode() {
        return identity.hashCode();
    }
}
