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

    public Communicator {
        members = List.copyOf(members);
        memberships = java.util.Collections.unmodifiableMap(new TreeMap<>(memberships));
    }

    /** Of the identity alone: the memberships may be many thousands. */
    @Override
    public int hashCode() {
        return identity.hashCode();
    }
}
