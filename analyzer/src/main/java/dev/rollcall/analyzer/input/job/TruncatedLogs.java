package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.input.MembershipEvidence;
import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.Thresholds;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds the logs whose end may be missing.
 *
 * <p>A log without calls that other ranks made belongs to a rank that stopped, or is a copy without its end. Lines later than the
 * others' calls prove that the rank stopped, and so does a file that it shares with ranks that went on. Without a proof, nothing
 * is known of the rank after its last call.
 */
final class TruncatedLogs {
    private final Map<String, List<CallSequence>> callsByCommunicator = new HashMap<>();
    private final Map<String, Set<Long>> processesByFile = new HashMap<>();

    private TruncatedLogs(Collection<ProcessEvidence> processes) {
        // A process of several ranks is there once for each.
        Set<ProcessEvidence> distinct = Collections.newSetFromMap(new IdentityHashMap<>());
        distinct.addAll(processes);
        for (ProcessEvidence process : distinct) {
            processesByFile
                    .computeIfAbsent(process.source(), file -> new HashSet<>())
                    .add(process.pid());
            for (MembershipEvidence membership : process.memberships()) {
                if (!membership.identity().isEmpty()) {
                    callsByCommunicator
                            .computeIfAbsent(membership.identity(), communicator -> new ArrayList<>())
                            .add(membership.collectives());
                }
            }
        }
    }

    /** Returns the processes by global rank; those whose log may lack its end are unobserved after their last call. */
    static Map<Integer, ProcessEvidence> withoutUnconfirmedEnds(Map<Integer, ProcessEvidence> owners) {
        TruncatedLogs logs = new TruncatedLogs(owners.values());
        Map<Integer, ProcessEvidence> checked = new TreeMap<>(owners);
        // By identity, so that a process of several ranks stays one object.
        Map<ProcessEvidence, ProcessEvidence> known = new IdentityHashMap<>();
        checked.replaceAll((rank, process) -> known.computeIfAbsent(process, logs::check));
        return checked;
    }

    private ProcessEvidence check(ProcessEvidence process) {
        return mayLackItsEnd(process)
                ? process.unobservedAfterCalls(
                        "its log ends before the others', and nothing shows whether the rank stopped")
                : process;
    }

    private boolean mayLackItsEnd(ProcessEvidence process) {
        if (process.extent().complete() || processesByFile.get(process.source()).size() > 1) {
            return false;
        }
        long missed = Long.MAX_VALUE;
        for (MembershipEvidence membership : process.memberships()) {
            CallSequence own = membership.collectives();
            for (CallSequence other : callsByCommunicator.getOrDefault(membership.identity(), List.of())) {
                if (other.lastSequence() > own.lastSequence()) {
                    int next = (int) Math.max(0, own.lastSequence() + 1 - other.firstSequence());
                    missed = Math.min(missed, other.call(next).enqueued());
                }
            }
        }
        long end = process.extent().end();
        boolean timed = missed != Call.NO_TIME && end != Call.NO_TIME;
        return missed != Long.MAX_VALUE && !(timed && end - missed > patience(process));
    }

    /** Returns how long after the others' call a running rank makes it at the latest: twice its longest step so far. */
    private static long patience(ProcessEvidence process) {
        long longest = Thresholds.SHORTEST_LOG_SILENCE;
        for (MembershipEvidence membership : process.memberships()) {
            long before = Call.NO_TIME;
            for (int i = 0; i < membership.collectives().size(); i++) {
                long time = membership.collectives().call(i).enqueued();
                if (before != Call.NO_TIME && time != Call.NO_TIME) {
                    longest = Math.max(longest, Thresholds.LOG_SILENCE_TIMES_LONGEST * (time - before));
                }
                before = time;
            }
        }
        return longest;
    }
}
