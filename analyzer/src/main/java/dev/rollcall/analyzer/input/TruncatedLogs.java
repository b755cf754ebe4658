package dev.rollcall.analyzer.input;

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

    private final Map<Integer, ProcessRecord> owners;
    private final Map<String, List<CallSequence>> calls = new HashMap<>();
    private final Map<String, Set<Long>> processes = new HashMap<>();

    private TruncatedLogs(Map<Integer, ProcessRecord> owners) {
        this.owners = owners;
        for (ProcessRecord process : owners.values()) {
            processes.computeIfAbsent(process.source(), file -> new HashSet<>()).add(process.pid());
            for (MembershipRecord share : process.shares()) {
                if (!share.identity().isEmpty()) {
                    calls.computeIfAbsent(share.identity(), communicator -> new ArrayList<>())
                            .add(share.collectives());
                }
            }
        }
    }

    /** Returns the processes by global rank, with those broken off whose silence nothing confirms. */
    static Map<Integer, ProcessRecord> doubted(Map<Integer, ProcessRecord> owners) {
        TruncatedLogs ends = new TruncatedLogs(owners);
        Map<Integer, ProcessRecord> doubted = new TreeMap<>(owners);
        // A process of several ranks stays one.
        Map<ProcessRecord, ProcessRecord> known = new IdentityHashMap<>();
        doubted.replaceAll((rank, process) -> known.computeIfAbsent(process, ends::doubted));
        return doubted;
    }

    private ProcessRecord doubted(ProcessRecord process) {
        return doubtful(process)
                ? process.brokenOff("its log ends before the others', and nothing tells whether the rank did")
                : process;
    }

    private boolean doubtful(ProcessRecord process) {
        if (process.reach().certain() || processes.get(process.source()).size() > 1) {
            return false;
        }
        long missed = Long.MAX_VALUE;
        for (MembershipRecord share : process.shares()) {
            CallSequence own = share.collectives();
            for (CallSequence other : calls.getOrDefault(share.identity(), List.of())) {
                if (other.lastSequence() > own.lastSequence()) {
                    int next = (int) Math.max(0, own.lastSequence() + 1 - other.firstSequence());
                    missed = Math.min(missed, other.call(next).enqueued());
                }
            }
        }
        boolean timed = missed != Call.NO_TIME && process.reach().until() != Call.NO_TIME;
        return missed != Long.MAX_VALUE && !(timed && process.reach().until() - missed > patience(process));
    }

    /** Returns how long after the others' call a rank has had time to make it: twice as long as it ever took. */
    private static long patience(ProcessRecord process) {
        long longest = SECOND;
        for (MembershipRecord share : process.shares()) {
            long before = Call.NO_TIME;
            for (int i = 0; i < share.collectives().size(); i++) {
                long time = share.collectives().call(i).enqueued();
                if (before != Call.NO_TIME && time != Call.NO_TIME) {
                    longest = Math.max(longest, 2 * (time - before));
                }
                before = time;
            }
        }
        return longest;
    }
}
