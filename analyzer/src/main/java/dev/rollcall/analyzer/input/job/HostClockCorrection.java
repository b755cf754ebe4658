package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.input.MembershipEvidence;
import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.Thresholds;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Moves the times of all hosts to the clock of the first host, if the calls prove that the clocks disagree.
 *
 * <p>A collective that waits for all ranks ends on no rank before every rank has begun it. So each such call bounds, from both
 * sides, by how much one host's clock is ahead of another's. This is the reasoning of NTP (RFC 5905), with a collective in place
 * of a message and its answer. Clocks are left alone if the bounds allow that they agree.
 */
final class HostClockCorrection {
    private HostClockCorrection() {}

    /** Returns the processes, with corrected times for hosts whose clocks are wrong. */
    static List<ProcessEvidence> correct(List<ProcessEvidence> processes) {
        Map<String, ProcessEvidence> hosts = new LinkedHashMap<>();
        processes.stream()
                .filter(process -> !process.memberships().isEmpty())
                .forEach(process -> hosts.putIfAbsent(process.host(), process));
        if (hosts.size() < 2) {
            return processes;
        }
        ProcessEvidence reference = hosts.values().iterator().next();
        Map<String, TimeShift> shifts = new HashMap<>();
        hosts.forEach((host, process) -> shifts.put(host, new TimeShift(ahead(process, reference))));
        return processes.stream()
                .map(process ->
                        shifts.getOrDefault(process.host(), new TimeShift(0)).of(process))
                .toList();
    }

    /** Returns by how many nanoseconds a process's clock is ahead of another's; 0 if nothing proves a difference. */
    private static long ahead(ProcessEvidence process, ProcessEvidence reference) {
        Bounds bounds = new Bounds();
        for (MembershipEvidence membership : process.memberships()) {
            for (MembershipEvidence other : reference.memberships()) {
                if (!membership.identity().isEmpty() && membership.identity().equals(other.identity())) {
                    bounds.narrow(membership.collectives(), other.collectives());
                }
            }
        }
        return bounds.least <= 0 && bounds.most >= 0 || bounds.least > bounds.most
                ? 0
                : bounds.least + (bounds.most - bounds.least) / 2;
    }

    private static final class Bounds {
        private long least = Long.MIN_VALUE;
        private long most = Long.MAX_VALUE;

        private void narrow(CallSequence calls, CallSequence others) {
            long last = Math.min(calls.lastSequence(), others.lastSequence());
            long first =
                    Math.max(Math.max(calls.firstSequence(), others.firstSequence()), last - Thresholds.CLOCK_CALLS);
            for (long sequence = first; sequence <= last; sequence++) {
                int index = (int) (sequence - calls.firstSequence());
                int otherIndex = (int) (sequence - others.firstSequence());
                if (isTimedBarrier(calls, index) && isTimedBarrier(others, otherIndex)) {
                    least = Math.max(least, calls.enqueued(index) - others.completed(otherIndex));
                    most = Math.min(most, calls.completed(index) - others.enqueued(otherIndex));
                }
            }
        }

        /** Returns whether a call completed, has both times, and cannot complete before all ranks have called it. */
        private static boolean isTimedBarrier(CallSequence calls, int index) {
            Signature signature = calls.signature(index);
            return calls.state(index) == CallState.COMPLETED
                    && signature.traits().awaitsAll()
                    && signature.count() != 0
                    && calls.enqueued(index) != Call.NO_TIME
                    && calls.completed(index) != Call.NO_TIME;
        }
    }
}
