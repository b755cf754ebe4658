package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.Thresholds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The ranks that call what another one calls, from the beginning on: they play its role, and where they go it should go. */
final class Peers {
    private Peers() {}

    /**
     * Returns where a rank alone left out what all others call that had called the same until then, and went on as they do after
     * it, or is held up in the call that it made instead; null where it did not. A rank whose role differs goes another way; it
     * does not come back to theirs.
     *
     * @param others what the others called, by rank
     */
    static Divergence divergence(int rank, RankTimeline own, Map<Integer, RankTimeline> others) {
        Map<Integer, RankTimeline> peers = new TreeMap<>(others);
        // Rings that wrapped at different places may be alike by chance.
        peers.values().removeIf(peer -> !own.beginsWith(peer));
        for (int i = 0; i < own.length() && peers.size() >= Thresholds.FEWEST_PEERS; i++) {
            int position = i;
            peers.values().removeIf(peer -> peer.length() <= position);
            List<Integer> alike = new ArrayList<>();
            peers.forEach((other, peer) -> {
                if (peer.token(position) == own.token(position)) {
                    alike.add(other);
                }
            });
            if (alike.isEmpty()) {
                return i == 0 || peers.size() < Thresholds.FEWEST_PEERS ? null : leftOut(rank, own, i, peers);
            }
            peers.keySet().retainAll(alike);
        }
        return null;
    }

    private static Divergence leftOut(int rank, RankTimeline own, int position, Map<Integer, RankTimeline> peers) {
        Map<Integer, Map<Integer, RankTimeline>> roles = new TreeMap<>();
        peers.forEach((other, peer) -> roles.computeIfAbsent(peer.token(position), token -> new TreeMap<>())
                .put(other, peer));
        boolean unprecedented = !own.contains(own.token(position), 0, position);
        boolean alone = roles.size() == 1 && (unprecedented || position == own.length() - 1);
        Set<Integer> resumed = new TreeSet<>();
        roles.forEach((token, role) -> {
            if (resumes(own, position, role.values())) {
                resumed.add(token);
            }
        });
        roles.entrySet()
                .removeIf(role ->
                        role.getValue().size() < Thresholds.FEWEST_PEERS || !alone && !resumed.contains(role.getKey()));
        if (roles.size() != 1) {
            return null;
        }
        int token = roles.keySet().iterator().next();
        Map<Integer, RankTimeline> role = roles.get(token);
        for (RankTimeline peer : role.values()) {
            RankTimeline.Made expected = peer.made(position);
            if (expected.communicator().memberships().containsKey(rank)) {
                boolean passed = resumed.contains(token);
                return own.divergence(
                        rank, position, unprecedented && !passed, expected, passed, List.copyOf(role.keySet()));
            }
        }
        return null;
    }

    /** Whether a timeline goes on from a position as one of its peers does after a few collective calls more. */
    private static boolean resumes(RankTimeline own, int position, Iterable<RankTimeline> peers) {
        for (RankTimeline peer : peers) {
            int from = position;
            while (from < peer.length()
                    && from - position <= Thresholds.MOST_SKIPPED
                    && peer.token(from) != own.token(position)
                    && peer.made(from).call().signature().peer() < 0) {
                from++;
            }
            int first = from;
            int rest = peer.length() - from;
            if (own.resumes(position, step -> step <= rest ? peer.token(first + step - 1) : RankTimeline.UNTOLD)) {
                return true;
            }
        }
        return false;
    }
}
