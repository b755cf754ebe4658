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
import java.util.stream.Collectors;

/**
 * Joins the ranks' memberships into communicators by the communicators' identity, and names the communicators. A membership
 * without an identity becomes a communicator of its own. Not thread-safe.
 */
final class CommunicatorAssembler {
    /** A member takes up to 20 bytes. */
    private static final int PART_OF_HEAP = 64;

    /** No job has as many members in all of its communicators together: a damaged source may claim them. */
    private static final long MOST_MEMBERS =
            Math.min(1 << 24, Runtime.getRuntime().maxMemory() / PART_OF_HEAP);

    private static final String WORLD = "world";

    /** What c10d's console calls collectives, or sends and receives, that were issued together. */
    private static final String COALESCED = "coalesced";

    /** A communicator of more ranks shows only some of them in its name. */
    private static final int MOST_NAMED_RANKS = 4;

    private final int worldSize;
    private final Set<Integer> completeRanks;
    private final Map<String, Joined> byIdentity = new LinkedHashMap<>();
    private long membersLeft = MOST_MEMBERS;

    /**
     * Starts for a job.
     *
     * @param worldSize the number of its ranks; -1 where unknown
     * @param completeRanks the ranks whose sources list every communicator on which they ever made a call
     */
    CommunicatorAssembler(int worldSize, Set<Integer> completeRanks) {
        this.worldSize = worldSize;
        this.completeRanks = completeRanks;
    }

    /** Adds the memberships of one rank, in the order of their creation. */
    void add(int rank, List<MembershipEvidence> memberships) {
        Map<String, Integer> uses = new HashMap<>();
        int unseen = 0;
        for (MembershipEvidence membership : memberships) {
            String identity = membership.identity();
            if (identity.isEmpty()) {
                // Its creation was not recorded. Disjoint groups can agree in name, size and order of use, so it stays
                // alone.
                unseen++;
                byIdentity
                        .computeIfAbsent("unseen " + unseen + " of rank " + rank, key -> new Joined(key, false))
                        .add(rank, membership);
                continue;
            }
            // A rendezvous (a c10d store's name) can be used again for a later communicator: the n-th use on every rank
            // is
            // the same communicator.
            int use = uses.merge(identity, 1, Integer::sum);
            byIdentity
                    .computeIfAbsent(use == 1 ? identity : identity + "#" + use, key -> new Joined(key, true))
                    .add(rank, membership);
        }
    }

    /** Returns the communicators in the order of their creation; those of unknown time come first. */
    List<Communicator> communicators() {
        List<Joined> ordered = new ArrayList<>(byIdentity.values());
        ordered.sort(Comparator.comparingLong(joined -> joined.begun));
        List<Communicator> result = new ArrayList<>();
        Set<Integer> inWorld = new HashSet<>();
        List<Communicator> messages = messages(ordered);
        for (Joined joined : ordered) {
            // Of several communicators of all ranks, only the first is called world.
            boolean first = Collections.disjoint(inWorld, joined.memberships.keySet());
            Communicator communicator = joined.communicator(result.size() + 1, first);
            if (communicator.memberships().isEmpty()) {
                continue;
            }
            if (communicator.name().equals(WORLD)) {
                inWorld.addAll(joined.memberships.keySet());
            }
            result.add(communicator);
        }
        List<Communicator> all = new ArrayList<>(withRanksWhereNamesRepeat(result));
        all.addAll(messages);
        return all;
    }

    /**
     * Returns each rank's sends and receives without known peers as a communicator of its own: only that they wait is known.
     */
    private List<Communicator> messages(List<Joined> ordered) {
        Set<String> exchanging = ordered.stream()
                .filter(joined -> !joined.messages.isEmpty())
                .map(joined -> joined.name)
                .collect(Collectors.toSet());
        List<Communicator> messages = new ArrayList<>();
        for (Joined joined : ordered) {
            joined.moveBatches(exchanging.contains(joined.name));
            joined.messages.forEach((rank, message) -> messages.add(new Communicator(
                    "messages of rank " + rank + " in " + joined.identity,
                    joined.name.isEmpty() ? WORLD : joined.name,
                    -1,
                    List.of(),
                    Map.of(rank, message))));
        }
        return messages;
    }

    private final class Joined {
        private final String identity;
        private final boolean identified;
        private final Map<Integer, Membership> memberships = new TreeMap<>();
        private final Map<Integer, Membership> messages = new TreeMap<>();
        private final Map<Integer, Integer> members = new TreeMap<>();
        private final Set<Integer> unnumbered = new HashSet<>();
        private List<Integer> lastMembers = List.of();
        private String name = "";
        private int size = -1;
        private long begun = Long.MAX_VALUE;

        /** Starts a communicator. One that is not identified has the evidence of one rank, and unknown other members. */
        private Joined(String identity, boolean identified) {
            this.identity = identity;
            this.identified = identified;
        }

        private void add(int rank, MembershipEvidence membership) {
            if (membership.numbered()) {
                memberships.put(
                        rank,
                        new Membership(
                                rank,
                                membership.creation(),
                                membership.collectives(),
                                membership.pointToPoint(),
                                membership.overwrittenPending(),
                                membership.progress(),
                                membership.results()));
            } else {
                unnumbered.add(rank);
                if (membership.pointToPoint().size() > 0) {
                    messages.put(rank, message(rank, membership.pointToPoint()));
                }
            }
            name = name.isEmpty() ? membership.name() : name;
            size = Math.max(size, membership.size());
            begun = Math.min(begun, membership.creation().begun());
            // Ranks with equal lists share one object: comparing by identity skips nearly all of them.
            if (membership.members() != lastMembers) {
                lastMembers = membership.members();
                for (int i = 0; i < lastMembers.size(); i++) {
                    if (lastMembers.get(i) >= 0) {
                        members.putIfAbsent(i, lastMembers.get(i));
                    }
                }
            }
            if (membership.communicatorRank() >= 0) {
                members.put(membership.communicatorRank(), rank);
            }
        }

        private static Membership message(int rank, CallSequence calls) {
            return new Membership(rank, JoinRecord.unseen(), CallSequence.NONE, calls, null);
        }

        /**
         * Moves pending calls that c10d calls coalesced to the messages unless they surely are collectives. Of batches of sends and
         * receives each rank makes its own number, and which ranks a batch concerns is unknown.
         *
         * @param exchanging whether ranks send or receive in groups of this name
         */
        private void moveBatches(boolean exchanging) {
            Set<Integer> batches = memberships.entrySet().stream()
                    .filter(member -> isBatch(member.getValue().collectives()))
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toSet());
            long numbers = batches.stream()
                    .map(rank -> memberships.get(rank).collectives().firstSequence())
                    .distinct()
                    .count();
            if (!exchanging && numbers < 2 && batches.size() < memberships.size()) {
                return;
            }
            for (int rank : batches) {
                messages.put(rank, message(rank, memberships.remove(rank).collectives()));
                unnumbered.add(rank);
            }
        }

        private static boolean isBatch(CallSequence calls) {
            return calls.countedOnReturn()
                    && calls.size() > 0
                    && calls.signature(0).operation().equals(COALESCED);
        }

        private Communicator communicator(int ordinal, boolean first) {
            boolean world = size >= 0 && size == worldSize && first;
            String shown = !name.isEmpty() ? name : world ? WORLD : "group " + ordinal;
            List<Integer> known = members();
            for (int member : known) {
                boolean silent = completeRanks.contains(member) && !unnumbered.contains(member);
                if (identified && silent && !memberships.containsKey(member)) {
                    memberships.put(
                            member,
                            new Membership(member, JoinRecord.unseen(), CallSequence.NONE, CallSequence.NONE, null));
                }
            }
            dropDoubtfulCounts();
            return new Communicator(identity, shown, size, known, memberships);
        }

        /**
         * Leaves out the ranks of which nothing is known but a count that may be of sends and receives: a library counts calls of
         * both kinds alike, and where one rank sends, any other may.
         */
        private void dropDoubtfulCounts() {
            if (!messages.isEmpty()
                    || memberships.values().stream()
                            .anyMatch(member -> member.pointToPoint().lastSequence() > 0)) {
                memberships.values().removeIf(Joined::countOnly);
            }
        }

        private static boolean countOnly(Membership member) {
            return member.collectives().size() == 0
                    && member.collectives().lastSequence() > 0
                    && member.pointToPoint().lastSequence() == 0;
        }

        private List<Integer> members() {
            membersLeft -= Math.max(0, size);
            if (membersLeft < 0) {
                return List.of();
            }
            boolean everyRank = identified
                    && size == worldSize
                    && members.entrySet().stream()
                            .allMatch(member -> member.getKey().equals(member.getValue()));
            List<Integer> known = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                known.add(members.getOrDefault(i, everyRank ? i : -1));
            }
            return known;
        }
    }

    /** Adds the ranks to each name that several communicators have: frameworks give all groups of one kind the same name. */
    private static List<Communicator> withRanksWhereNamesRepeat(List<Communicator> communicators) {
        Map<String, Integer> uses = new HashMap<>();
        communicators.forEach(communicator -> uses.merge(communicator.name(), 1, Integer::sum));
        return communicators.stream()
                .map(communicator -> uses.get(communicator.name()) > 1
                                && !communicator.members().isEmpty()
                                && !communicator.members().contains(-1)
                        ? withRanksInName(communicator)
                        : communicator)
                .toList();
    }

    private static Communicator withRanksInName(Communicator communicator) {
        List<Integer> members = communicator.members();
        return new Communicator(
                communicator.identity(),
                communicator.name() + (members.size() == 1 ? " (rank " : " (ranks ")
                        + ranksText(members.stream().sorted().toList()) + ")",
                communicator.size(),
                members,
                communicator.memberships());
    }

    /** Returns {@code 4–7}, {@code 1, 9}, or {@code 0, 8, … 56}. */
    private static String ranksText(List<Integer> ranks) {
        int last = ranks.size() - 1;
        if (last > 1 && ranks.get(last) - ranks.get(0) == last) {
            return ranks.get(0) + "–" + ranks.get(last);
        }
        return ranks.size() <= MOST_NAMED_RANKS
                ? ranks.stream().map(String::valueOf).collect(Collectors.joining(", "))
                : ranks.get(0) + ", " + ranks.get(1) + ", … " + ranks.get(last);
    }
}
