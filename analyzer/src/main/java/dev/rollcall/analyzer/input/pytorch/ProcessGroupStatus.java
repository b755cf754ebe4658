package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Signature;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How far the process got on each group, by the dump's {@code pg_status}. It knows of calls that have no entry. */
final class ProcessGroupStatus {
    private static final Counts NONE = new Counts(0, 0, 0);

    private final Map<String, Counts> byGroup = new LinkedHashMap<>();
    private final List<String> doubts = new ArrayList<>();
    private boolean hasCounts;

    /** The numbers of the last collectives that were issued, started and completed. */
    private record Counts(long enqueued, long started, long completed) {
        private static Counts of(DumpDictionary counts) {
            return new Counts(
                    counts.number("last_enqueued_collective", 0),
                    counts.number("last_started_collective", 0),
                    Math.max(0, counts.number("last_completed_collective", Long.MAX_VALUE)));
        }

        private long unfinished() {
            return Math.max(0, enqueued - completed);
        }
    }

    /**
     * Reads the status of a dump. It is not used for groups with sends and receives, where its number is that of the last call of any
     * kind, and for groups of Gloo, where it counts by another rule than the entries.
     */
    ProcessGroupStatus(Dump dump, ProcessGroups groups) {
        Map<String, String> nameOfLocal = new LinkedHashMap<>();
        Set<String> otherwiseCounted = new HashSet<>();
        for (DumpEntry entry : dump.entries()) {
            nameOfLocal.putIfAbsent(entry.localGroup, entry.group);
            if (entry.isPointToPoint() || entry.name.gloo() || entry.name.c10dHook()) {
                otherwiseCounted.add(entry.group);
            }
        }
        DumpDictionary status = dump.root().dictionary("pg_status");
        linkLastGroup(status, groups, nameOfLocal);
        for (int i = 0; i < status.size(); i++) {
            if (status.value(i) instanceof DumpDictionary fields && fields.size() <= ProcessGroups.MOST_FIELDS) {
                Counts counts = Counts.of(fields);
                hasCounts |= fields.get("last_enqueued_collective") != null;
                String name = nameOfLocal.get(status.key(i));
                if (counts.enqueued > DumpEntry.MOST_CALLS) {
                    doubts.add("the dump's status counts more calls than any job makes, and is damaged");
                } else if (name == null && counts.unfinished() > 0) {
                    doubts.add("the dump's status counts " + counts.unfinished() + " unfinished "
                            + (counts.unfinished() == 1 ? "call" : "calls")
                            + " on a group that has no entry in it");
                } else if (name != null && !otherwiseCounted.contains(name)) {
                    byGroup.put(name, counts);
                }
            }
        }
    }

    /** Only entries link a process's own number of a group to its name, unless one number and one name alone are left. */
    private static void linkLastGroup(DumpDictionary status, ProcessGroups groups, Map<String, String> nameOfLocal) {
        List<String> numbers = new ArrayList<>();
        for (int i = 0; i < status.size(); i++) {
            if (!nameOfLocal.containsKey(status.key(i))) {
                numbers.add(status.key(i));
            }
        }
        List<String> names = new ArrayList<>(groups.all().keySet());
        names.removeAll(nameOfLocal.values());
        if (numbers.size() == 1 && names.size() == 1) {
            nameOfLocal.put(numbers.get(0), names.get(0));
        }
    }

    /** Returns whether the status contains the number of calls of any group. */
    boolean hasCounts() {
        return hasCounts;
    }

    /** Returns what the status says and no entry shows, in sentences. Such a job is not proved to be healthy. */
    List<String> doubts() {
        return doubts;
    }

    /** Returns the number of collectives that the process issued on a group; 0 if unknown. */
    long enqueued(String group) {
        return byGroup.getOrDefault(group, NONE).enqueued;
    }

    /** Returns the number of the oldest unfinished collective that has no entry; 0 for none. */
    private long oldestWithoutEntry(String group, long newest) {
        Counts counts = byGroup.getOrDefault(group, NONE);
        return counts.unfinished() > 0 && counts.enqueued > newest ? Math.max(counts.completed, newest) + 1 : 0;
    }

    /** Returns a group's collectives, with those pending that the status counts beyond the entries. */
    CallSequence pending(String group, CallSequence calls, long newest) {
        long oldest = oldestWithoutEntry(group, newest);
        return oldest >= calls.firstSequence() ? calls.pendingFrom(oldest) : calls;
    }

    /** Returns the oldest unfinished collective of a group if it is older than all that are held; null otherwise. */
    Call overwritten(String group, CallSequence calls, long newest) {
        long oldest = oldestWithoutEntry(group, newest);
        if (oldest == 0 || oldest >= calls.firstSequence()) {
            return null;
        }
        boolean started = byGroup.get(group).started >= oldest;
        return new Call(
                oldest,
                Signature.LOST,
                "",
                started ? CallState.STARTED : CallState.ENQUEUED,
                Call.NO_TIME,
                Call.NO_TIME,
                Call.NO_TIME,
                CallStack.UNKNOWN,
                "",
                "");
    }
}
