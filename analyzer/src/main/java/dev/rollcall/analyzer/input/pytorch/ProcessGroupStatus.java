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

/** How far the process got on each group by the dump's {@code pg_status}, which its entries may not reach. */
final class ProcessGroupStatus {
    private static final Counts NONE = new Counts(0, 0, 0);

    private final Map<String, Counts> byGroup = new LinkedHashMap<>();
    private final List<String> doubts = new ArrayList<>();
    private boolean told;

    /** The last collectives that were issued, started and completed. */
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
     * Reads the status of a dump whose calls are in columns. Where there are sends as well, it has the number of whichever came
     * last, and of Gloo it counts by another rule than the entries: of such groups it is not used.
     */
    ProcessGroupStatus(Dump dump, ProcessGroups groups) {
        Map<String, String> nameOfLocal = new LinkedHashMap<>();
        Set<String> otherwiseCounted = new HashSet<>();
        for (DumpEntry entry : dump.entries()) {
            nameOfLocal.putIfAbsent(entry.localGroup, entry.group);
            if (entry.pointToPoint() || entry.name.gloo() || entry.name.hook()) {
                otherwiseCounted.add(entry.group);
            }
        }
        DumpDictionary status = dump.root().dictionary("pg_status");
        linkTheOneLeftOver(status, groups, nameOfLocal);
        for (int i = 0; i < status.size(); i++) {
            if (status.value(i) instanceof DumpDictionary fields) {
                Counts counts = Counts.of(fields);
                told |= fields.get("last_enqueued_collective") != null;
                String name = nameOfLocal.get(status.key(i));
                if (counts.enqueued > DumpEntry.MOST_CALLS) {
                    doubts.add("the dump's status tells of more calls than any job makes, and is damaged");
                } else if (name == null && counts.unfinished() > 0) {
                    doubts.add("the dump's status tells of " + counts.unfinished() + " unfinished "
                            + (counts.unfinished() == 1 ? "call" : "calls")
                            + " on a group of which it holds no entry");
                } else if (name != null && !otherwiseCounted.contains(name)) {
                    byGroup.put(name, counts);
                }
            }
        }
    }

    /** Without an entry nothing links a process's own number to a name, unless there is one group alone of which there is none. */
    private static void linkTheOneLeftOver(DumpDictionary status, ProcessGroups groups, Map<String, String> nameOfLocal) {
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

    /** Returns whether it tells of any group how many calls were made. */
    boolean told() {
        return told;
    }

    /** Returns what it tells and nothing in the dump shows, so that the job is not proved to be well. */
    List<String> doubts() {
        return doubts;
    }

    /** Returns how many collectives the process made on a group; 0 where the status does not tell. */
    long enqueued(String group) {
        return byGroup.getOrDefault(group, NONE).enqueued;
    }

    /** Returns the number of the oldest collective that no entry is of, and that has not completed; 0 for none. */
    private long unheld(String group, long newest) {
        Counts counts = byGroup.getOrDefault(group, NONE);
        return counts.unfinished() > 0 && counts.enqueued > newest ? Math.max(counts.completed, newest) + 1 : 0;
    }

    /** Returns a group's collectives, of which those that no entry is of are pending where the status says so. */
    CallSequence pending(String group, CallSequence calls, long newest) {
        long unheld = unheld(group, newest);
        return unheld >= calls.firstSequence() ? calls.pendingFrom(unheld) : calls;
    }

    /** Returns the oldest unfinished collective of a group that lies before those which are held; null for none. */
    Call overwritten(String group, CallSequence calls, long newest) {
        long unheld = unheld(group, newest);
        if (unheld == 0 || unheld >= calls.firstSequence()) {
            return null;
        }
        boolean started = byGroup.get(group).started >= unheld;
        return new Call(
                unheld,
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
