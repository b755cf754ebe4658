package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.input.MembershipEvidence;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.JoinRecord;
import dev.rollcall.analyzer.model.Membership;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Joins the ranks' memberships into communicators, by the communicators' identity. A membership without one stays a communicator of its
 * own. Not thread-safe.
 */
final class CommunicatorAssembler {
    private static final CallSequence NONE = new CallSequence(1, new int[0], new int[0], new byte[0], index -> null);

    /** No job has so many places in all of its communicators together; a damaged source may tell of them. */
    private static final long MOST_PLACES = 1 << 24;

    private static final String WORLD = "world";

    private final int world;
    private final Set<Integer> listing;
    private final Map<String, Joined> communicators = new LinkedHashMap<>();
    private long left = MOST_PLACES;

    /**
     * Starts for a job.
     *
     * @param world how many ranks it has; -1 where unknown
     * @param listing the ranks whose sources list every communicator in which they ever made a call, as PyTorch's dumps do
     */
    CommunicatorAssembler(int world, Set<Integer> listing) {
        this.world = world;
        this.listing = listing;
    }

    /** Adds the memberships of one rank, in the order of their birth. */
    void add(int rank, List<MembershipEvidence> memberships) {
        Map<String, Integer> seen = new HashMap<>();
        int unseen = 0;
        for (MembershipEvidence membership : memberships) {
            if (membership.identity().isEmpty()) {
                // Its making was not seen. Disjoint groups can be equal in name, size and order of use, so nothing is
                // joined.
                unseen++;
                communicators
                        .computeIfAbsent(
                                "unseen " + unseen + " of rank " + rank, identity -> new Joined(identity, false))
                        .add(rank, membership);
                continue;
            }
            String identity = membership.identity();
            int again = seen.merge(identity, 1, Integer::sum);
            // A store's name can be used again for a later communicator: the n-th birth on each rank is one.
            communicators
                    .computeIfAbsent(again == 1 ? identity : identity + "#" + again, key -> new Joined(key, true))
                    .add(rank, membership);
        }
    }

    /** Returns the communicators in the order of their birth. */
    List<Communicator> communicators() {
        List<Joined> ordered = new ArrayList<>(communicators.values());
        ordered.sort(Comparator.comparingLong(joined -> joined.born));
        List<Communicator> result = new ArrayList<>();
        Set<Integer> inWorld = new HashSet<>();
        for (Joined joined : ordered) {
            // Of several that all ranks membership, one alone can go by the name of world.
            boolean first = Collections.disjoint(inWorld, joined.memberships.keySet());
            Communicator communicator = joined.communicator(result.size() + 1, first);
            if (communicator.name().equals(WORLD)) {
                inWorld.addAll(joined.memberships.keySet());
            }
            result.add(communicator);
        }
        return CommunicatorNames.told(result);
    }

    private final class Joined {
        private final String identity;
        private final boolean comparable;
        private final Map<Integer, Membership> memberships = new TreeMap<>();
        private final Map<Integer, Integer> places = new TreeMap<>();
        private List<Integer> lastMembers = List.of();
        private String name = "";
        private int size = -1;
        private long born = Long.MAX_VALUE;

        /** Starts one; what is not comparable has one rank, and whom else it has is unknown. */
        private Joined(String identity, boolean comparable) {
            this.identity = identity;
            this.comparable = comparable;
        }

        private void add(int rank, MembershipEvidence membership) {
            memberships.put(rank, membership.membership(rank));
            name = name.isEmpty() ? membership.name() : name;
            size = Math.max(size, membership.size());
            born = Math.min(born, membership.creation().begun());
            if (membership.members() != lastMembers) {
                // Nearly always all ranks name the same, and have one object for it.
                lastMembers = membership.members();
                for (int place = 0; place < lastMembers.size(); place++) {
                    if (lastMembers.get(place) >= 0) {
                        places.putIfAbsent(place, lastMembers.get(place));
                    }
                }
            }
            if (membership.communicatorRank() >= 0) {
                places.put(membership.communicatorRank(), rank);
            }
        }

        private Communicator communicator(int ordinal, boolean first) {
            boolean all = size >= 0 && size == world && first;
            String shown = !name.isEmpty() ? name : all ? WORLD : "group " + ordinal;
            List<Integer> members = members();
            for (int member : members) {
                if (comparable && listing.contains(member) && !memberships.containsKey(member)) {
                    memberships.put(member, new Membership(member, JoinRecord.unseen(), NONE, NONE, null));
                }
            }
            return new Communicator(identity, shown, size, members, memberships);
        }

        private List<Integer> members() {
            left -= size;
            if (left < 0) {
                return List.of();
            }
            List<Integer> members = new ArrayList<>();
            boolean everybody = comparable
                    && size == world
                    && places.entrySet().stream()
                            .allMatch(place -> place.getKey().equals(place.getValue()));
            for (int place = 0; place < size; place++) {
                members.add(places.getOrDefault(place, everybody ? place : -1));
            }
            return members;
        }
    }
}
