package dev.rollcall.analyzer.decision;

import dev.rollcall.analyzer.incident.AlignedJob;
import dev.rollcall.analyzer.incident.Fact;
import dev.rollcall.analyzer.incident.FailureOrigin;
import dev.rollcall.analyzer.incident.Incident;
import dev.rollcall.analyzer.incident.IncidentKind;
import dev.rollcall.analyzer.incident.UnreceivedSends;
import dev.rollcall.analyzer.incident.WaitClock;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CopyTally;
import dev.rollcall.analyzer.model.Coverage;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.PeerLoss;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.analyzer.wording.FindingWriter;
import dev.rollcall.analyzer.wording.HealthText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The verdict about a job in which nothing is known to be wrong. It finds what the sources hold of such a job; the {@link
 * DecisionTable} decides whether that is health.
 */
final class HealthCheck {
    private final AlignedJob aligned;
    private final Job job;
    private final HealthText text;
    private final List<Finding> notes;

    /**
     * Makes the check of a job.
     *
     * @param notes findings about the job's pace
     */
    HealthCheck(AlignedJob aligned, List<Finding> notes) {
        this.aligned = aligned;
        this.job = aligned.job();
        this.text = new HealthText(job);
        this.notes = notes;
    }

    /** Returns the verdict. */
    Verdict verdict() {
        List<Integer> waiting = List.copyOf(aligned.waits().waits().keySet());
        if (!waiting.isEmpty()) {
            Fact clock = WaitClock.of(aligned.waits().waits().values(), aligned);
            String late = notes.isEmpty() ? "" : notes.get(0).summary();
            return verdict(
                    IncidentKind.PENDING_CALLS,
                    clock,
                    waiting,
                    clock == Fact.RUNNING ? text.progressing() : text.undated(),
                    late);
        }
        List<Integer> silent = ranks(rank -> rank.ending().isUnresponsive());
        if (!silent.isEmpty() && 2 * silent.size() <= job.ranks().size()) {
            Ruling ruling = ruling(IncidentKind.NO_PENDING_CALL, Fact.UNRESPONSIVE, silent);
            String summary = text.unresponsive(silent);
            String detail = text.unresponsiveReason(silent);
            return verdict(
                    ruling,
                    silent.size() > Ruling.MOST_SUSPECTS ? List.of() : silent,
                    summary,
                    detail,
                    FindingWriter.unresponsive(summary, detail, silent, text.unresponsiveSettles(silent)));
        }
        if (job.communicators().stream()
                .flatMap(communicator -> communicator.memberships().values().stream())
                .noneMatch(HealthCheck::called)) {
            List<Integer> crashed = ranks(FailureOrigin::hasFailedByItself);
            return crashed.isEmpty()
                            || 2 * crashed.size()
                                    >= Math.max(
                                            job.coverage().expected(),
                                            job.ranks().size())
                    ? withoutCalls()
                    : crashed(crashed);
        }
        List<Integer> failed = ranks(rank -> rank.ending().failed());
        if (!failed.isEmpty()) {
            return recorded(Fact.FAILED, failed, text.failed(failed), text.endings(failed, aligned));
        }
        List<Integer> unobserved = List.copyOf(job.unobserved());
        if (!unobserved.isEmpty()) {
            return recorded(Fact.CUT_SHORT, unobserved, text.unobserved(unobserved), text.unobservedReason(unobserved));
        }
        List<Coverage.Unreadable> doubtful = job.coverage().ofKind(Coverage.Kind.DOUBTFUL);
        if (!doubtful.isEmpty()) {
            return recorded(Fact.DOUBTFUL, List.of(), text.doubtful(doubtful), text.reason(doubtful.get(0)));
        }
        UnreceivedSends sends = UnreceivedSends.of(job);
        if (sends != null) {
            Ruling ruling = ruling(IncidentKind.NO_PENDING_CALL, Fact.UNRECEIVED, sends.ranks());
            String summary = text.unreceived(sends);
            String detail = text.unreceivedReason();
            return verdict(
                    ruling,
                    sends.ranks(),
                    summary,
                    detail,
                    FindingWriter.suspected(summary, detail, sends, text.unreceivedSettles(sends)));
        }
        List<Integer> lacking = lacking();
        if (!lacking.isEmpty()) {
            return recorded(Fact.UNREAD, lacking, text.lacking(lacking), "");
        }
        List<Integer> unended = ranks(this::mayBeInLastCall);
        return unended.isEmpty()
                ? recorded(Fact.WHOLE, List.of(), text.healthy(), "")
                : recorded(Fact.UNENDED, unended, text.unended(unended), text.unendedReason());
    }

    /** Returns whether the sources show of a rank that it made calls, and not whether the last of them ended. */
    private boolean mayBeInLastCall(Rank rank) {
        return !rank.ending().exitedNormally()
                && job.communicators().stream()
                        .map(communicator -> communicator.memberships().get(rank.number()))
                        .anyMatch(member -> member != null && !showsEnd(member));
    }

    /** A communicator is left only after its calls. */
    private static boolean showsEnd(Membership member) {
        CallSequence calls = member.collectives();
        return member.phase() == Membership.Phase.LEFT
                || (!calls.statesUnknown() || member.completed(calls.lastSequence()))
                        && !member.pointToPoint().statesUnknown();
    }

    private Verdict crashed(List<Integer> ranks) {
        boolean one = ranks.stream()
                        .map(rank -> job.rank(rank).ending().reason())
                        .distinct()
                        .count()
                == 1;
        Ruling ruling = ruling(IncidentKind.NO_PENDING_CALL, one ? Fact.ONE_FAILURE : Fact.SEVERAL_FAILURES, ranks);
        boolean proven = ruling.severity() == Severity.CULPRIT;
        List<Integer> suspects = proven || ranks.size() > Ruling.MOST_SUSPECTS ? List.of() : ranks;
        String summary = proven ? text.crashed(ranks, aligned) : text.failed(ranks);
        List<Finding> findings = new ArrayList<>(List.of(FindingWriter.crashed(
                summary, ruling.cause(), proven || !suspects.isEmpty() ? ruling.severity() : Severity.NOTE, ranks)));
        findings.addAll(notes);
        return new Verdict(
                job, ruling.outcome(), proven ? ranks : List.of(), suspects, summary, "", Call.NO_TIME, findings);
    }

    private Verdict withoutCalls() {
        List<Integer> failed = ranks(rank -> rank.ending().failed());
        List<Integer> printed = ranks(HealthCheck::printedOwnException);
        if (!printed.isEmpty()
                && neverSeen(failed).isEmpty()
                && ranks(FailureOrigin::hasFailedByItself).isEmpty()) {
            return recorded(Fact.NO_CALLS, printed, text.printed(printed), text.printedReason());
        }
        if (!failed.isEmpty()) {
            List<Integer> awaited = neverSeen(failed);
            if (!awaited.isEmpty()) {
                String summary = text.neverSeen(awaited, failed);
                String detail = text.endings(failed, aligned);
                return verdict(
                        ruling(IncidentKind.NO_PENDING_CALL, Fact.UNRESPONSIVE, awaited),
                        awaited,
                        summary,
                        detail,
                        FindingWriter.unresponsive(summary, detail, awaited, text.unresponsiveSettles(awaited)));
            }
            List<Integer> alike = failedAlike();
            String summary = alike.isEmpty() ? text.failedWithoutCalls(failed) : text.failedAlike(alike, aligned);
            String detail = alike.isEmpty() ? text.endings(failed, aligned) : text.failedAlikeReason();
            return verdict(
                    ruling(IncidentKind.NO_PENDING_CALL, Fact.NO_CALLS, failed),
                    List.of(),
                    summary,
                    detail,
                    FindingWriter.failed(summary, detail, failed));
        }
        List<Integer> unended = ranks(rank -> !rank.ending().printedException().isEmpty());
        if (!unended.isEmpty()) {
            return recorded(Fact.NO_CALLS, unended, text.printed(unended), text.printedReason());
        }
        long verified = job.ranks().stream()
                .flatMap(rank -> rank.copies().stream())
                .mapToLong(CopyTally::verified)
                .sum();
        return verified > 0
                ? recorded(Fact.WHOLE, List.of(), text.intactCopies(verified), "")
                : recorded(
                        Fact.NO_CALLS,
                        List.of(),
                        text.noCalls(!ranks(rank -> !rank.copies().isEmpty()).isEmpty()),
                        "");
    }

    /**
     * Returns the few ranks of the job that no source shows, or that printed an exception which they may have caught, where all others
     * failed because they lost a peer or waited for one in vain: those few are the only ones that can have failed first.
     */
    private List<Integer> neverSeen(List<Integer> failed) {
        List<Integer> unseen = Stream.concat(lacking().stream(), ranks(HealthCheck::printedOwnException).stream())
                .sorted()
                .toList();
        boolean allLost = failed.size() + unseen.size() == job.coverage().expected()
                && failed.stream().map(job::rank).noneMatch(FailureOrigin::hasFailedByItself);
        return allLost && unseen.size() < failed.size() && unseen.size() <= Ruling.MOST_SUSPECTS ? unseen : List.of();
    }

    private static boolean printedOwnException(Rank rank) {
        String exception = rank.ending().printedException();
        return !exception.isEmpty() && !PeerLoss.anyOf(exception);
    }

    private List<Integer> lacking() {
        return IntStream.range(0, job.coverage().expected())
                .filter(rank -> job.rank(rank) == null)
                .boxed()
                .toList();
    }

    /**
     * Returns the ranks that failed, if they are most of the job and one exception ended all of them at one place. A rank that lost a
     * peer only followed.
     */
    private List<Integer> failedAlike() {
        List<Rank> failed =
                job.ranks().stream().filter(FailureOrigin::hasFailedByItself).toList();
        boolean alike = failed.size() > 1
                && 2 * failed.size()
                        > Math.max(job.coverage().expected(), job.ranks().size())
                && failed.stream().allMatch(rank -> rank.ending().kind() == Ending.Kind.UNCAUGHT_EXCEPTION)
                && failed.stream()
                                .map(rank -> Arrays.asList(
                                        rank.ending().reason(),
                                        rank.ending().stack().siteFrame()))
                                .distinct()
                                .count()
                        == 1;
        return alike ? failed.stream().map(Rank::number).toList() : List.of();
    }

    private List<Integer> ranks(Predicate<Rank> which) {
        return job.ranks().stream().filter(which).map(Rank::number).toList();
    }

    private static boolean called(Membership member) {
        return member.collectives().lastSequence() + member.pointToPoint().size() > 0;
    }

    private Verdict recorded(Fact record, List<Integer> ranks, String summary, String detail) {
        return verdict(IncidentKind.NO_PENDING_CALL, record, ranks, summary, detail);
    }

    private Verdict verdict(IncidentKind kind, Fact fact, List<Integer> ranks, String summary, String detail) {
        return verdict(
                ruling(kind, fact, ranks),
                List.of(),
                summary,
                detail,
                FindingWriter.undetermined(summary, detail, ranks));
    }

    private static Ruling ruling(IncidentKind kind, Fact fact, List<Integer> ranks) {
        return DecisionTable.rule(
                new Incident(kind, EnumSet.of(fact), null, null, 0, ranks, List.of(), Long.MAX_VALUE, null));
    }

    /** An inconclusive verdict has a finding that says what to do. */
    private Verdict verdict(Ruling ruling, List<Integer> suspects, String summary, String detail, Finding finding) {
        List<Finding> findings =
                new ArrayList<>(ruling.outcome() == Outcome.INCONCLUSIVE ? List.of(finding) : List.of());
        findings.addAll(notes);
        return new Verdict(
                job,
                ruling.outcome(),
                List.of(),
                ruling.severity() == Severity.SUSPECT ? suspects : List.of(),
                summary,
                detail,
                Call.NO_TIME,
                findings);
    }
}
