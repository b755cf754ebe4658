package dev.rollcall.analyzer.wait;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Communicator;
import java.util.Collections;
import java.util.List;

/**
 * One rank's oldest unfinished call, and whom it waits for.
 *
 * @param rank the global rank
 * @param communicator where the call is
 * @param call the call; it is unfinished, or failed while the rank waited in it; its sequence number is 0 where it is the
 *     making of the communicator
 * @param pointToPoint whether the call is a send or a receive
 * @param absent the members, whose traces were read, that have not made the call, ascending
 * @param unread the members of which no trace tells whether they have made it, ascending
 */
public record Wait(
        int rank,
        Communicator communicator,
        Call call,
        boolean pointToPoint,
        List<Integer> absent,
        List<Integer> unread) {

    public Wait {
        absent = List.copyOf(absent);
        unread = List.copyOf(unread);
    }

    /** Returns whether this is no call but the making of the communicator, which blocks until all members take part. */
    public boolean joining() {
        return call.sequence() == 0;
    }

    /** Returns whether this rank is one of the absent. */
    public boolean awaits(int other) {
        return Collections.binarySearch(absent, other) >= 0;
    }
}
