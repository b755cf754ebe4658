package dev.rollcall.analyzer.model;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A communicator (process group) of a job, joined across the ranks by its identity.
 *
 * @param identity equal on all its ranks, different between communicators
 * @param name what reports call it, such as {@code world}
 * @param size how many ranks it has; -1 where unknown
 * @param members global rank by rank in the communicator, as far as known; -1 for a place nobody is known to hold
 * @param memberships by global rank, the ranks whose traces tell of it
 */
public record Communicator(
        String identity, String name, int size, List<Integer> members, Map<Integer, Membership> memberships) {

    /** Calls looked at per member, from the newest back: an older proof says less, and each look may read a file. */
    private static final int LOOK_BACK = 64;

    public Communicator {
        members = List.copyOf(members);
        memberships = java.util.Collections.unmodifiableMap(new TreeMap<>(memberships));
    }

    /** Returns what a call on it asks for, the peer of a send or receive by its global rank, as all else that is said of ranks. */
    public String describe(Signature signature) {
        int peer = signature.peer();
        boolean known = peer >= 0 && peer < members.size() && members.get(peer) >= 0;
        return (known ? signature.withPeer(members.get(peer)) : signature).describe();
    }

    /**
     * Returns the last call that every member must have made, whatever its trace says: one that completed on some rank
     * although it cannot before all have joined. A member of which fewer calls are recorded was read earlier than the
     * others, or not recorded whole.
     *
     * @return a sequence number of collectives; 0 where no call proves anything
     */
    public long provenCalls() {
        long proven = 0;
        for (Membership member : memberships.values()) {
            CallSequence calls = member.collectives();
            int oldest = Math.max(0, calls.size() - LOOK_BACK);
            for (int i = calls.size() - 1; i >= oldest && calls.firstSequence() + i > proven; i--) {
                Signature asked = calls.asked(i);
                // An empty buffer makes a rank wait for no other.
                if (calls.state(i) == CallState.COMPLETED && asked.traits().awaitsAll() && asked.count() != 0) {
                    proven = calls.firstSequence() + i;
                }
            }
        }
        return proven;
    }

    /** Of the identity alone: the memberships may be many thousands. */
    @Override
    public int hashCode() {
        return identity.hashCode();
    }
}
