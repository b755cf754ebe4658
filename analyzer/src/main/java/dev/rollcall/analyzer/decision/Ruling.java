package dev.rollcall.analyzer.decision;

import dev.rollcall.analyzer.incident.Incident;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Severity;
import java.util.List;
import java.util.TreeSet;

/**
 * What is decided about an incident. Immutable.
 *
 * @param cause the cause; null for the one that the calls of the incident show
 * @param severity whether the named ranks are culprits or suspects; a note accuses nobody
 * @param named which ranks of the incident it names
 * @param outcome the state of a job whose main incident this is
 */
public record Ruling(Cause cause, Severity severity, Named named, Outcome outcome) {
    /** The longest list of suspects. A longer one points at nobody. */
    static final int MOST_SUSPECTS = 8;

    /** Which ranks of an incident are named. */
    public enum Named {
        /** Those in question. */
        RANKS,
        /** The other side: those that wait. */
        OTHERS,
        /** Both sides. */
        ALL,
        /** The lowest rank of each side, for its side. */
        ONE_OF_EACH,
        /** Nobody. */
        NOBODY
    }

    /** Returns this ruling where the evidence shows where to look and proves nothing. */
    Ruling withoutProof() {
        return severity == Severity.CULPRIT ? new Ruling(cause, Severity.SUSPECT, named, outcome) : this;
    }

    /** Returns the cause of an incident. */
    public Cause cause(Incident incident) {
        return cause == null ? incident.cause() : cause;
    }

    /** Returns the ranks of an incident that it names, ascending; none where there are too many suspects. */
    public List<Integer> named(Incident incident) {
        List<Integer> ranks = switch (named) {
            case RANKS -> incident.ranks();
            case OTHERS -> incident.others();
            case ALL -> union(incident.ranks(), incident.others());
            case ONE_OF_EACH -> union(first(incident.ranks()), first(incident.others()));
            case NOBODY -> List.of();
        };
        return severity == Severity.SUSPECT && ranks.size() > MOST_SUSPECTS ? List.of() : ranks;
    }

    private static List<Integer> first(List<Integer> ranks) {
        return ranks.subList(0, Math.min(1, ranks.size()));
    }

    private static List<Integer> union(List<Integer> one, List<Integer> other) {
        TreeSet<Integer> all = new TreeSet<>(one);
        all.addAll(other);
        return List.copyOf(all);
    }
}
