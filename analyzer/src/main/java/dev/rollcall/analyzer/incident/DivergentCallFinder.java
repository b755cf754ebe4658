package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.align.CallDifference;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.verdict.Cause;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Finds ranks that called something else than the consensus of their communicator. */
final class DivergentCallFinder {
    private DivergentCallFinder() {}

    static List<Incident> find(AlignedJob aligned) {
        List<Incident> incidents = new ArrayList<>();
        for (CallDifference difference : aligned.differences()) {
            incidents.add(incident(difference, aligned));
        }
        return incidents;
    }

    static Incident incident(CallDifference d, AlignedJob aligned) {
        Interpretation reading = Interpretation.of(d, aligned.code(), aligned.divergences());
        boolean swapped = reading.cause() == Cause.ORDER_SWAP;
        Fact blame = d.decided() && reading.cause() != Cause.UNDETERMINED
                ? Fact.ONE_SIDE
                : swapped && whole(d, aligned.job()) ? Fact.ALL_SIDES : Fact.EITHER_SIDE;
        return new Incident(
                swapped ? IncidentKind.SWAPPED_CALLS : IncidentKind.DIVERGENT_CALL,
                EnumSet.of(blame),
                reading.cause(),
                d.communicator(),
                d.sequence(),
                d.ranks(),
                d.others(),
                Incident.time(d.call() == null ? d.othersCall() : d.call()),
                new IncidentDetails.DifferentCalls(d, reading));
    }

    /** Whether all members were read to their end: one that was not may be what tells the sides apart. */
    private static boolean whole(CallDifference d, Job job) {
        Set<Integer> known = d.communicator().memberships().keySet();
        return known.size() >= d.communicator().size()
                && job.unobserved().stream().noneMatch(known::contains);
    }
}
