package dev.rollcall.analyzer.decision;

import dev.rollcall.analyzer.align.Divergence;
import dev.rollcall.analyzer.incident.AlignedJob;
import dev.rollcall.analyzer.incident.Fact;
import dev.rollcall.analyzer.incident.Incident;
import dev.rollcall.analyzer.incident.IncidentDetails;
import dev.rollcall.analyzer.incident.IncidentKind;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.PeerLoss;
import dev.rollcall.analyzer.model.Thresholds;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Puts the incidents of a job into the order in which things went wrong, and marks those that follow from an earlier one.
 *
 * <p>Contradictions between calls come first, by their time: what follows the first that blocks its ranks is no root. A rank that
 * stopped is a root only where no contradiction blocked it.
 */
final class Precedence {
    private static final Set<IncidentKind> CONTRADICTIONS = EnumSet.of(
            IncidentKind.DIVERGENT_CALL,
            IncidentKind.SWAPPED_CALLS,
            IncidentKind.UNBALANCED_EXCHANGE,
            IncidentKind.UNMATCHED_MESSAGE,
            IncidentKind.UNEQUAL_MESSAGE,
            IncidentKind.MESSAGE_RING,
            IncidentKind.CYCLE);
    private static final Set<IncidentKind> ABSENCES =
            EnumSet.of(IncidentKind.ABSENCE, IncidentKind.ABSENCE_FROM_MESSAGE);
    private static final Set<IncidentKind> MESSAGES =
            EnumSet.of(IncidentKind.UNMATCHED_MESSAGE, IncidentKind.UNEQUAL_MESSAGE, IncidentKind.MESSAGE_RING);

    private final AlignedJob aligned;

    Precedence(AlignedJob aligned) {
        this.aligned = aligned;
    }

    /** Returns the incidents about calls that stopped or contradict each other, the root first; nothing about data and pace. */
    List<RuledIncident> order(List<RuledIncident> ruled) {
        List<RuledIncident> contradictions = new ArrayList<>();
        List<RuledIncident> stops = new ArrayList<>();
        for (RuledIncident each : ruled) {
            (contradiction(each) ? contradictions : stops).add(each);
        }
        contradictions.sort(Comparator.comparingLong(each -> each.incident().time()));
        List<RuledIncident> cycles = contradictions.stream()
                .filter(cycle -> cycle.incident().kind() == IncidentKind.CYCLE
                        && contradictions.stream().anyMatch(other -> explains(other, cycle)))
                .toList();
        contradictions.removeAll(cycles);
        List<RuledIncident> messages = contradictions.stream()
                .filter(message -> MESSAGES.contains(message.incident().kind())
                        && contradictions.stream().anyMatch(cycle -> beganWith(cycle, message)))
                .toList();
        contradictions.removeAll(messages);
        List<RuledIncident> ordered = new ArrayList<>();
        RuledIncident root = null;
        for (RuledIncident each : contradictions) {
            if (ordered.stream().anyMatch(earlier -> same(earlier, each))) {
                continue;
            }
            boolean follows = root != null
                    && each.incident().time() > root.incident().time()
                    && !independent(each.incident(), root);
            ordered.add(follows ? each.as(Severity.NOTE) : each);
            root = root == null && blocks(each.incident()) ? each : root;
        }
        Stream.concat(cycles.stream(), messages.stream()).forEach(each -> ordered.add(each.as(Severity.CONSEQUENCE)));
        for (RuledIncident stop : stops) {
            boolean follows = stops.stream().anyMatch(gone -> behind(stop, gone))
                    || root != null
                            && !endedBefore(stop, root.incident().time())
                            && !independent(stop.incident(), root);
            ordered.add(follows ? stop.as(Severity.CONSEQUENCE) : stop);
        }
        ordered.sort(Comparator.comparing(each -> each.severity() != Severity.CULPRIT));
        return ordered;
    }

    /** Whether a rank that ended explains why another one is elsewhere: ranks that wait for the one wait for the other, too. */
    private boolean behind(RuledIncident stop, RuledIncident gone) {
        if (!gone.incident().is(Fact.CRASHED)
                || stop.incident().is(Fact.CRASHED)
                || !ABSENCES.contains(stop.incident().kind())) {
            return false;
        }
        Set<Integer> held = new HashSet<>(gone.incident().others());
        gone.named().forEach(rank -> aligned.waits().waitsFor(rank).forEach(wait -> held.add(wait.rank())));
        return stop.incident().others().stream().anyMatch(held::contains)
                || stop.incident().ranks().stream()
                        .anyMatch(rank ->
                                gone.incident().communicator().memberships().containsKey(rank));
    }

    /** Whether an incident is about calls that contradict each other: also a call that the others never make. */
    private static boolean contradiction(RuledIncident each) {
        return CONTRADICTIONS.contains(each.incident().kind())
                || ABSENCES.contains(each.incident().kind())
                        && each.cause() != Cause.RANK_ABSENT
                        && each.ruling().outcome() == Outcome.DESYNC;
    }

    /**
     * Whether an incident explains a cycle: a message without its other half proves a fault wherever its ranks wait; or one rank
     * of the cycle waits in a call that differs from most.
     */
    private static boolean explains(RuledIncident other, RuledIncident cycle) {
        List<Integer> ranks = other.incident().ranks();
        if (other.incident().kind() == IncidentKind.CYCLE
                || !(cycle.incident().details() instanceof IncidentDetails.WaitCycle waiting)) {
            return false;
        }
        if (MESSAGES.contains(other.incident().kind())) {
            return !beganWith(cycle, other)
                    && waiting.waits().stream()
                            .anyMatch(wait -> ranks.contains(wait.rank())
                                    || other.incident().others().contains(wait.rank()));
        }
        return other.severity() == Severity.CULPRIT
                && ranks.size() < waiting.waits().size()
                && waiting.waits().stream().map(Wait::rank).toList().containsAll(ranks)
                && other.incident().details() instanceof IncidentDetails.DifferentCalls different
                && different.difference().call() != null
                && Stream.concat(
                                waiting.waits().stream()
                                        .filter(wait -> ranks.contains(wait.rank()))
                                        .map(Wait::call),
                                Stream.ofNullable(waiting.left()).map(Divergence::call))
                        .anyMatch(different.difference().call()::equals);
    }

    /** Whether the rank that owes a message diverged with a collective: then it never came to the message. */
    private static boolean beganWith(RuledIncident divergence, RuledIncident message) {
        boolean collective = divergence.incident().kind() == IncidentKind.DIVERGENT_CALL
                || divergence.incident().kind() == IncidentKind.CYCLE
                        && divergence.cause() != Cause.COMMUNICATOR_DEADLOCK;
        return collective
                && divergence.severity() == Severity.CULPRIT
                && message.incident().ranks().equals(divergence.named());
    }

    /** Whether two incidents are about one call of the same ranks: what differs there and who left a cycle may be one thing. */
    private static boolean same(RuledIncident one, RuledIncident other) {
        return one.cause() == other.cause()
                && one.named().equals(other.named())
                && one.incident().communicator() == other.incident().communicator()
                && one.incident().sequence() == other.incident().sequence()
                && !MESSAGES.contains(one.incident().kind());
    }

    /**
     * Whether ranks stopped by an exception of their own before a time, or so soon after it that no wait can have run out by then:
     * that does not follow from what happened then.
     */
    private boolean endedBefore(RuledIncident stop, long time) {
        return stop.cause() == Cause.RANK_ABSENT
                && stop.named().stream()
                        .map(rank -> aligned.job().rank(rank).ending())
                        .allMatch(ending -> ending.kind() == Ending.Kind.UNCAUGHT_EXCEPTION
                                && ending.time() != Call.NO_TIME
                                && ending.time() - Thresholds.SHORTEST_TIMEOUT < time
                                && !PeerLoss.anyOf(ending.reason()));
    }

    /** Whether a later contradiction holds up ranks that neither wait for those of an earlier one nor share a group with them. */
    private boolean independent(Incident later, RuledIncident root) {
        if (MESSAGES.contains(later.kind())
                || root.named().stream()
                        .anyMatch(rank -> later.communicator().memberships().containsKey(rank))) {
            return false;
        }
        Set<Integer> held = new HashSet<>();
        root.named().stream()
                .limit(1)
                .flatMap(rank -> aligned.waits().waitsFor(rank).stream())
                .forEach(wait -> held.add(wait.rank()));
        return blocks(later)
                && aligned.waits().waits().values().stream()
                        .filter(wait -> wait.communicator() == later.communicator())
                        .noneMatch(wait -> held.contains(wait.rank()));
    }

    /** Whether a call at the incident's place, or one after it on its communicator, never ended. */
    private boolean blocks(Incident incident) {
        if (MESSAGES.contains(incident.kind())) {
            // Sends and receives have numbers of their own.
            return Stream.concat(incident.ranks().stream(), incident.others().stream())
                    .anyMatch(rank -> aligned.waitOf(rank) != null);
        }
        return aligned.waits().waits().values().stream().anyMatch(wait -> blocked(wait, incident));
    }

    private boolean blocked(Wait wait, Incident incident) {
        return wait.communicator() == incident.communicator()
                        && !wait.pointToPoint()
                        && wait.call().sequence() >= incident.sequence()
                || wait.absent().stream().anyMatch(rank -> endsIn(rank, incident));
    }

    /** Whether a rank's calls end on the incident's communicator, at its place or later, in a source without ends of calls. */
    private boolean endsIn(int rank, Incident incident) {
        Membership member = incident.communicator().memberships().get(rank);
        if (member == null
                || !member.collectives().statesUnknown()
                || member.collectives().lastSequence() < incident.sequence()) {
            return false;
        }
        long last = member.collectives().enqueued(member.collectives().size() - 1);
        return aligned.job().communicators().stream()
                .map(communicator -> communicator.memberships().get(rank))
                .filter(Objects::nonNull)
                .flatMap(other -> Stream.of(other.collectives(), other.pointToPoint()))
                .allMatch(calls -> calls.size() == 0 || calls.enqueued(calls.size() - 1) <= last);
    }
}
