package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Sends without a receive, in a source that does not record how a call ended, such as a log. A small send completes by itself; a
 * large one waits, and nothing in a log shows which it was. Immutable.
 *
 * @param communicator the communicator
 * @param sender the global rank that sent
 * @param receiver the global rank that received less
 * @param sent how often it sent
 * @param received how often the other received from it; less than {@code sent}
 */
public record UnreceivedSends(Communicator communicator, int sender, int receiver, int sent, int received) {

    /** Returns the first pair of ranks with such sends; null for none. */
    public static UnreceivedSends of(Job job) {
        for (Communicator communicator : job.communicators()) {
            Map<Integer, Map<Integer, Integer>> sent = new TreeMap<>();
            communicator.memberships().values().forEach(member -> sent.put(member.rank(), sent(communicator, member)));
            for (Map.Entry<Integer, Map<Integer, Integer>> sender : sent.entrySet()) {
                for (Map.Entry<Integer, Integer> peer : sender.getValue().entrySet()) {
                    Membership receiver = communicator.memberships().get(peer.getKey());
                    int received =
                            receiver == null ? peer.getValue() : received(communicator, receiver, sender.getKey());
                    if (received < peer.getValue()) {
                        return new UnreceivedSends(
                                communicator, sender.getKey(), peer.getKey(), peer.getValue(), received);
                    }
                }
            }
        }
        return null;
    }

    /** Returns both ranks, ascending: either may be wrong. */
    public List<Integer> ranks() {
        return List.copyOf(new TreeSet<>(List.of(sender, receiver)));
    }

    /** Returns how often a member sent to each rank. */
    private static Map<Integer, Integer> sent(Communicator communicator, Membership member) {
        CallSequence calls = member.pointToPoint();
        Map<Integer, Integer> sent = new TreeMap<>();
        for (int i = 0; calls.statesUnknown() && i < calls.size(); i++) {
            int peer = peer(communicator, calls, i);
            if (peer >= 0 && calls.signature(i).traits().sends()) {
                sent.merge(peer, 1, Integer::sum);
            }
        }
        return sent;
    }

    private static int received(Communicator communicator, Membership receiver, int sender) {
        CallSequence calls = receiver.pointToPoint();
        int received = 0;
        for (int i = 0; i < calls.size(); i++) {
            boolean its = calls.signature(i).traits().receives() && peer(communicator, calls, i) == sender;
            received += its ? 1 : 0;
        }
        return received;
    }

    private static int peer(Communicator communicator, CallSequence calls, int index) {
        int place = calls.signature(index).peer();
        List<Integer> members = communicator.members();
        return place >= 0 && place < members.size() ? members.get(place) : -1;
    }
}
