package dev.rollcall.analyzer.wait;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Communicator;
import java.util.List;

/**
 * One rank's oldest unfinished call, and whom it waits for.
 *
 * @param rank the global rank
 * @param communicator where the call is
 * @param call the call; it is unfinished, or failed while the rank waited in it
 * @param absent the members, whose traces were read, that have not made the call, ascending
 * @param unread the members of which no trace tells, ascending
 */
public record Wait(int rank, Communicator communicator, Call call, List<Integer> absent, List<Integer> unread) {

    public Wait {
        absent = List.copyOf(absent);
        unread = List.copyOf(unread);
    }
}
