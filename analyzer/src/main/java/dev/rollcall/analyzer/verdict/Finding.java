package dev.rollcall.analyzer.verdict;

import dev.rollcall.analyzer.model.Communicator;
import java.util.List;

/**
 * One thing that is wrong with a job, with its proof.
 *
 * @param cause the kind of failure
 * @param severity whether the ranks are blamed
 * @param ranks the global ranks it is about, ascending
 * @param communicator where it happened; null where it concerns none
 * @param sequence the sequence number where it happened; 0 where it has none
 * @param summary one sentence: who, which call, where, and what the others did instead
 * @param explanation how this freezes the job, in a few sentences
 * @param remedy what to do about it
 * @param branch the condition that did it; null where it was not looked for or not found
 * @param evidence the calls that show it, the named ranks' first
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
