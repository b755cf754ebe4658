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
 * @param severity the severity that was decided
 * @param named the ranks that it names, ascending
 * @param fork the condition at which the ranks parted; null where none is known
 * @param aligned the job
 */
record Subject(Incident incident, Cause cause, Severity severity, List<Integer> named, Fork fork, AlignedJob aligned) {

    /** Returns whether the named ranks are suspects, whatever else the job has. */
    boolean suspects() {
        return severity == Severity.SUSPECT;
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
        return suspects() && !named.isEmpty()
                ? "Look at " + who(named) + " first: "
                : Wording.capital(who(named)) + " ";
    }
}
