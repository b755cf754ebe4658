package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.wait.Gathering;
import dev.rollcall.analyzer.wait.MessageFaults;
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
        MessageFaults messages = MessageFaults.of(aligned.job(), aligned.waits());
        incidents.addAll(new MessageFinder(aligned, messages).find());
        incidents.addAll(new CycleFinder(aligned).find());
        incidents.addAll(new CreationFinder(aligned).find());
        incidents.addAll(CompletionLagFinder.find(aligned));
        List<Gathering> unexplained = unexplained(incidents, aligned);
        AbsenceFinder absences = new AbsenceFinder(aligned, messages);
        incidents.addAll(absences.find(unexplained));
        incidents.addAll(new JoinedCallFinder(aligned)
                .find(unexplained.stream().filter(absences::isOpen).toList()));
        incidents.addAll(StackFinder.find(aligned));
        incidents.addAll(CopyFinder.find(aligned));
        incidents.addAll(DeviceFinder.find(aligned));
        incidents.addAll(RetainedBufferFinder.find(aligned));
        incidents.addAll(ResultFinder.find(aligned));
        incidents.addAll(StragglerFinder.find(aligned));
        return List.copyOf(TieResolver.resolve(incidents, aligned));
    }

    /**
     * Returns the gatherings that are left for absences and joined calls. This is the only place where one incident excludes
     * another: a message, a creation or a lag that is known to be wrong explains the waits in it.
     */
    private static List<Gathering> unexplained(List<Incident> incidents, AlignedJob aligned) {
        Set<Gathering> explained = new HashSet<>();
        incidents.forEach(incident ->
                explained.addAll(incident.details().explained(aligned.waits().gatherings())));
        return aligned.waits().gatherings().stream()
                .filter(gathering -> !explained.contains(gathering))
                .toList();
    }
}
