package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.input.MembershipEvidence;
import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Signature;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Brings the times of all hosts to the clock of the first, where the calls prove that the clocks disagree.
 *
 * <p>A collective that awaits everybody ends on no rank before every rank has begun it. So each such call bounds by how much
 * one host's clock is ahead of another's, from both sides (the same reasoning as in NTP, RFC 5905, with a collective in the
 * place of a message there and back). A difference of nothing is taken where the bounds allow it. Immutable.
 */
final class HostClockCorrection {
    private static final int CALLS = 16;

    private HostClockCorrection() {}

    /** Returns the processes, with the times of those whose host's clock is proved wrong set right. */
    static List<ProcessEvidence> agreed(List<ProcessEvidence> processes) {
        Map<String, ProcessEvidence> hosts = new LinkedHashMap<>();
        processes.stream()
                .filter(process -> !process.memberships().isEmpty())
                .forEach(process -> hosts.putIfAbsent(process.host(), process));
        if (hosts.size() < 2) {
            return processes;
        }
        ProcessEvidence reference = hosts.values().iterator().next();
        Map<String, Long> ahead = new HashMap<>();
        hosts.forEach((host, process) -> ahead.put(host, ahead(process, reference)));
        return processes.stream()
                .map(process -> process.earlier(ahead.getOrDefault(process.host(), 0L)))
                .toList();
    }

    /** Returns by how many nanoseconds a process's clock is ahead of another's, 0 where nothing proves that it is. */
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
            long first = Math.max(Math.max(calls.firstSequence(), others.firstSequence()), last - CALLS);
            for (long sequence = first; sequence <= last; sequence++) {
                int mine = (int) (sequence - calls.firstSequence());
                int theirs = (int) (sequence - others.firstSequence());
                if (tells(calls, mine) && tells(others, theirs)) {
                    least = Math.max(least, calls.enqueued(mine) - others.completed(theirs));
                    most = Math.min(most, calls.completed(mine) - others.enqueued(theirs));
                }
            }
        }

        private static boolean tells(CallSequence calls, int index) {
            Signature asked = calls.signatureAt(index);
            return calls.state(index) == CallState.COMPLETED
                    && asked.traits().awaitsAll()
                    && asked.count() != 0
                    && calls.enqueued(index) != Call.NO_TIME
                    && calls.completed(index) != Call.NO_TIME;
        }
    }
}
