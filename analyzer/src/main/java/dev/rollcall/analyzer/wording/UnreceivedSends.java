package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Looks for sends without a receive where the sources tell of no call how it ended, as logs do. A small one ends by itself; of
 * a large one the sender waits, and nothing in a log says which it was.
 */
final class UnreceivedSends {
    private UnreceivedSends() {}

    /** Returns what is lacking, as in {@code rank 1 sent 30 times to rank 2, which received 29 times}; empty for nothing. */
    static String of(Job job) {
        for (Communicator communicator : job.communicators()) {
            Map<List<Integer>, Integer> sent =
                    new TreeMap<>((one, other) -> one.get(0).equals(other.get(0))
                            ? one.get(1).compareTo(other.get(1))
                            : one.get(0).compareTo(other.get(0)));
            communicator.memberships().values().forEach(member -> count(communicator, member, sent));
            for (Map.Entry<List<Integer>, Integer> pair : sent.entrySet()) {
                Membership receiver =
                        communicator.memberships().get(pair.getKey().get(1));
                if (receiver == null) {
                    continue;
                }
                int received = received(communicator, receiver, pair.getKey().get(0));
                if (received < pair.getValue()) {
                    return "rank " + pair.getKey().get(0) + " sent " + times(pair.getValue()) + " to rank "
                            + receiver.rank() + " on `" + communicator.name() + "`, which received from it "
                            + (received == 0 ? "nothing" : times(received))
                            + "; the logs do not show whether the sender waits";
                }
            }
        }
        return "";
    }

    private static void count(Communicator communicator, Membership member, Map<List<Integer>, Integer> sent) {
        CallSequence calls = member.pointToPoint();
        for (int i = 0; calls.statesUnknown() && i < calls.size(); i++) {
            int peer = peer(communicator, calls, i);
            if (peer >= 0 && calls.signature(i).traits().sends()) {
                sent.merge(List.of(member.rank(), peer), 1, Integer::sum);
            }
        }
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

    private static String times(int count) {
        return count == 1 ? "once" : Wording.grouped(count) + " times";
    }

    private static int peer(Communicator communicator, CallSequence calls, int index) {
        int place = calls.signature(index).peer();
        List<Integer> members = communicator.members();
        return place >= 0 && place < members.size() ? members.get(place) : -1;
    }
}
