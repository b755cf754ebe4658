package dev.rollcall.analyzer.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A deadlock among threads of one process: each waits for a lock that the next one holds, and the last one for a lock of the
 * first. Such threads never go on. Immutable.
 *
 * @param threads the names of the threads, each followed by the owner of the lock that it waits for
 * @param behind the names of threads outside the cycle that wait, directly or not, for a lock of one in it
 */
public record LockCycle(List<String> threads, Set<String> behind) {

    private static final int MOST_NAMED = 3;

    public LockCycle {
        threads = List.copyOf(threads);
        behind = Set.copyOf(behind);
    }

    /**
     * Finds the deadlocks in the newest look at a process. The owner of a lock is known by name, so a name that several threads
     * have proves nothing. A thread that waits for a limited time is in no deadlock.
     *
     * @param snapshots the process's snapshots, in any order
     */
    static List<LockCycle> in(List<ThreadSnapshot> snapshots) {
        long newest = snapshots.stream().mapToLong(ThreadSnapshot::time).max().orElse(Call.NO_TIME);
        Map<String, String> owners = new HashMap<>();
        Set<String> names = new LinkedHashSet<>();
        Set<String> ambiguous = new LinkedHashSet<>();
        for (ThreadSnapshot each : snapshots) {
            if (each.time() == newest) {
                if (!names.add(each.thread())) {
                    ambiguous.add(each.thread());
                }
                if (!each.owner().isEmpty() && !each.state().startsWith("timed")) {
                    owners.put(each.thread(), each.owner());
                }
            }
        }
        owners.keySet().removeAll(ambiguous);
        owners.values().removeAll(ambiguous);
        List<LockCycle> cycles = new ArrayList<>();
        Set<String> visited = new LinkedHashSet<>();
        for (String start : names) {
            List<String> way = new ArrayList<>();
            String at = start;
            while (at != null && visited.add(at)) {
                way.add(at);
                at = owners.get(at);
            }
            int from = at == null ? -1 : way.indexOf(at);
            if (from >= 0) {
                List<String> cycle = way.subList(from, way.size());
                cycles.add(new LockCycle(cycle, behind(cycle, owners)));
            }
        }
        return cycles;
    }

    private static Set<String> behind(List<String> cycle, Map<String, String> owners) {
        return owners.keySet().stream()
                .filter(thread -> !cycle.contains(thread) && leadsTo(cycle, thread, owners))
                .collect(Collectors.toSet());
    }

    private static boolean leadsTo(List<String> cycle, String thread, Map<String, String> owners) {
        Set<String> passed = new LinkedHashSet<>();
        String at = thread;
        while (at != null && passed.add(at)) {
            at = owners.get(at);
            if (cycle.contains(at)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a thread never goes on because of this deadlock. */
    public boolean stops(String thread) {
        return threads.contains(thread) || behind.contains(thread);
    }

    /** Returns {@code threads `main` and `worker-1` wait for each other's locks}, of many threads the first two. */
    public String describe() {
        int shown = threads.size() <= MOST_NAMED ? threads.size() : 2;
        List<String> names = new ArrayList<>();
        threads.subList(0, shown).forEach(thread -> names.add("`" + thread + "`"));
        if (shown < threads.size()) {
            names.add((threads.size() - shown) + " more");
        }
        String last = names.remove(names.size() - 1);
        return names.isEmpty()
                ? "thread " + last + " waits for its own lock"
                : "threads " + String.join(", ", names) + " and " + last + " wait for each other's locks";
    }
}
