package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.incident.Incident;
import dev.rollcall.analyzer.incident.IncidentKind;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallSteps;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Severity;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;

/** The application's steps in which ranks parted, in words. */
final class StepText {
    /** The sequence number of such an incident is not one of a collective. */
    private static final Set<IncidentKind> WITHOUT_COLLECTIVE = EnumSet.of(
            IncidentKind.UNMATCHED_MESSAGE,
            IncidentKind.UNEQUAL_MESSAGE,
            IncidentKind.MESSAGE_RING,
            IncidentKind.ABSENCE_FROM_MESSAGE);

    private StepText() {}

    /** Returns a sentence with the space before it; empty where no step is known, or nobody is named. */
    static String of(Incident incident, Cause cause, Severity severity, List<Integer> named) {
        if (named.isEmpty()
                || incident.communicator() == null
                || incident.sequence() == 0
                || WITHOUT_COLLECTIVE.contains(incident.kind())) {
            return "";
        }
        long own = common(incident, named);
        if (own == CallSteps.NONE) {
            return "";
        }
        List<Integer> others =
                incident.others().stream().filter(rank -> !named.contains(rank)).toList();
        long theirs = common(incident, others);
        String did = severity != Severity.CULPRIT
                ? Wording.either(named, " was", " were")
                : cause == Cause.RANK_ABSENT ? " stopped" : " diverged";
        return " " + Wording.ranks(named) + did + " in step " + Wording.grouped(own)
                + (theirs == CallSteps.NONE || theirs == own
                        ? ""
                        : "; " + Wording.shortRanks(others) + Wording.either(others, " is", " are") + " in step "
                                + Wording.grouped(theirs))
                + ".";
    }

    /** Returns the step that ranks were in at the call of an incident, or at their last call before it, if it is the same. */
    private static long common(Incident incident, List<Integer> ranks) {
        long[] steps = ranks.stream()
                .map(incident.communicator().memberships()::get)
                .filter(member -> member != null)
                .mapToLong(member -> step(member, incident.sequence()))
                .distinct()
                .toArray();
        return steps.length == 1 ? LongStream.of(steps).findFirst().getAsLong() : CallSteps.NONE;
    }

    private static long step(Membership member, long sequence) {
        CallSequence calls = member.collectives();
        return calls.step(Math.min(sequence, calls.lastSequence()));
    }
}
