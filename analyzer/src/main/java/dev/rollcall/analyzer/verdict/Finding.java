package dev.rollcall.analyzer.verdict;

import dev.rollcall.analyzer.model.Communicator;
import java.util.List;

/**
 * One thing that is wrong with a job, with its evidence. Immutable.
 *
 * @param cause the kind of failure
 * @param severity whether the ranks are culprits
 * @param ranks the global ranks that it names, ascending
 * @param communicator the communicator; null where it concerns none
 * @param sequence the sequence number of the call; 0 where it concerns none
 * @param summary one sentence: which rank, which call, where, and what the others did
 * @param explanation why the job hangs, in a few sentences
 * @param remedy what to do about it
 * @param branch the condition at which the ranks parted; null where none is known
 * @param evidence the calls that show it, those of {@code ranks} first
 */
public record Finding(
        Cause cause,
        Severity severity,
        List<Integer> ranks,
        Communicator communicator,
        long sequence,
        String summary,
        String explanation,
        String remedy,
        Branch branch,
        List<Evidence> evidence) {

    public Finding {
        ranks = List.copyOf(ranks);
        evidence = List.copyOf(evidence);
    }
}
