package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.wait.MessageFaults;
import dev.rollcall.analyzer.wait.UnequalMessage;
import dev.rollcall.analyzer.wait.UnmatchedMessage;
import dev.rollcall.analyzer.wait.UnmatchedMessage.End;
import dev.rollcall.analyzer.wait.UnmatchedMessage.Reason;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.TreeSet;

/** Finds messages whose halves contradict each other, and rings of ranks that wait in messages for each other. */
final class MessageFinder {
    private final AlignedJob aligned;
    private final MessageFaults faults;

    MessageFinder(AlignedJob aligned, MessageFaults faults) {
        this.aligned = aligned;
        this.faults = faults;
    }

    /** Returns the incidents. */
    List<Incident> find() {
        List<Incident> incidents = unequal();
        incidents.addAll(unmatched());
        return incidents;
    }

    /** Returns the messages whose halves have different sizes. */
    private List<Incident> unequal() {
        List<Incident> incidents = new ArrayList<>();
        for (UnequalMessage message : aligned.waits().unequal()) {
            boolean decided = message.odd() >= 0;
            List<Integer> both = pair(message.from(), message.to());
            List<Integer> odd = decided ? List.of(message.odd()) : both;
            incidents.add(new Incident(
                    IncidentKind.UNEQUAL_MESSAGE,
                    EnumSet.of(decided ? Fact.ONE_SIDE : Fact.ALL_SIDES),
                    Cause.UNMATCHED_SEND_RECV,
                    message.communicator(),
                    message.sent().sequence(),
                    odd,
                    both.stream().filter(rank -> !odd.contains(rank)).toList(),
                    Math.min(Incident.time(message.sent()), Incident.time(message.received())),
                    new IncidentDetails.MessageSizes(message)));
        }
        return incidents;
    }

    /** Returns the halves whose peer went on without the other half, and the rings. A peer that ended is an absence. */
    private List<Incident> unmatched() {
        List<Incident> incidents = new ArrayList<>();
        for (UnmatchedMessage fault : faults.unmatched()) {
            boolean ended = aligned.job().rank(fault.peer()).ending().hasEnded();
            if (lasts(fault) && (!ended || fault.fault() == End.ISSUER)) {
                incidents.add(incident(fault));
            }
        }
        faults.rings().stream()
                .filter(ring -> ring.stream().allMatch(aligned.pace()::stuck))
                .forEach(ring -> incidents.add(ring(ring)));
        return incidents;
    }

    /** Without times only a message against the usual order is proof. */
    private boolean lasts(UnmatchedMessage fault) {
        return aligned.pace().age(fault.half()) == Call.NO_TIME
                ? fault.fault() != End.EITHER
                : aligned.pace().stuck(fault.half());
    }

    private Incident incident(UnmatchedMessage fault) {
        Wait half = fault.half();
        boolean elsewhere = fault.fault() == End.PEER && fault.instead() != null;
        return new Incident(
                IncidentKind.UNMATCHED_MESSAGE,
                EnumSet.of(blame(fault)),
                Cause.UNMATCHED_SEND_RECV,
                half.communicator(),
                elsewhere ? fault.instead().sequence() : half.call().sequence(),
                fault.ranks(),
                pair(fault.issuer(), fault.peer()).stream()
                        .filter(rank -> !fault.ranks().contains(rank))
                        .toList(),
                Math.min(Incident.time(half.call()), Incident.time(fault.peersCall())),
                new IncidentDetails.Message(
                        fault,
                        aligned.waitOf(fault.peer()),
                        elsewhere ? fault.instead() : null,
                        aligned.waits().otherTag(half)));
    }

    /** A peer that waits in a collective for the issuer proves that the two programs disagree; either may be the wrong one. */
    private static Fact blame(UnmatchedMessage fault) {
        if (fault.fault() != End.EITHER) {
            return Fact.ONE_SIDE;
        }
        return fault.reason() == Reason.WENT_ON ? Fact.ALL_SIDES : Fact.EITHER_SIDE;
    }

    /** Each rank waits for the next, and none has gone on. If all do the same, all are wrong; else one of them may be. */
    private static Incident ring(List<Wait> ring) {
        Wait first = ring.get(0);
        boolean alike = ring.stream()
                        .map(wait -> wait.call().signature().operation())
                        .distinct()
                        .count()
                == 1;
        return new Incident(
                IncidentKind.MESSAGE_RING,
                EnumSet.of(alike ? Fact.ALL_SIDES : Fact.EITHER_SIDE),
                Cause.UNMATCHED_SEND_RECV,
                first.communicator(),
                first.call().sequence(),
                ring.stream().map(Wait::rank).toList(),
                List.of(),
                ring.stream()
                        .mapToLong(wait -> Incident.time(wait.call()))
                        .min()
                        .orElse(Long.MAX_VALUE),
                new IncidentDetails.WaitCycle(ring, List.of(), null, null));
    }

    private static List<Integer> pair(int one, int other) {
        return List.copyOf(new TreeSet<>(List.of(one, other)));
    }
}
