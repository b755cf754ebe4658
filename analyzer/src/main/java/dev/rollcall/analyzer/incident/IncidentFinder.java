package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.wait.Gathering;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the incidents of a job: the first differences between aligned calls, the messages without a partner, and the ends of
 * the wait-for graph, where chains of waits lead. Each rank that waits, waits for one of them. Stateless and thread-safe.
 */
public final class IncidentFinder {
    private IncidentFinder() {}

    /** Returns the incidents in no particular order. */
    public static List<Incident> find(AlignedJob aligned) {
        List<Incident> incidents = new ArrayList<>(DivergentCallFinder.find(aligned));
        incidents.addAll(ExchangeFinder.find(aligned));
        MessageFinder messages = new MessageFinder(aligned);
        incidents.addAll(messages.unequal());
        Set<Gathering> explained = new HashSet<>();
        Set<Gathering> owed = new HashSet<>();
        incidents.addAll(messages.unmatched(explained, owed));
        incidents.addAll(new CycleFinder(aligned).find());
        incidents.addAll(new CreationFinder(aligned).find(explained));
        incidents.addAll(CompletionLagFinder.find(aligned, explained));
        incidents.addAll(new AbsenceFinder(aligned, owed).find(explained));
        incidents.addAll(new JoinedCallFinder(aligned).find(explained));
        incidents.addAll(CopyFinder.find(aligned));
        incidents.addAll(StragglerFinder.find(aligned));
        return List.copyOf(TieResolver.resolve(incidents, aligned));
    }
}
