package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.incident.AlignedJob;
import dev.rollcall.analyzer.incident.Fact;
import dev.rollcall.analyzer.incident.Incident;
import dev.rollcall.analyzer.model.CodeStructure.Fork;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Severity;
import java.util.List;

/**
 * What a finding is about. Immutable.
 *
 * @param incident the incident
 * @param cause the cause that was decided
 * @param decided the severity that was decided about the incident alone
 * @param severity the severity beside the job's other incidents
 * @param named the ranks that it names, ascending
 * @param fork the condition at which the ranks parted; null where none is known
 * @param aligned the job
 */
record Subject(
        Incident incident,
        Cause cause,
        Severity decided,
        Severity severity,
        List<Integer> named,
        Fork fork,
        AlignedJob aligned) {

    /** Returns whether the named ranks are suspects, whatever else the job has. */
    boolean suspects() {
        return decided == Severity.SUSPECT && !named.isEmpty();
    }

    boolean is(Fact fact) {
        return incident.is(fact);
    }

    String communicator() {
        return '`' + incident.communicator().name() + '`';
    }

    /** Returns {@code rank 3 (node7)}: ranks with their hosts. */
    String who(List<Integer> ranks) {
        return Wording.lowerRanks(ranks) + RankHosts.of(ranks, aligned.job());
    }

    /** Returns the named ranks with their hosts, as the beginning of a sentence. */
    String beginning() {
        List<Integer> ranks = named.isEmpty() ? incident.ranks() : named;
        if (!suspects()) {
            return Wording.capital(who(ranks)) + " ";
        }
        return severity == Severity.SUSPECT
                ? "Look at " + who(ranks) + " first: "
                : "Look at " + who(ranks) + ", too: ";
    }
}
