package dev.rollcall.analyzer.decision;

import dev.rollcall.analyzer.incident.AlignedJob;
import dev.rollcall.analyzer.incident.Fact;
import dev.rollcall.analyzer.incident.UnreceivedSends;
import dev.rollcall.analyzer.incident.WaitClock;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.CopyTally;
import dev.rollcall.analyzer.model.Coverage;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.analyzer.wait.Wait;
import dev.rollcall.analyzer.wording.FindingWriter;
import dev.rollcall.analyzer.wording.HealthText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The verdict about a job without incidents. It is called healthy only where the evidence is complete, and progressing only
 * where every pending call is known to be young.
 */
final class HealthCheck {
    private final AlignedJob aligned;
    private final Job job;
    private final HealthText text;

    HealthCheck(AlignedJob aligned) {
        this.aligned = aligned;
        this.job = aligned.job();
        this.text = new HealthText(job);
    }

    /**
     * Returns the verdict.
     *
     * @param notes findings about the job's pace
     */
    Verdict verdict(List<Finding> notes) {
        long copies = job.ranks().stream()
                .flatMap(rank -> rank.copies().stream())
                .mapToLong(CopyTally::verified)
                .sum();
        Collection<Wait> waits = aligned.waits().waits().values();
        if (!anyCall() && copies > 0) {
            return verdict(Outcome.HEALTHY, text.intactCopies(copies), "", notes);
        }
        if (!anyCall() && waits.isEmpty()) {
            boolean copied =
                    job.ranks().stream().anyMatch(rank -> !rank.copies().isEmpty());
            return open(text.noCalls(copied), "", List.of(), notes);
        }
        if (waits.isEmpty()) {
            return finished(notes);
        }
        String late = notes.isEmpty() ? "" : notes.get(0).summary();
        return WaitClock.of(waits, aligned) == Fact.RUNNING
                ? verdict(Outcome.PROGRESSING, text.progressing(), late, notes)
                : open(text.undated(), late, List.copyOf(aligned.waits().waits().keySet()), notes);
    }

    private Verdict finished(List<Finding> notes) {
        List<Integer> failed = job.ranks().stream()
                .filter(rank -> rank.ending().failed())
                .map(Rank::number)
                .toList();
        if (!failed.isEmpty()) {
            return open(text.failed(failed), text.endings(failed, aligned), failed, notes);
        }
        List<Integer> unobserved = new ArrayList<>(job.unobserved());
        if (!unobserved.isEmpty()) {
            return open(text.unobserved(unobserved), text.unobservedReason(unobserved), unobserved, notes);
        }
        List<Coverage.Unreadable> doubtful = job.coverage().ofKind(Coverage.Kind.DOUBTFUL);
        if (!doubtful.isEmpty()) {
            return open(text.doubtful(doubtful), text.reason(doubtful.get(0)), List.of(), notes);
        }
        UnreceivedSends unreceived = UnreceivedSends.of(job);
        if (unreceived != null) {
            return suspected(unreceived, notes);
        }
        List<Integer> lacking = IntStream.range(0, job.coverage().expected())
                .filter(rank -> job.rank(rank) == null)
                .boxed()
                .toList();
        return lacking.isEmpty()
                ? verdict(Outcome.HEALTHY, text.healthy(), "", notes)
                : open(text.lacking(lacking), "", lacking, notes);
    }

    private Verdict suspected(UnreceivedSends sends, List<Finding> notes) {
        String summary = text.unreceived(sends);
        String detail = text.unreceivedReason();
        List<Finding> findings = new ArrayList<>(
                List.of(FindingWriter.suspected(summary, detail, sends, text.unreceivedSettles(sends))));
        findings.addAll(notes);
        return new Verdict(
                job, Outcome.INCONCLUSIVE, List.of(), sends.ranks(), summary, detail, Call.NO_TIME, findings);
    }

    private Verdict verdict(Outcome outcome, String summary, String detail, List<Finding> notes) {
        return new Verdict(job, outcome, List.of(), List.of(), summary, detail, Call.NO_TIME, notes);
    }

    /** Returns an inconclusive verdict, with a finding that says what to do. */
    private Verdict open(String summary, String detail, List<Integer> ranks, List<Finding> notes) {
        List<Finding> findings = new ArrayList<>(List.of(FindingWriter.undetermined(summary, detail, ranks)));
        findings.addAll(notes);
        return verdict(Outcome.INCONCLUSIVE, summary, detail, findings);
    }

    private boolean anyCall() {
        for (Communicator communicator : job.communicators()) {
            for (Membership member : communicator.memberships().values()) {
                if (member.collectives().lastSequence() + member.pointToPoint().size() > 0) {
                    return true;
                }
            }
        }
        return false;
    }
}
