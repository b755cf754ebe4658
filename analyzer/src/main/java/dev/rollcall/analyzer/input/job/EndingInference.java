package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.input.MembershipEvidence;
import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.PeerLoss;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tells what became of the processes that recorded no end, from the signs of life of all processes of the job.
 *
 * <p>A process is called dead only where something says so: others of its host are still running, or lived on well after
 * its last sign of life, or lost their connection to somebody and it is the only one that can be. Where all stopped
 * together, a launcher ended them, and what they did until then is what counts. Files of another host may have been copied
 * later, and its clock may be another: that it lived on says nothing for as long as copying a cluster's files may take.
 */
final class EndingInference {
    /** A recorder gives a sign of life every second; a busy machine may be late with it. */
    private static final long LATE = TimeUnit.SECONDS.toNanos(5);

    /** A file that is older than those of other hosts by less may have been copied earlier than they. */
    private static final long LATE_ELSEWHERE = TimeUnit.MINUTES.toNanos(10);

    /** Who had waited longer than this when the connection broke, broke it as a consequence of a hang. */
    private static final long LONG_WAIT = TimeUnit.SECONDS.toNanos(1);

    private final List<ProcessEvidence> processes;
    private final Set<String> hostsAlive;
    private final Map<String, Long> latestOfHosts = new HashMap<>();
    private final long latest;
    private final ProcessEvidence lost;

    EndingInference(List<ProcessEvidence> processes) {
        this.processes = processes;
        this.hostsAlive = processes.stream()
                .filter(ProcessEvidence::running)
                .map(ProcessEvidence::host)
                .collect(Collectors.toSet());
        this.latest =
                processes.stream().mapToLong(ProcessEvidence::lastAlive).max().orElse(Call.NO_TIME);
        processes.forEach(process -> latestOfHosts.merge(process.host(), process.lastAlive(), Math::max));
        this.lost = lostPeer();
    }

    /** Returns how a process of the job ended, or that it did not. */
    Ending ending(ProcessEvidence process) {
        if (process.ending() != null) {
            return process.ending();
        }
        if (process.running()) {
            return Ending.ALIVE;
        }
        if (process.lastAlive() == Call.NO_TIME) {
            return Ending.UNKNOWN;
        }
        boolean outlived = latestOfHosts.get(process.host()) - process.lastAlive() > LATE
                || latest - process.lastAlive() > LATE_ELSEWHERE;
        boolean leftAlone = hostsAlive.contains(process.host());
        return outlived || leftAlone || process == lost
                ? new Ending(Ending.Kind.DIED, -1, "", "", CallStack.UNKNOWN, process.lastAlive())
                : Ending.ALIVE;
    }

    /** Returns the only process to which the others can have lost their connection; null where that is open. */
    private ProcessEvidence lostPeer() {
        long broken = processes.stream()
                .flatMap(EndingInference::lastCalls)
                .filter(call -> call.state() == CallState.FAILED
                        && PeerLoss.closed(call.failure())
                        && call.completed() - call.enqueued() < LONG_WAIT)
                .mapToLong(Call::completed)
                .min()
                .orElse(Call.NO_TIME);
        if (broken == Call.NO_TIME || processes.stream().anyMatch(process -> endedBefore(process, broken))) {
            return null;
        }
        List<ProcessEvidence> silent = processes.stream()
                .filter(process -> endUnknown(process) && !process.running() && process.lastAlive() <= broken)
                .toList();
        return silent.size() == 1 ? silent.get(0) : null;
    }

    /** Whether a process ended of itself, on its own account, before a connection broke: nobody else need have died. */
    private static boolean endedBefore(ProcessEvidence process, long broken) {
        Ending ending = process.ending();
        return ending != null
                && ending.kind() != Ending.Kind.UNOBSERVED
                && ending.time() != Call.NO_TIME
                && ending.time() <= broken
                && !PeerLoss.anyOf(ending.exception())
                && lastCalls(process).noneMatch(call -> PeerLoss.closed(call.failure()));
    }

    private static boolean endUnknown(ProcessEvidence process) {
        return process.ending() == null || process.ending().kind() == Ending.Kind.UNOBSERVED;
    }

    private static Stream<Call> lastCalls(ProcessEvidence process) {
        return process.memberships().stream()
                .map(MembershipEvidence::collectives)
                .filter(calls -> calls.size() > 0 && calls.state(calls.size() - 1) == CallState.FAILED)
                .map(EndingInference::last)
                .filter(Objects::nonNull);
    }

    private static Call last(CallSequence calls) {
        return calls.call(calls.size() - 1);
    }
}
