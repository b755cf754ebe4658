package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.input.MembershipEvidence;
import dev.rollcall.analyzer.input.ProcessEvidence;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.PeerLoss;
import dev.rollcall.analyzer.model.Thresholds;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Decides how each process of a job ended, or that it did not.
 *
 * <p>The record of the process itself counts first. A process without one is dead only if something proves it: other processes of
 * its host are still running, or outlived its last sign of life, or lost a connection that only this process can have broken.
 * Processes that stopped together were ended by their launcher, so all of them count as alive up to then. A signal counts as no
 * record: it is the launcher's, too, if it ended all of them. Files of another host
 * may be later copies, and its clock may differ, so outliving a process there proves nothing until copying the files of a
 * cluster would have ended.
 */
final class EndingInference {
    private final List<ProcessEvidence> processes;
    private final Set<String> runningHosts;
    private final Map<String, Long> latestByHost = new HashMap<>();
    private final long latest;
    private final ProcessEvidence lostPeer;

    /** Prepares for the processes of one job. */
    EndingInference(List<ProcessEvidence> processes) {
        this.processes = processes;
        this.runningHosts = processes.stream()
                .filter(ProcessEvidence::running)
                .map(ProcessEvidence::host)
                .collect(Collectors.toSet());
        this.latest =
                processes.stream().mapToLong(ProcessEvidence::lastAlive).max().orElse(Call.NO_TIME);
        processes.forEach(process -> latestByHost.merge(process.host(), process.lastAlive(), Math::max));
        this.lostPeer = lostPeer();
    }

    /** Returns the ending that a process's own evidence gives; null where only other processes can show it. */
    static Ending recorded(ProcessEvidence process) {
        if (!process.running()) {
            return process.ending();
        }
        return process.ending() == null
                ? Ending.ALIVE
                : isSignalled(process) ? process.ending().withTheJob() : process.ending();
    }

    /** Returns whether a signal asked the process to end. */
    private static boolean isSignalled(ProcessEvidence process) {
        return process.ending() != null && process.ending().kind() == Ending.Kind.DIED;
    }

    /** Returns whether the source of a process breaks off, so that the process may have made more calls. */
    static boolean isUnobserved(ProcessEvidence process) {
        return process.ending() != null && process.ending().isUnobserved();
    }

    /**
     * Returns how a process of the job ended, or that it did not.
     *
     * @param outdated whether the process made calls after the last one in its source, so that its silence proves nothing
     */
    Ending ending(ProcessEvidence process, boolean outdated) {
        Ending recorded = recorded(process);
        if (recorded != null && recorded.kind() != Ending.Kind.DIED) {
            return recorded;
        }
        if (process.lastAlive() == Call.NO_TIME) {
            return recorded == null ? Ending.UNKNOWN : recorded;
        }
        boolean outlived = latestByHost.get(process.host()) - process.lastAlive() > Thresholds.SIGN_OF_LIFE
                || latest - process.lastAlive() > Thresholds.LONGEST_COPYING;
        boolean leftAlone = runningHosts.contains(process.host());
        if (!outlived && !leftAlone && process != lostPeer) {
            return recorded == null ? Ending.ALIVE : recorded.withTheJob();
        }
        if (outdated) {
            return Ending.UNKNOWN;
        }
        return recorded != null
                ? recorded
                : new Ending(Ending.Kind.DIED, -1, "", "", CallStack.UNKNOWN, process.lastAlive());
    }

    /** Returns the only process to which the others can have lost their connection; null if there are none or several. */
    private ProcessEvidence lostPeer() {
        long broken = processes.stream()
                .flatMap(EndingInference::failedLastCalls)
                .filter(call -> PeerLoss.closed(call.failure())
                        && call.completed() - call.enqueued() < Thresholds.LONGEST_WAIT_FOR_DEAD_PEER)
                .mapToLong(Call::completed)
                .min()
                .orElse(Call.NO_TIME);
        if (broken == Call.NO_TIME || processes.stream().anyMatch(process -> endedBefore(process, broken))) {
            return null;
        }
        List<ProcessEvidence> silent = processes.stream()
                .filter(process -> (process.ending() == null || isUnobserved(process) || isSignalled(process))
                        && !process.running()
                        && process.lastAlive() <= broken)
                .toList();
        return silent.size() == 1 ? silent.get(0) : null;
    }

    /** Returns whether a process ended for a reason of its own before a connection broke, which then explains the break. */
    private static boolean endedBefore(ProcessEvidence process, long broken) {
        Ending ending = process.ending();
        return ending != null
                && !isUnobserved(process)
                && !isSignalled(process)
                && ending.time() != Call.NO_TIME
                && ending.time() <= broken
                && !PeerLoss.anyOf(ending.reason())
                && failedLastCalls(process).noneMatch(call -> PeerLoss.closed(call.failure()));
    }

    /** Returns the last call of each communicator of a process, where that call failed. */
    private static Stream<Call> failedLastCalls(ProcessEvidence process) {
        return process.memberships().stream()
                .map(MembershipEvidence::collectives)
                .filter(calls -> calls.size() > 0 && calls.state(calls.size() - 1) == CallState.FAILED)
                .map(EndingInference::lastCall)
                .filter(Objects::nonNull);
    }

    private static Call lastCall(CallSequence calls) {
        return calls.call(calls.size() - 1);
    }
}
