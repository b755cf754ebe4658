package dev.rollcall.analyzer.input.pytorch;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Tells of which ranks a dump can be, by what it holds itself. */
final class PossibleRanks {
    private PossibleRanks() {}

    /**
     * Returns the global ranks of which a dump can be; empty where nothing in it tells. A process is a member of every group in which it
     * called, and its sends and receives have its own place in the group in their names.
     */
    static Set<Integer> of(Dump dump, ProcessGroups groups) {
        if (dump.rank() >= 0) {
            return Set.of(dump.rank());
        }
        Set<Integer> possible = new HashSet<>();
        groups.all().values().forEach(group -> possible.addAll(group.members()));
        possible.remove(-1);
        Set<List<Integer>> seen = new HashSet<>();
        for (DumpEntry entry : dump.entries()) {
            List<Integer> members = groups.of(entry).members();
            if (!members.isEmpty() && seen.add(members)) {
                possible.retainAll(members);
            }
            int place = entry.pointToPoint() ? C10dVocabulary.own(entry.name.text()) : -1;
            if (place >= 0 && place < members.size()) {
                possible.retainAll(Set.of(members.get(place)));
            }
        }
        return possible;
    }

    /** Returns the ranks of a job as one reads them, such as {@code ranks 0–3}. */
    static String shown(Map<?, Set<Integer>> possible) {
        Set<Integer> all = new HashSet<>();
        possible.values().forEach(all::addAll);
        int first = all.stream().mapToInt(Integer::intValue).min().orElse(0);
        int last = all.stream().mapToInt(Integer::intValue).max().orElse(0);
        return first == last ? "rank " + first : "ranks " + first + "–" + last;
    }
}
