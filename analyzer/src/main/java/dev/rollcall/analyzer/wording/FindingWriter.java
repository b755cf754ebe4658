package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.incident.AlignedJob;
import dev.rollcall.analyzer.incident.Incident;
import dev.rollcall.analyzer.incident.IncidentDetails;
import dev.rollcall.analyzer.incident.IncidentDetails.Buffers;
import dev.rollcall.analyzer.incident.IncidentDetails.CommonCall;
import dev.rollcall.analyzer.incident.IncidentDetails.Copies;
import dev.rollcall.analyzer.incident.IncidentDetails.Creations;
import dev.rollcall.analyzer.incident.IncidentDetails.DifferentCalls;
import dev.rollcall.analyzer.incident.IncidentDetails.Exchange;
import dev.rollcall.analyzer.incident.IncidentDetails.Faults;
import dev.rollcall.analyzer.incident.IncidentDetails.Lag;
import dev.rollcall.analyzer.incident.IncidentDetails.LateCalls;
import dev.rollcall.analyzer.incident.IncidentDetails.Message;
import dev.rollcall.analyzer.incident.IncidentDetails.MessageSizes;
import dev.rollcall.analyzer.incident.IncidentDetails.Misplaced;
import dev.rollcall.analyzer.incident.IncidentDetails.OpenWaits;
import dev.rollcall.analyzer.incident.IncidentDetails.Positions;
import dev.rollcall.analyzer.incident.IncidentDetails.Results;
import dev.rollcall.analyzer.incident.IncidentDetails.SharedDevice;
import dev.rollcall.analyzer.incident.IncidentDetails.WaitCycle;
import dev.rollcall.analyzer.incident.UnreceivedSends;
import dev.rollcall.analyzer.model.CodeStructure.Fork;
import dev.rollcall.analyzer.verdict.Branch;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.FindingText;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.analyzer.verdict.WaitMap;
import java.util.List;

/** Writes findings: what was decided about an incident, in words and with its evidence. As thread-safe as the job's code. */
public final class FindingWriter {
    private final AlignedJob aligned;

    /** Makes a writer for the incidents of a job. */
    public FindingWriter(AlignedJob aligned) {
        this.aligned = aligned;
    }

    /**
     * Writes a finding.
     *
     * @param incident the incident
     * @param cause the cause that was decided
     * @param decided the severity that was decided about the incident alone
     * @param severity the severity beside the other incidents
     * @param named the ranks that it names, ascending; for nobody, the finding is about the ranks of the incident
     */
    public Finding write(Incident incident, Cause cause, Severity decided, Severity severity, List<Integer> named) {
        List<Evidence> evidence = template(new Subject(incident, cause, decided, severity, named, null, aligned))
                .evidence();
        Fork fork = BranchFinder.find(cause, named, evidence, aligned);
        FindingTemplate template = template(new Subject(incident, cause, decided, severity, named, fork, aligned));
        CauseAdvice advice = template.advice();
        return new Finding(
                cause,
                severity,
                named.isEmpty() ? incident.ranks() : named,
                incident.communicator(),
                incident.sequence(),
                new FindingText(
                        template.summary(),
                        (template.detail() + StepText.of(incident, cause, severity, named)).strip(),
                        template.waits(),
                        advice.explanation(),
                        StackTools.fit(advice.remedy(), aligned.job()),
                        severity == Severity.SUSPECT ? StackTools.fit(template.settles(), aligned.job()) : ""),
                fork == null ? null : new Branch(fork.file(), fork.line(), fork.condition()),
                evidence);
    }

    /**
     * Returns who waits for the ranks that the main finding of a verdict names, the nearest first; empty to leave the finding as
     * it is.
     *
     * @param map the waits as seen from the named ranks
     */
    public String waits(Verdict verdict, WaitMap map) {
        boolean none = verdict.findings().isEmpty()
                || verdict.findings().get(0).text().waits().isEmpty();
        return none ? "" : HeldUpText.of(verdict, map, aligned);
    }

    /** Returns a finding about evidence that decides nothing, and which no incident explains. */
    public static Finding undetermined(String summary, String detail, List<Integer> ranks) {
        return undetermined(summary, detail, ranks, CauseAdvice.TOO_LITTLE);
    }

    /** Returns a finding about ranks that failed, of which nothing shows which was the first. */
    public static Finding failed(String summary, String detail, List<Integer> ranks) {
        return undetermined(summary, detail, ranks, CauseAdvice.BROKEN);
    }

    private static Finding undetermined(String summary, String detail, List<Integer> ranks, CauseAdvice advice) {
        return new Finding(
                Cause.UNDETERMINED,
                Severity.NOTE,
                ranks,
                null,
                0,
                new FindingText(summary, detail, advice.explanation(), advice.remedy(), ""),
                null,
                List.of());
    }

    /**
     * Returns a finding about two ranks, one of which may wait in a send.
     *
     * @param settles what would settle whether it does
     */
    public static Finding suspected(String summary, String detail, UnreceivedSends sends, String settles) {
        CauseAdvice advice = CauseAdvice.of(Cause.UNMATCHED_SEND_RECV);
        return new Finding(
                Cause.UNDETERMINED,
                Severity.SUSPECT,
                sends.ranks(),
                sends.communicator(),
                0,
                new FindingText(summary, detail, advice.explanation(), advice.remedy(), settles),
                null,
                List.of());
    }

    /** Returns a finding about ranks that failed in a job of which no call was recorded. */
    public static Finding crashed(String summary, Cause cause, Severity severity, List<Integer> ranks) {
        CauseAdvice advice = CauseAdvice.of(Cause.RANK_ABSENT);
        String settles = severity == Severity.SUSPECT
                ? "The output of these ranks shows which of them failed first, and why."
                : "";
        return new Finding(
                cause,
                severity,
                ranks,
                null,
                0,
                new FindingText(summary, "", advice.explanation(), advice.remedy(), settles),
                null,
                List.of());
    }

    /**
     * Returns a finding about ranks that did not answer.
     *
     * @param settles what would settle why
     */
    public static Finding unresponsive(String summary, String detail, List<Integer> ranks, String settles) {
        CauseAdvice advice = CauseAdvice.UNRESPONSIVE;
        return new Finding(
                Cause.UNDETERMINED,
                Severity.SUSPECT,
                ranks,
                null,
                0,
                new FindingText(summary, detail, advice.explanation(), advice.remedy(), settles),
                null,
                List.of());
    }

    /** Returns a sentence about culprits beside those of the main finding. */
    public static String also(List<Integer> ranks, boolean stopped) {
        return Wording.ranks(ranks) + (stopped ? " also stopped." : " also diverged.");
    }

    private static FindingTemplate template(Subject subject) {
        IncidentDetails details = subject.incident().details();
        if (details instanceof DifferentCalls calls) {
            return new DivergenceText(subject, calls);
        }
        if (details instanceof CommonCall call) {
            return subject.incident().kind().isAbsence()
                    ? new AbsenceText(subject, call.gathering())
                    : new JoinedText(subject, call.gathering());
        }
        if (details instanceof OpenWaits open) {
            return new OpenWaitText(subject, open);
        }
        if (details instanceof WaitCycle cycle) {
            return new CycleText(subject, cycle);
        }
        if (details instanceof Message message) {
            return new MessageText(subject, message);
        }
        if (details instanceof MessageSizes sizes) {
            return new MessageSizeText(subject, sizes);
        }
        if (details instanceof Lag lag) {
            return new LagText(subject, lag.lag());
        }
        if (details instanceof Creations creations) {
            return new SeparateText(subject, creations);
        }
        if (details instanceof Exchange exchange) {
            return new ExchangeText(subject, exchange.calls());
        }
        if (details instanceof Positions positions) {
            return new StackText(subject, positions);
        }
        if (details instanceof Misplaced misplaced) {
            return new MisplacedText(subject, misplaced);
        }
        if (details instanceof Faults faults) {
            return new FaultText(subject, faults);
        }
        if (details instanceof SharedDevice shared) {
            return new SharedDeviceText(subject, shared);
        }
        if (details instanceof Buffers buffers) {
            return new RetainedText(subject, buffers);
        }
        if (details instanceof Results results) {
            return new ResultText(subject, results);
        }
        return details instanceof Copies copies
                ? new CopyText(copies)
                : new StragglerText(subject, (LateCalls) details);
    }
}
