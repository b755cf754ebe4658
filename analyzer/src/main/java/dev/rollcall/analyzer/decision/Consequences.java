package dev.rollcall.analyzer.decision;

import dev.rollcall.analyzer.incident.AlignedJob;
import dev.rollcall.analyzer.incident.Incident;
import dev.rollcall.analyzer.incident.IncidentKind;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.wait.Wait;
import dev.rollcall.analyzer.wait.Waiters;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Tells the consequences of some incidents, the roots, from hangs of their own: the ranks of a consequence wait for those of a
 * root, directly or through others. Not thread-safe.
 */
final class Consequences {
    private final AlignedJob aligned;
    private final Set<Integer> named = new HashSet<>();
    private final Waiters waiters;
    /** The members of all communicators of the waiters; null until needed. */
    private Set<Integer> neighbours;

    Consequences(AlignedJob aligned) {
        this.aligned = aligned;
        this.waiters = new Waiters(aligned.waits());
    }

    /** Adds the consequences of an incident. */
    void of(RuledIncident root) {
        Incident incident = root.incident();
        List<Integer> source = root.named().isEmpty() ? incident.ranks() : root.named();
        named.addAll(source);
        waiters.add(source);
        // A call that contradicts the others' holds them up, though it counts as made.
        waiters.add(waiting(incident, incident.sequence()));
        neighbours = null;
    }

    /**
     * Returns whether an incident accuses its ranks independently: none of them waits for a root's ranks. No root's rank may be a
     * member of the communicator, because its fault may have shifted the calls there.
     */
    boolean excludes(RuledIncident later) {
        Incident incident = later.incident();
        if (Precedence.MESSAGES.contains(incident.kind())) {
            return ends(incident).stream().noneMatch(waiters::contains);
        }
        return waiting(incident, 0).stream().noneMatch(waiters::contains)
                && incident.communicator().memberships().keySet().stream().noneMatch(named::contains);
    }

    /**
     * Returns whether an incident is a hang of its own: ranks that no root names wait in it, and none of them waits for a root's
     * ranks. Ranks that were not read may wait for any member of their communicators.
     */
    boolean separate(RuledIncident later) {
        Incident incident = later.incident();
        if (incident.kind() == IncidentKind.UNREAD_MEMBERS
                && incident.ranks().stream().anyMatch(neighbours()::contains)) {
            return false;
        }
        return apart(Stream.concat(ends(incident).stream(), waiting(incident, 0).stream())
                        .filter(rank -> aligned.waitOf(rank) != null))
                || incident.kind().isAbsence()
                        && incident.ranks().stream()
                                .flatMap(rank -> aligned.waits().awaiting(rank).stream())
                                .anyMatch(gathering -> apart(gathering.ranks().stream()));
    }

    private boolean apart(Stream<Integer> waiting) {
        List<Integer> others = waiting.filter(rank -> !named.contains(rank)).toList();
        return !others.isEmpty() && others.stream().noneMatch(waiters::contains);
    }

    private Set<Integer> neighbours() {
        if (neighbours == null) {
            neighbours = new HashSet<>();
            for (Communicator communicator : aligned.job().communicators()) {
                Collection<Integer> members = communicator.memberships().keySet();
                if (members.stream().anyMatch(waiters::contains)) {
                    neighbours.addAll(members);
                    neighbours.addAll(communicator.members());
                }
            }
        }
        return neighbours;
    }

    /** Returns the ranks in collectives of an incident's communicator, from a sequence number on. */
    private List<Integer> waiting(Incident incident, long sequence) {
        return Precedence.MESSAGES.contains(incident.kind())
                ? List.of()
                : aligned.waits().collectives(incident.communicator()).stream()
                        .filter(wait -> wait.call().sequence() >= sequence)
                        .map(Wait::rank)
                        .toList();
    }

    private static List<Integer> ends(Incident incident) {
        List<Integer> ends = new ArrayList<>(incident.ranks());
        ends.addAll(incident.others());
        return ends;
    }
}
