package dev.rollcall.analyzer.verdict;

import dev.rollcall.analyzer.model.Communicator;
import java.util.List;

/**
 * One thing that is wrong with a job, with its evidence. Immutable.
 *
 * @param cause the kind of failure
 * @param severity whether the ranks are culprits or suspects
 * @param ranks the global ranks that it names, ascending
 * @param communicator the communicator; null where it concerns none
 * @param sequence the sequence number of the call; 0 where it concerns none
 * @param text what it says
 * @param branch the condition at which the ranks parted; null where none is known
 * @param evidence the calls that show it, those of {@code ranks} first
 */
public record Finding(
        Cause cause,
        Severity severity,
        List<Integer> ranks,
        Communicator communicator,
        long sequence,
        FindingText text,
        Branch branch,
        List<Evidence> evidence) {

    public Finding {
        ranks = List.copyOf(ranks);
        evidence = List.copyOf(evidence);
    }

    /** Makes a finding with a summary, an explanation and a remedy alone. */
    public Finding(
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
        this(
                cause,
                severity,
                ranks,
                communicator,
                sequence,
                new FindingText(summary, "", explanation, remedy, ""),
                branch,
                evidence);
    }

    /** Returns a copy with another severity. */
    public Finding as(Severity other) {
        return new Finding(cause, other, ranks, communicator, sequence, text, branch, evidence);
    }

    /** Returns whether its sequence number is that of a send or receive, which each rank numbers by itself. */
    public boolean isPointToPoint() {
        return evidence.stream()
                .map(Evidence::call)
                .anyMatch(call -> call != null
                        && call.sequence() == sequence
                        && call.signature().traits().pointToPoint());
    }

    /** Returns the sentence, see {@link FindingText#summary}. */
    public String summary() {
        return text.summary();
    }

    /** Returns the second sentence: what the others do, and who waits where and since when; empty for none. */
    public String detail() {
        return (text.detail() + ' ' + text.waits()).strip();
    }

    /** Returns a copy with another sentence about who waits. */
    Finding withWaits(String waits) {
        FindingText changed = new FindingText(
                text.summary(), text.detail(), waits, text.explanation(), text.remedy(), text.settles());
        return new Finding(cause, severity, ranks, communicator, sequence, changed, branch, evidence);
    }

    /** Returns why the job hangs. */
    public String explanation() {
        return text.explanation();
    }

    /** Returns what to do about it. */
    public String remedy() {
        return text.remedy();
    }

    /** Returns what would prove or clear the suspects; empty for other findings. */
    public String settles() {
        return text.settles();
    }
}
