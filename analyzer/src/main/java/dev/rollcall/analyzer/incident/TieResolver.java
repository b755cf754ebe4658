package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.align.CallDifference;
import dev.rollcall.analyzer.align.StrayCall;
import dev.rollcall.analyzer.incident.IncidentDetails.DifferentCalls;
import dev.rollcall.analyzer.incident.IncidentDetails.WaitCycle;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Decides ties between the ranks of one communicator by what their other calls show: a rank that owes a message, or that left
 * its own history in the very call, is on the side that diverged.
 */
final class TieResolver {
    private final List<Incident> incidents;
    private final AlignedJob aligned;

    private TieResolver(List<Incident> incidents, AlignedJob aligned) {
        this.incidents = incidents;
        this.aligned = aligned;
    }

    /** Returns the incidents with each tie decided that others decide. */
    static List<Incident> resolve(List<Incident> incidents, AlignedJob aligned) {
        TieResolver resolver = new TieResolver(incidents, aligned);
        List<Incident> resolved = new ArrayList<>();
        for (Incident incident : incidents) {
            boolean tie = incident.kind() == IncidentKind.DIVERGENT_CALL && incident.is(Fact.EITHER_SIDE);
            resolved.add(tie ? resolver.resolve(incident, (DifferentCalls) incident.details()) : incident);
        }
        return resolved;
    }

    private Incident resolve(Incident tie, DifferentCalls calls) {
        CallDifference d = calls.difference();
        Set<Integer> blamed = new TreeSet<>();
        for (Incident other : incidents) {
            if (other.kind() == IncidentKind.UNMATCHED_MESSAGE && other.is(Fact.ONE_SIDE)) {
                blamed.addAll(other.ranks());
            }
            if (other.details() instanceof WaitCycle cycle && leftIn(cycle.left(), d)) {
                blamed.add(cycle.left().rank());
            }
        }
        boolean leaving = d.ranks().stream().anyMatch(blamed::contains);
        boolean staying = d.others().stream().anyMatch(blamed::contains);
        if (leaving == staying) {
            return tie;
        }
        List<Integer> side = leaving ? d.ranks() : d.others();
        return DivergentCallFinder.incident(
                d.decidedAgainst(
                        side.stream().filter(blamed::contains).findFirst().orElseThrow()),
                aligned);
    }

    private static boolean leftIn(StrayCall left, CallDifference d) {
        return left != null
                && (d.ranks().contains(left.rank()) && left.call().equals(d.call())
                        || d.others().contains(left.rank()) && left.call().equals(d.othersCall()));
    }
}
