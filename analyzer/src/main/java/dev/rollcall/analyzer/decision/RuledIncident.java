package dev.rollcall.analyzer.decision;

import dev.rollcall.analyzer.incident.Incident;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Severity;
import java.util.List;

/**
 * An incident and what is decided about it. Immutable.
 *
 * @param incident the incident
 * @param ruling the decision about it alone
 * @param severity the severity beside the job's other incidents: what follows from another incident accuses nobody
 */
record RuledIncident(Incident incident, Ruling ruling, Severity severity) {

    static RuledIncident of(Incident incident) {
        Ruling ruling = DecisionTable.rule(incident);
        ruling = numberedUncertainly(incident) ? ruling.withoutProof() : ruling;
        boolean tooMany =
                ruling.severity() == Severity.SUSPECT && ruling.named(incident).isEmpty();
        return new RuledIncident(incident, ruling, tooMany ? Severity.NOTE : ruling.severity());
    }

    /** Returns whether no source shows that equal numbers are numbers of the same call. */
    private static boolean numberedUncertainly(Incident incident) {
        return incident.communicator() != null
                && incident.sequence() > 0
                && incident.communicator().memberships().values().stream()
                        .map(Membership::collectives)
                        .filter(calls -> calls.size() > 0)
                        .map(CallSequence::numberedUncertainly)
                        .reduce(Boolean::logicalAnd)
                        .orElse(false);
    }

    RuledIncident as(Severity other) {
        return new RuledIncident(incident, ruling, other);
    }

    Cause cause() {
        return ruling.cause(incident);
    }

    /** Returns the ranks that it names, ascending. */
    List<Integer> named() {
        return ruling.named(incident);
    }
}
