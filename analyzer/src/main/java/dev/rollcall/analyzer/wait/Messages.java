package dev.rollcall.analyzer.wait;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.Thresholds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The sends and receives of one communicator, paired as libraries pair them: the n-th send of one rank to another under one
 * tag belongs to the n-th receive of the other from the one under that tag. Where a source tells no tags, the order alone
 * counts.
 *
 * <p>Ordinals are known only where a rank's source holds all it sent and received; of others only what is still under way
 * tells something. Immutable.
 */
final class Messages {
    private static final int ANY = -1;

    private final Communicator communicator;
    private final Map<Integer, Halves> ranks = new TreeMap<>();

    /** Pairs what the ranks of a communicator sent and received. */
    Messages(Communicator communicator, InternTable<Signature> signatures) {
        this.communicator = communicator;
        boolean tagged = communicator.memberships().values().stream()
                .allMatch(member -> tagged(member.pointToPoint(), signatures));
        for (Membership member : communicator.memberships().values()) {
            if (member.pointToPoint().size() > 0) {
                ranks.put(member.rank(), new Halves(member.pointToPoint(), signatures, tagged));
            }
        }
    }

    private static boolean tagged(CallSequence calls, InternTable<Signature> signatures) {
        for (int i = 0; i < calls.size(); i++) {
            if (signatures.value(calls.signatureNumber(i)).tag() < 0) {
                return false;
            }
        }
        return true;
    }

    /** Where a message goes: from the rank that holds it or to it, the other's place, the tag. */
    private record Way(boolean sends, int peer, int tag) {

        Way back(int own) {
            return new Way(!sends, own, tag);
        }
    }

    /** What one rank sent and received. */
    private static final class Halves {
        private final CallSequence calls;
        private final Way[] ways;
        private final Map<Way, List<Integer>> positions = new HashMap<>();
        private boolean whole;

        private Halves(CallSequence calls, InternTable<Signature> signatures, boolean tagged) {
            this.calls = calls;
            this.whole = calls.firstSequence() == 1;
            this.ways = new Way[calls.size()];
            for (int i = 0; i < ways.length; i++) {
                Signature signature = signatures.value(calls.signatureNumber(i));
                whole &= !signature.equals(Signature.LOST);
                Way way = new Way(signature.traits().sends(), signature.peer(), tagged ? signature.tag() : ANY);
                List<Integer> alike = positions.computeIfAbsent(way, its -> new ArrayList<>());
                alike.add(i);
                ways[i] = way;
            }
        }

        private List<Integer> at(Way way) {
            return positions.getOrDefault(way, List.of());
        }

        /** How many receives from anybody may have taken a message under a tag. */
        private int fromAnybody(Way way) {
            return way.sends() ? 0 : at(new Way(false, ANY, way.tag())).size();
        }

        private boolean anybody() {
            return positions.keySet().stream().anyMatch(way -> !way.sends() && way.peer() < 0);
        }

        private boolean completed(Way way) {
            return at(way).stream().allMatch(position -> calls.state(position) == CallState.COMPLETED);
        }
    }

    /**
     * Returns the global rank that has not made the other half of a send or receive; -1 where it is made, or nothing tells.
     *
     * @param rank the global rank that made the one half
     * @param index its index among the rank's sends and receives
     */
    int lackingPeer(int rank, int index) {
        Halves own = ranks.get(rank);
        Way way = own.ways[index];
        int peer = global(way.peer());
        int place = communicator.members().indexOf(rank);
        if (peer < 0 || place < 0) {
            return -1;
        }
        if (!communicator.memberships().containsKey(peer)) {
            return peer;
        }
        Halves other = ranks.get(peer);
        if (other == null) {
            boolean none = communicator.memberships().get(peer).pointToPoint().firstSequence() == 1;
            return none ? peer : -1;
        }
        Way back = way.back(place);
        if (own.whole && other.whole) {
            int made = Collections.binarySearch(own.at(way), index) + 1;
            return made > other.at(back).size() + other.fromAnybody(back) ? peer : -1;
        }
        // What is overwritten cannot be counted; but who posted the other half of what is under way is in it still.
        return own.calls.state(index).pending() && other.completed(back) && other.fromAnybody(back) == 0 ? peer : -1;
    }

    /** Returns whether it is known that the other half of a send or receive, which is not lacking, was made. */
    boolean whole(int rank, int index) {
        Halves own = ranks.get(rank);
        Halves other = ranks.get(global(own.ways[index].peer()));
        return own.whole && other != null && other.whole && !other.anybody() && lackingPeer(rank, index) < 0;
    }

    /** Returns whether the other half of a send or receive is known to have completed, so that this one came through. */
    boolean through(int rank, int index) {
        if (!whole(rank, index)) {
            return false;
        }
        Halves own = ranks.get(rank);
        Way way = own.ways[index];
        Halves other = ranks.get(global(way.peer()));
        int position = other.at(way.back(communicator.members().indexOf(rank)))
                .get(Collections.binarySearch(own.at(way), index));
        return other.calls.state(position) == CallState.COMPLETED;
    }

    /** Two halves of one message. */
    record Pair(Call own, Call peers) {}

    /** Returns the last few messages before a send or receive that went the same way; none where the pairing is not known. */
    List<Pair> pairsBefore(int rank, long sequence) {
        Halves own = ranks.get(rank);
        int index = (int) (sequence - own.calls.firstSequence());
        Way way = own.ways[index];
        Halves other = ranks.get(global(way.peer()));
        List<Pair> pairs = new ArrayList<>();
        if (other != null && own.whole && other.whole && !other.anybody()) {
            List<Integer> back = other.at(way.back(communicator.members().indexOf(rank)));
            int last = Math.min(Collections.binarySearch(own.at(way), index), back.size());
            for (int i = Math.max(0, last - Thresholds.FEWEST_MESSAGES); i < last; i++) {
                pairs.add(new Pair(own.calls.call(own.at(way).get(i)), other.calls.call(back.get(i))));
            }
        }
        return pairs;
    }

    /**
     * Returns the first of a rank's newest sends and receives that may be under way and lacks its other half; null where there is
     * none.
     */
    Call firstOpen(int rank) {
        Halves own = ranks.get(rank);
        if (own == null) {
            return null;
        }
        boolean untold = own.calls.statesUnknown();
        for (int i = Math.max(0, own.ways.length - Thresholds.DIVERGENCE_CALLS); i < own.ways.length; i++) {
            boolean open = untold ? own.whole : own.calls.state(i).pending();
            if (open && lackingPeer(rank, i) >= 0) {
                return own.calls.call(i);
            }
        }
        return null;
    }

    private int global(int place) {
        return place < 0 || place >= communicator.members().size()
                ? -1
                : communicator.members().get(place);
    }

    /**
     * Returns the last send, or the last receive, of a rank if its other half was not made; null if it was, or nothing tells.
     */
    Call stray(int rank, boolean send) {
        Halves its = ranks.get(rank);
        for (int i = its == null ? -1 : its.ways.length - 1; i >= 0; i--) {
            if (its.ways[i].sends() == send) {
                return its.whole && lackingPeer(rank, i) >= 0 ? its.calls.call(i) : null;
            }
        }
        return null;
    }

    /** Returns the tag under which a peer posted a half that has no partner, where that is not this one's; -1 if none. */
    int otherTag(int rank, long sequence, int peer) {
        int index = (int)
                (sequence - communicator.memberships().get(rank).pointToPoint().firstSequence());
        Halves own = ranks.get(rank);
        Halves other = ranks.get(peer);
        int place = communicator.members().indexOf(rank);
        if (other == null || own == null || place < 0 || index < 0) {
            return -1;
        }
        Way back = own.ways[index].back(place);
        for (Map.Entry<Way, List<Integer>> posted : other.positions.entrySet()) {
            Way way = posted.getKey();
            Way mine = new Way(!way.sends(), own.ways[index].peer(), way.tag());
            boolean alike = way.sends() == back.sends() && way.peer() == place && way.tag() != back.tag();
            if (alike && posted.getValue().size() > own.at(mine).size() + own.fromAnybody(mine)) {
                return way.tag();
            }
        }
        return -1;
    }

    /**
     * The messages that go one way, from one rank to another under one tag, of which both halves are known for sure.
     *
     * @param from the global rank that sends
     * @param to the global rank that receives
     * @param sends what the one sent
     * @param sent where in it the sends of this way are, ascending
     * @param receives what the other received
     * @param received where in it the receives of this way are, ascending
     */
    record Lane(
            int from, int to, CallSequence sends, List<Integer> sent, CallSequence receives, List<Integer> received) {

        /** Returns how many messages have both halves. */
        int pairs() {
            return Math.min(sent.size(), received.size());
        }
    }

    /** Returns all ways of which both ends are held whole, those of the lowest sender first, then of the lowest receiver. */
    List<Lane> lanes() {
        List<Lane> lanes = new ArrayList<>();
        ranks.forEach((from, sender) -> {
            int place = communicator.members().indexOf(from);
            if (place >= 0 && sender.whole) {
                sender.positions.forEach((way, sent) -> {
                    Halves receiver = ranks.get(global(way.peer()));
                    if (way.sends() && receiver != null && receiver.whole && !receiver.anybody()) {
                        List<Integer> received = receiver.at(way.back(place));
                        lanes.add(new Lane(from, global(way.peer()), sender.calls, sent, receiver.calls, received));
                    }
                });
            }
        });
        lanes.sort(Comparator.comparingInt(Lane::from)
                .thenComparingInt(Lane::to)
                .thenComparingInt(lane -> lane.sent().get(0)));
        return lanes;
    }
}
