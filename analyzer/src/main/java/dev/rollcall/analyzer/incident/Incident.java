package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.verdict.Cause;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One fault of a job, as the evidence shows it, before anything is decided. Ranks that are in no incident wait for one.
 * Immutable.
 *
 * @param kind what kind of fault
 * @param facts one for each aspect of the kind
 * @param cause the cause that the calls show; null where the kind and the facts alone give it
 * @param communicator where it happened; null for copies
 * @param sequence the sequence number of the call; 0 for the creation of a communicator and for copies
 * @param ranks the global ranks in question, ascending: those that left, that are absent, or that lag
 * @param others the global ranks of the other side, ascending: those that stayed, or that wait
 * @param time when it began, nanoseconds since the epoch; {@link Long#MAX_VALUE} where unknown
 * @param details what reports show of it
 */
public record Incident(
        IncidentKind kind,
        Set<Fact> facts,
        Cause cause,
        Communicator communicator,
        long sequence,
        List<Integer> ranks,
        List<Integer> others,
        long time,
        IncidentDetails details) {

    /**
     * Makes an incident.
     *
     * @throws IllegalArgumentException if the facts are not one for each aspect of the kind
     */
    public Incident {
        facts = facts.isEmpty() ? EnumSet.noneOf(Fact.class) : EnumSet.copyOf(facts);
        if (!facts.stream().map(Fact::aspect).collect(Collectors.toSet()).equals(kind.aspects())
                || facts.size() != kind.aspects().size()) {
            throw new IllegalArgumentException(kind + " with " + facts);
        }
        ranks = List.copyOf(ranks);
        others = List.copyOf(others);
    }

    /** Returns whether a fact holds. */
    public boolean is(Fact fact) {
        return facts.contains(fact);
    }

    /** Returns a time for {@link #time}: that of a call, as far as it is known. */
    static long time(Call call) {
        return call == null || call.enqueued() == Call.NO_TIME ? Long.MAX_VALUE : call.enqueued();
    }
}
