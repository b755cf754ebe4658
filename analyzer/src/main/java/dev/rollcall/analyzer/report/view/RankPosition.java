package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.StackFrame;
import java.util.List;

/**
 * The position that some ranks share at the end of what was recorded: the same call on the same communicator, from the same line,
 * in the same state. Immutable; texts are as the source has them unless noted.
 *
 * @param ranks the global ranks, ascending
 * @param state how they stand to the call
 * @param communicator the communicator; null where they made no call
 * @param sequence the call's number; 0 where it has none
 * @param signature what the call asks for; null without a call, and where its record is lost
 * @param site the call site; null where unknown
 * @param since the earliest time since which one of them waits, nanoseconds since the epoch; {@link Call#NO_TIME} where they do
 *     not wait, or no time is known
 * @param waited the longest wait of them, until its rank was last seen, in nanoseconds; {@link Call#NO_TIME} where unknown
 * @param process how their processes ended, or what they do instead of a call; safe to print, empty where unknown
 */
public record RankPosition(
        List<Integer> ranks,
        RankState state,
        Communicator communicator,
        long sequence,
        Signature signature,
        StackFrame site,
        long since,
        long waited,
        String process) {

    public RankPosition {
        ranks = List.copyOf(ranks);
    }
}
