package dev.rollcall.analyzer.scan.run;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Who is a member of which communicator. Where the program was seen to make it, those ranks that did; where it came from
 * outside, all, but for ranks that seem to have another one in its place.
 */
final class Members {
    private final List<Behaviour> ranks;
    private final Map<String, Boolean> born = new TreeMap<>();
    private final Map<String, Set<Integer>> users = new TreeMap<>();

    Members(List<Behaviour> ranks) {
        this.ranks = ranks;
        for (int rank = 0; rank < ranks.size(); rank++) {
            for (Event event : ranks.get(rank).events) {
                born.merge(event.group().key(), event.group().born(), Boolean::logicalOr);
                users.computeIfAbsent(event.group().key(), g -> new TreeSet<>()).add(rank);
            }
        }
    }

    /** Returns the communicators that are used, by key. */
    Set<String> groups() {
        return users.keySet();
    }

    /** Returns the members that are compared, ascending. */
    List<Integer> of(String group) {
        List<Integer> found = new ArrayList<>();
        for (int rank = 0; rank < ranks.size(); rank++) {
            boolean member = born.get(group)
                    ? ranks.get(rank).births.containsKey(group)
                    : users.get(group).contains(rank) || !hasAnother(rank, group);
            if (member) {
                found.add(rank);
            }
        }
        return found;
    }

    /** Returns whether a rank uses a communicator from outside that a user of the given one does not use. */
    private boolean hasAnother(int rank, String group) {
        return users.entrySet().stream()
                .filter(other -> !other.getKey().equals(group) && !born.get(other.getKey()))
                .anyMatch(other ->
                        other.getValue().contains(rank) && !other.getValue().containsAll(users.get(group)));
    }

    /** Returns whether a rank is a member for sure of a call's communicator. */
    boolean sure(Event event, int rank) {
        String group = event.group().key();
        Set<String> others = new LinkedHashSet<>(users.keySet());
        others.remove(group);
        return born.get(group) || users.get(group).contains(rank) || others.isEmpty();
    }
}
