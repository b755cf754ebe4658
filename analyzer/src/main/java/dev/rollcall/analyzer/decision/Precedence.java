package dev.rollcall.analyzer.decision;

import dev.rollcall.analyzer.align.StrayCall;
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
import dev.rollcall.analyzer.wait.Waiters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Orders the incidents of a job, the main one first, and marks or leaves out those that only follow from others.
 *
 * <p>Culprits come first, then other contradictions and absences, calls that all joined, and calls that nothing explains. Among
 * contradictions the earliest is the root. An incident follows from an earlier one if its ranks wait for the ranks of that one,
 * directly or through others; otherwise it is a hang of its own.
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
    static final Set<IncidentKind> MESSAGES =
            EnumSet.of(IncidentKind.UNMATCHED_MESSAGE, IncidentKind.UNEQUAL_MESSAGE, IncidentKind.MESSAGE_RING);

    private final AlignedJob aligned;
    private final Set<Integer> awaited = new HashSet<>();

    Precedence(AlignedJob aligned) {
        this.aligned = aligned;
        aligned.waits()
                .gatherings()
                .forEach(gathering -> awaited.addAll(gathering.first().absent()));
    }

    /** Returns the incidents that a verdict shows, the main one first; nothing of calls that may still complete. */
    List<RuledIncident> order(List<RuledIncident> ruled) {
        List<RuledIncident> ordered = new ArrayList<>();
        List<RuledIncident> contradictions = new ArrayList<>();
        List<RuledIncident> stops = new ArrayList<>();
        for (RuledIncident each : ruled) {
            if (each.ruling().outcome() == Outcome.DESYNC) {
                (contradiction(each) ? contradictions : stops).add(each);
            } else if (each.ruling().outcome() != Outcome.PROGRESSING) {
                ordered.add(each);
            }
        }
        ordered.addAll(desyncs(contradictions, stops));
        ordered.sort(Comparator.comparingInt(Precedence::rank));
        return independent(ordered);
    }

    /** Returns the place of an incident among the others: what is proven first, and then what points at ranks. */
    private static int rank(RuledIncident each) {
        boolean suspects = each.severity() == Severity.SUSPECT;
        if (suspects
                && CONTRADICTIONS.contains(each.incident().kind())
                && each.ruling().outcome() != Outcome.DESYNC) {
            // Calls that contradict each other say more than ranks of which nothing was read.
            return 2;
        }
        return switch (each.ruling().outcome()) {
            case DESYNC -> each.severity() == Severity.CULPRIT ? 0 : 1;
            case STALLED -> 2;
            default ->
                switch (each.incident().kind()) {
                    case BROKEN_CALL -> 3;
                    case LAGGING_DEVICE, UNFINISHED_LAUNCH, LAGGING_COMPLETION -> 4;
                    case UNREAD_MEMBERS -> suspects ? 5 : 6;
                    default -> suspects ? 5 : 7;
                };
        };
    }

    /** Returns whether two incidents rest on evidence of the same strength. */
    static boolean equallyStrong(RuledIncident one, RuledIncident other) {
        return rank(one) == rank(other);
    }

    /** Returns contradictions and absences with those marked that follow from another. */
    private List<RuledIncident> desyncs(List<RuledIncident> contradictions, List<RuledIncident> stops) {
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
        Consequences consequences = new Consequences(aligned);
        RuledIncident root = null;
        for (RuledIncident each : contradictions) {
            if (ordered.stream().anyMatch(earlier -> same(earlier, each))) {
                continue;
            }
            boolean follows = root != null
                    && each.incident().time() > root.incident().time()
                    && !(blocks(each.incident()) && consequences.excludes(each));
            ordered.add(follows ? each.as(Severity.NOTE) : each);
            if (!follows && blocks(each.incident())) {
                consequences.of(each);
                root = root == null ? each : root;
            }
        }
        Stream.concat(cycles.stream(), messages.stream()).forEach(each -> ordered.add(each.as(Severity.CONSEQUENCE)));
        Waiters gone = new Waiters(aligned.waits());
        stops.stream().filter(stop -> stop.incident().is(Fact.CRASHED)).forEach(stop -> gone.add(stop.named()));
        for (RuledIncident stop : stops) {
            boolean follows = behind(stop, stops, gone)
                    || root != null && !endedBefore(stop, root.incident().time()) && !consequences.excludes(stop);
            ordered.add(follows ? stop.as(Severity.CONSEQUENCE) : stop);
        }
        return ordered;
    }

    /** Leaves out what is less certain than another incident and may follow from it; of suspects there remains a note. */
    private List<RuledIncident> independent(List<RuledIncident> ordered) {
        List<RuledIncident> kept = new ArrayList<>();
        Consequences consequences = new Consequences(aligned);
        int known = 0;
        for (RuledIncident each : ordered) {
            while (known < kept.size() && rank(kept.get(known)) < Math.min(rank(each), 3)) {
                consequences.of(kept.get(known++));
            }
            if (known == 0 || consequences.separate(each)) {
                kept.add(each);
            } else if (each.ruling().outcome() == Outcome.DESYNC) {
                kept.add(each.severity() == Severity.SUSPECT ? each.as(Severity.NOTE) : each);
            }
        }
        return kept;
    }

    /** Whether a rank that ended explains why another one is elsewhere: ranks that wait for the one wait for the other, too. */
    private static boolean behind(RuledIncident stop, List<RuledIncident> stops, Waiters gone) {
        return lacksCall(stop)
                && !stop.incident().is(Fact.CRASHED)
                && (stop.incident().others().stream().anyMatch(gone::contains)
                        || stops.stream()
                                .filter(other -> other.incident().is(Fact.CRASHED))
                                .anyMatch(other -> stop.incident().ranks().stream()
                                        .anyMatch(
                                                other.incident().communicator().memberships()::containsKey)));
    }

    /** Whether ranks lack a call of a communicator that exists. */
    private static boolean lacksCall(RuledIncident each) {
        return each.incident().kind().isAbsence() && each.incident().kind() != IncidentKind.ABSENCE_FROM_CREATION;
    }

    /** Whether an incident is about calls that contradict each other: also a call that the others never make. */
    private static boolean contradiction(RuledIncident each) {
        return CONTRADICTIONS.contains(each.incident().kind())
                || lacksCall(each)
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
                                Stream.ofNullable(waiting.left()).map(StrayCall::call))
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
        return one.incident().communicator() == other.incident().communicator()
                && one.incident().sequence() == other.incident().sequence()
                && one.cause() == other.cause()
                && one.named().equals(other.named())
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

    /** Whether a call at the incident's place, or one after it on its communicator, never ended. */
    private boolean blocks(Incident incident) {
        if (MESSAGES.contains(incident.kind())) {
            // Sends and receives have numbers of their own.
            return Stream.concat(incident.ranks().stream(), incident.others().stream())
                    .anyMatch(rank -> aligned.waitOf(rank) != null);
        }
        return aligned.waits().collectives(incident.communicator()).stream()
                        .anyMatch(wait -> wait.call().sequence() >= incident.sequence())
                || incident.communicator().memberships().keySet().stream()
                        .anyMatch(rank -> awaited.contains(rank) && endsIn(rank, incident));
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
