package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.LibraryProgress;
import dev.rollcall.analyzer.model.Signature;
import java.util.ArrayList;
import java.util.HashMap;
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
    private final HeldBackCalls heldBack;
    private boolean hasCounts;

    /** The numbers of the last collectives that were issued, started and completed. */
    private record Counts(long enqueued, long started, long completed) {
        private static Counts of(DumpDictionary counts) {
            return new Counts(
                    counts.number("last_enqueued_collective", 0),
                    counts.number("last_started_collective", LibraryProgress.UNCOUNTED),
                    Math.max(0, counts.number("last_completed_collective", Long.MAX_VALUE)));
        }

        private long unfinished() {
            return Math.max(0, enqueued - completed);
        }
    }

    /**
     * Reads the status of a dump. Its numbers are not used for groups with sends and receives, where they are those of the last calls
     * of any kind, and for groups of Gloo, where they count by another rule than the entries.
     */
    ProcessGroupStatus(Dump dump, ProcessGroups groups) {
        GroupNumbers numbers = new GroupNumbers(dump, groups);
        Set<String> otherwiseCounted = new HashSet<>();
        Set<String> ofNccl = new HashSet<>();
        for (DumpEntry entry : dump.entries()) {
            if (entry.isPointToPoint() || entry.followsSends() || entry.name.gloo() || entry.name.c10dHook()) {
                otherwiseCounted.add(entry.group);
            }
            if (entry.name.nccl()) {
                ofNccl.add(entry.group);
            }
        }
        Map<String, Long> lastCounted = new HashMap<>();
        DumpDictionary status = dump.root().dictionary("pg_status");
        for (int i = 0; i < status.size(); i++) {
            if (status.value(i) instanceof DumpDictionary fields && fields.size() <= ProcessGroups.MOST_FIELDS) {
                Counts counts = Counts.of(fields);
                boolean counted = fields.get("last_enqueued_collective") != null;
                hasCounts |= counted;
                String name = numbers.name(status.key(i));
                if (counts.enqueued > DumpEntry.MOST_CALLS) {
                    doubts.add("the dump's status counts more calls than any job makes, and is damaged");
                } else if (name == null && counts.unfinished() > 0) {
                    doubts.add("the dump's status counts " + counts.unfinished() + " unfinished "
                            + (counts.unfinished() == 1 ? "call" : "calls")
                            + " on a group that has no entry in it");
                } else if (name != null) {
                    if (counted && ofNccl.contains(name)) {
                        lastCounted.put(name, counts.enqueued);
                    }
                    if (!otherwiseCounted.contains(name)) {
                        byGroup.put(name, counts);
                    }
                }
            }
        }
        heldBack = new HeldBackCalls(dump, lastCounted);
    }

    /** Returns whether the status contains the number of calls of any group. */
    boolean hasCounts() {
        return hasCounts;
    }

    /** Returns what the status says and no entry shows, in sentences. Such a job is not proved to be healthy. */
    List<String> doubts() {
        return doubts;
    }

    /** Returns the calls that are still inside the library's function. */
    HeldBackCalls heldBack() {
        return heldBack;
    }

    /** Returns the number of collectives that the process issued on a group; 0 if unknown. */
    long enqueued(String group) {
        return Math.max(0, byGroup.getOrDefault(group, NONE).enqueued);
    }

    /**
     * Returns how far NCCL got with a group's collectives.
     *
     * @param calls the group's collectives
     * @param launched the last one that is not held back
     */
    LibraryProgress progress(String group, CallSequence calls, long launched) {
        Counts counts = byGroup.get(group);
        if (counts == null || counts.completed > counts.enqueued || contradicts(counts, calls)) {
            return new LibraryProgress(
                    calls.size() > 0 ? launched : LibraryProgress.UNCOUNTED,
                    LibraryProgress.UNCOUNTED,
                    LibraryProgress.UNCOUNTED);
        }
        return new LibraryProgress(
                Math.max(counts.enqueued, launched),
                Math.max(LibraryProgress.UNCOUNTED, counts.started),
                counts.completed);
    }

    /** Returns whether a call is under way that the status counts as completed, as it can be in a damaged dump. */
    private static boolean contradicts(Counts counts, CallSequence calls) {
        for (int i = 0; i < calls.size() && calls.firstSequence() + i <= counts.completed; i++) {
            if (calls.state(i).pending()) {
                return true;
            }
        }
        return false;
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
