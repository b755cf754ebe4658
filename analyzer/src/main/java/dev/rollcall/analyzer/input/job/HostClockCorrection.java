package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.input.MembershipEvidence;
import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.input.SourceKind;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.JoinRecord;
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
 * sides, by how much one host's clock is ahead of another's; so does the creation of a communicator in NCCL's logs. This is the
 * reasoning of NTP (RFC 5905), with a collective in place of a message and its answer. Clocks are left alone if the bounds allow
 * that they agree.
 */
final class HostClockCorrection {
    private HostClockCorrection() {}

    /** Returns the processes, whose sources are all of one kind, with corrected times for hosts whose clocks are wrong. */
    static List<ProcessEvidence> correct(List<ProcessEvidence> processes, SourceKind kind) {
        Map<String, ProcessEvidence> hosts = new LinkedHashMap<>();
        processes.stream()
                .filter(process -> !process.memberships().isEmpty())
                .forEach(process -> hosts.putIfAbsent(process.host(), process));
        if (hosts.size() < 2) {
            return processes;
        }
        ProcessEvidence reference = hosts.values().iterator().next();
        Map<String, TimeShift> shifts = new HashMap<>();
        hosts.forEach((host, process) ->
                shifts.put(host, new TimeShift(ahead(process, reference, kind == SourceKind.LOG))));
        return processes.stream()
                .map(process ->
                        shifts.getOrDefault(process.host(), new TimeShift(0)).of(process))
                .toList();
    }

    /** Returns by how many nanoseconds a process's clock is ahead of another's; 0 if nothing proves a difference. */
    private static long ahead(ProcessEvidence process, ProcessEvidence reference, boolean logged) {
        Bounds bounds = new Bounds();
        for (MembershipEvidence membership : process.memberships()) {
            for (MembershipEvidence other : reference.memberships()) {
                if (!membership.identity().isEmpty() && membership.identity().equals(other.identity())) {
                    if (logged) {
                        bounds.narrow(membership.creation(), other.creation());
                    }
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

        /** NCCL logs that a communicator is complete when all ranks have begun to create it; other sources may log that earlier. */
        private void narrow(JoinRecord creation, JoinRecord other) {
            if (isTimed(creation) && isTimed(other)) {
                narrow(creation.begun(), creation.ended(), other.begun(), other.ended());
            }
        }

        private void narrow(long begun, long ended, long otherBegun, long otherEnded) {
            least = Math.max(least, begun - otherEnded);
            most = Math.min(most, ended - otherBegun);
        }

        private static boolean isTimed(JoinRecord creation) {
            return creation.begun() != Call.NO_TIME && creation.ended() != Call.NO_TIME;
        }

        private void narrow(CallSequence calls, CallSequence others) {
            long last = Math.min(calls.lastSequence(), others.lastSequence());
            long first =
                    Math.max(Math.max(calls.firstSequence(), others.firstSequence()), last - Thresholds.CLOCK_CALLS);
            for (long sequence = first; sequence <= last; sequence++) {
                int index = (int) (sequence - calls.firstSequence());
                int otherIndex = (int) (sequence - others.firstSequence());
                if (isTimedBarrier(calls, index) && isTimedBarrier(others, otherIndex)) {
                    narrow(
                            calls.enqueued(index),
                            calls.completed(index),
                            others.enqueued(otherIndex),
                            others.completed(otherIndex));
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
