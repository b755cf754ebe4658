package dev.rollcall.analyzer.verdict;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Coverage;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import dev.rollcall.analyzer.model.Job;
import java.util.ArrayList;
import java.util.List;

/**
 * What the analyzer says about one job. Immutable.
 *
 * @param job the job
 * @param outcome the state of the job as a whole
 * @param culprits the global ranks that diverged, ascending; may be empty
 * @param suspects where there is no culprit: the global ranks to look at first, ascending, eight at most; may be empty
 * @param summary the sentence that the report starts with, 25 words at most
 * @param detail a second sentence: who waits where and since when; empty for none
 * @param frozenAt when the job froze: since then the ranks that the main finding is about wait, nanoseconds since the epoch;
 *     {@link Call#NO_TIME} where nothing is frozen, or its time is unknown
 * @param findings the findings, the root first
 * @param waits who waits for whom, as seen from the named ranks
 */
public record Verdict(
        Job job,
        Outcome outcome,
        List<Integer> culprits,
        List<Integer> suspects,
        String summary,
        String detail,
        long frozenAt,
        List<Finding> findings,
        WaitMap waits) {

    public Verdict {
        culprits = List.copyOf(culprits);
        suspects = List.copyOf(suspects);
        findings = List.copyOf(findings);
    }

    /** Makes a verdict for which no wait was looked for. */
    public Verdict(
            Job job,
            Outcome outcome,
            List<Integer> culprits,
            List<Integer> suspects,
            String summary,
            String detail,
            long frozenAt,
            List<Finding> findings) {
        this(job, outcome, culprits, suspects, summary, detail, frozenAt, findings, WaitMap.EMPTY);
    }

    /** Makes a verdict without suspects, second sentence, time and waits. */
    public Verdict(Job job, Outcome outcome, List<Integer> culprits, String summary, List<Finding> findings) {
        this(job, outcome, culprits, List.of(), summary, "", Call.NO_TIME, findings);
    }

    /** Returns the verdict with further files in the coverage of its job. */
    public Verdict with(List<Unreadable> files) {
        Coverage coverage = job.coverage().with(files);
        Job known = new Job(
                job.id(), job.ranks(), job.communicators(), job.signatures(), job.stacks(), coverage, job.launcher());
        return new Verdict(known, outcome, culprits, suspects, summary, detail, frozenAt, findings, waits);
    }

    /** Returns the verdict with its waits. */
    public Verdict with(WaitMap found) {
        return new Verdict(job, outcome, culprits, suspects, summary, detail, frozenAt, findings, found);
    }

    /**
     * Returns the verdict with its waits, and with words made from them in its main finding and its second sentence, which starts
     * with that of the main finding.
     *
     * @param waiting who waits where and since when
     */
    public Verdict with(WaitMap found, String waiting) {
        List<Finding> changed = new ArrayList<>(findings);
        Finding first = changed.get(0);
        changed.set(0, first.withWaits(waiting));
        String further = detail.startsWith(first.detail())
                ? detail.substring(first.detail().length())
                : ' ' + detail;
        return new Verdict(
                job,
                outcome,
                culprits,
                suspects,
                summary,
                (changed.get(0).detail() + further).strip(),
                frozenAt,
                changed,
                found);
    }

    /** Returns the culprits; where there are none, the suspects. */
    public List<Integer> named() {
        return culprits.isEmpty() ? suspects : culprits;
    }

    /** Returns the first finding, which the summary is about; null for a job that is healthy or progresses, even with notes. */
    public Finding mainFinding() {
        return findings.isEmpty() || outcome.exitCode() == 0 ? null : findings.get(0);
    }
}
