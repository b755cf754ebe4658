package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Communicator;
import java.util.List;

/**
 * A call with which one rank left the way of its program: its own history, or peers that had called the same until then,
 * predict another call. Immutable.
 *
 * @param rank the global rank
 * @param communicator the communicator of the call
 * @param call the call
 * @param unprecedented whether the rank never made such a call before, nor did any other rank
 * @param expected the predicted call: an earlier call of the rank that stands for it, or the peers' call
 * @param expectedOn the communicator of the expected call
 * @param resumed whether the rank went on as if it had made the expected call; then it skipped that call
 * @param peers the global ranks that called the same until then and then made the expected call, ascending; empty where the
 *     rank's own history predicts it
 */
public record StrayCall(
        int rank,
        Communicator communicator,
        Call call,
        boolean unprecedented,
        Call expected,
        Communicator expectedOn,
        boolean resumed,
        List<Integer> peers) {

    public StrayCall {
        peers = List.copyOf(peers);
    }

    /** Returns whether the peers outnumber the rank and all members without a trace, who may have done what it did. */
    public boolean outvoted() {
        int silent = Math.max(unread(communicator), unread(expectedOn));
        return peers.size() > 1 + silent;
    }

    private static int unread(Communicator communicator) {
        return Math.max(0, communicator.size() - communicator.memberships().size());
    }
}
