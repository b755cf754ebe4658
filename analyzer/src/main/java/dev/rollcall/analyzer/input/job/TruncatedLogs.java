package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.input.MembershipEvidence;
import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Doubts the silence of logs. A log that lacks calls which others made can be of a rank that stopped, or be a copy without its end.
 * That it goes on after the others' calls tells that the rank stopped, and so does a file that it shares with ranks that went on;
 * where nothing does, the rank counts as one of which nothing is known from there on.
 */
final class TruncatedLogs {
    private static final long SECOND = 1_000_000_000L;

    private final Map<Integer, ProcessEvidence> owners;
    private final Map<String, List<CallSequence>> calls = new HashMap<>();
    private final Map<String, Set<Long>> processes = new HashMap<>();

    private TruncatedLogs(Map<Integer, ProcessEvidence> owners) {
        this.owners = owners;
        for (ProcessEvidence process : owners.values()) {
            processes.computeIfAbsent(process.source(), file -> new HashSet<>()).add(process.pid());
            for (MembershipEvidence membership : process.memberships()) {
                if (!membership.identity().isEmpty()) {
                    calls.computeIfAbsent(membership.identity(), communicator -> new ArrayList<>())
                            .add(membership.collectives());
                }
            }
        }
    }

    /** Returns the processes by global rank, with those broken off whose silence nothing confirms. */
    static Map<Integer, ProcessEvidence> doubted(Map<Integer, ProcessEvidence> owners) {
        TruncatedLogs ends = new TruncatedLogs(owners);
        Map<Integer, ProcessEvidence> doubted = new TreeMap<>(owners);
        // A process of several ranks stays one.
        Map<ProcessEvidence, ProcessEvidence> known = new IdentityHashMap<>();
        doubted.replaceAll((rank, process) -> known.computeIfAbsent(process, ends::doubted));
        return doubted;
    }

    private ProcessEvidence doubted(ProcessEvidence process) {
        return doubtful(process)
                ? process.brokenOff("its log ends before the others', and nothing tells whether the rank did")
                : process;
    }

    private boolean doubtful(ProcessEvidence process) {
        if (process.extent().complete() || processes.get(process.source()).size() > 1) {
            return false;
        }
        long missed = Long.MAX_VALUE;
        for (MembershipEvidence membership : process.memberships()) {
            CallSequence own = membership.collectives();
            for (CallSequence other : calls.getOrDefault(membership.identity(), List.of())) {
                if (other.lastSequence() > own.lastSequence()) {
                    int next = (int) Math.max(0, own.lastSequence() + 1 - other.firstSequence());
                    missed = Math.min(missed, other.call(next).enqueued());
                }
            }
        }
        boolean timed = missed != Call.NO_TIME && process.extent().end() != Call.NO_TIME;
        return missed != Long.MAX_VALUE && !(timed && process.extent().end() - missed > patience(process));
    }

    /** Returns how long after the others' call a rank has had time to make it: twice as long as it ever took. */
    private static long patience(ProcessEvidence process) {
        long longest = SECOND;
        for (MembershipEvidence membership : process.memberships()) {
            long before = Call.NO_TIME;
            for (int i = 0; i < membership.collectives().size(); i++) {
                long time = membership.collectives().call(i).enqueued();
                if (before != Call.NO_TIME && time != Call.NO_TIME) {
                    longest = Math.max(longest, 2 * (time - before));
                }
                before = time;
            }
        }
        return longest;
    }
}
