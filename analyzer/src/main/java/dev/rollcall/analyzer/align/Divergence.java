package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Communicator;
import java.util.List;

/**
 * Where a rank left its own way: it called something else than its past announces, or than all others did that had called the
 * same until then, and no other rank did the same.
 *
 * @param rank the global rank
 * @param communicator where it made the call
 * @param call the call
 * @param unprecedented whether neither it nor any other rank made such a call before
 * @param expected the call of its past after which it should have made another one like it, or that its peers made
 * @param expectedOn where it should have made it
 * @param resumed whether it went on, from its call, with what was to come after the expected one: so it left that out
 * @param peers the ranks that called the same until then and then made the expected call, ascending; empty where the rank's
 *     own past announces it
 */
public record Divergence(
        int rank,
        Communicator communicator,
        Call call,
        boolean unprecedented,
        Call expected,
        Communicator expectedOn,
        boolean resumed,
        List<Integer> peers) {

    public Divergence {
        peers = List.copyOf(peers);
    }

    /** Returns whether those who made the expected call are more than could have left it out with the rank. */
    public boolean outvoted() {
        int silent = Math.max(unread(communicator), unread(expectedOn));
        return peers.size() > 1 + silent;
    }

    private static int unread(Communicator communicator) {
        return Math.max(0, communicator.size() - communicator.memberships().size());
    }
}
