package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.PeerLoss;
import dev.rollcall.analyzer.model.Thresholds;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Puts findings into the order in which things went wrong: which of them is the root, and what follows from it. */
final class FindingOrder {
    private final Situation situation;

    FindingOrder(Situation situation) {
        this.situation = situation;
    }

    /**
     * The differences first, the earliest of them on top; what follows the first that blocked its ranks is no root. A rank
     * that stopped is the root only where no difference blocked anybody.
     */
    List<Finding> of(List<Finding> findings) {
        List<Finding> differing = new ArrayList<>();
        List<Finding> stopped = new ArrayList<>();
        List<Finding> notes = new ArrayList<>();
        for (Finding finding : findings) {
            if (BadData.tells(finding)) {
                continue;
            }
            List<Finding> kind = Conclusion.STOPPED.contains(finding.cause()) || Conclusion.stalled(finding)
                    ? stopped
                    : finding.cause() == Cause.STRAGGLER ? notes : differing;
            kind.add(finding);
        }
        List<Finding> cycles = explainedCycles(differing);
        differing.sort(Comparator.comparingLong(FindingOrder::time));
        List<Finding> ordered = new ArrayList<>();
        boolean blocked = false;
        Finding root = null;
        long blockedAt = 0;
        for (Finding finding : differing) {
            if (ordered.stream().anyMatch(earlier -> tellsTheSame(earlier, finding))) {
                continue;
            }
            boolean later = blocked && time(finding) > blockedAt && !independent(finding, root);
            ordered.add(later ? Conclusion.withSeverity(finding, Severity.NOTE) : finding);
            if (!blocked && blocking(finding)) {
                blocked = true;
                root = finding;
                blockedAt = time(finding);
            }
        }
        cycles.forEach(cycle -> ordered.add(Conclusion.withSeverity(cycle, Severity.CONSEQUENCE)));
        for (Finding finding : stopped) {
            boolean follows = blocked && !endedBefore(finding, blockedAt);
            ordered.add(follows ? Conclusion.withSeverity(finding, Severity.CONSEQUENCE) : finding);
        }
        ordered.addAll(notes);
        return ordered;
    }

    /**
     * Takes out the cycles that are explained: ranks wait for each other because of one of them, of which it is known that the call
     * in which it waits differs from most.
     */
    private static List<Finding> explainedCycles(List<Finding> differing) {
        List<Finding> explained = differing.stream()
                .filter(cycle -> cycle.cause() == Cause.COMMUNICATOR_DEADLOCK
                        && differing.stream().anyMatch(other -> explains(other, cycle)))
                .toList();
        differing.removeAll(explained);
        return explained;
    }

    private static boolean explains(Finding other, Finding cycle) {
        return other.cause() != Cause.COMMUNICATOR_DEADLOCK
                && other.severity() == Severity.CULPRIT
                && other.ranks().size() < cycle.ranks().size()
                && cycle.ranks().containsAll(other.ranks())
                && cycle.evidence().stream()
                        .anyMatch(e -> other.ranks().contains(e.rank())
                                && other.evidence().stream()
                                        .anyMatch(own -> own.rank() == e.rank()
                                                && own.call() != null
                                                && own.call().equals(e.call())));
    }

    /**
     * Whether ranks that stopped did so by an exception of their own before a time, or so soon after it that no wait can have run
     * out by then: it is no consequence of what was then.
     */
    private boolean endedBefore(Finding stopped, long time) {
        return stopped.cause() == Cause.RANK_ABSENT
                && stopped.ranks().stream()
                        .map(rank -> situation.job().rank(rank).ending())
                        .allMatch(ending -> ending.kind() == Ending.Kind.UNCAUGHT_EXCEPTION
                                && ending.time() != Call.NO_TIME
                                && ending.time() - Thresholds.SHORTEST_TIMEOUT < time
                                && !PeerLoss.anyOf(ending.reason()));
    }

    /** Whether a later difference holds up ranks of which none waits for those of an earlier one, nor shares its group with them. */
    private boolean independent(Finding later, Finding root) {
        if (later.cause() == Cause.UNMATCHED_SEND_RECV
                || root.ranks().stream()
                        .anyMatch(rank -> later.communicator().memberships().containsKey(rank))) {
            return false;
        }
        Set<Integer> held = new TreeSet<>();
        situation.waits().waitsFor(root.ranks().get(0)).forEach(wait -> held.add(wait.rank()));
        return blocking(later)
                && situation.waits().waits().values().stream()
                        .filter(wait -> wait.communicator() == later.communicator())
                        .noneMatch(wait -> held.contains(wait.rank()));
    }

    /** Whether two findings tell of one call of the same ranks: what differs there and who left a cycle may be one thing. */
    private static boolean tellsTheSame(Finding one, Finding other) {
        return one.cause() == other.cause()
                && one.ranks().equals(other.ranks())
                && one.communicator() == other.communicator()
                && one.sequence() == other.sequence()
                && one.cause() != Cause.UNMATCHED_SEND_RECV;
    }

    private static long time(Finding finding) {
        return finding.evidence().stream()
                .filter(e -> e.call() != null && e.call().enqueued() != Call.NO_TIME)
                .mapToLong(e -> e.call().enqueued())
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** Whether a call at the finding's place, or one after it on its communicator, never ended. */
    private boolean blocking(Finding finding) {
        if (finding.cause() == Cause.UNMATCHED_SEND_RECV) {
            // Sends and receives are numbered by themselves.
            return finding.evidence().stream()
                    .anyMatch(e -> situation.waits().waits().containsKey(e.rank()));
        }
        return situation.waits().waits().values().stream()
                .anyMatch(wait -> wait.communicator() == finding.communicator()
                                && !wait.pointToPoint()
                                && wait.call().sequence() >= finding.sequence()
                        || wait.absent().stream().anyMatch(rank -> endsIn(rank, finding)));
    }

    /** Whether a rank's calls end on a finding's communicator, at its place or after, in a source that tells of no call's end. */
    private boolean endsIn(int rank, Finding finding) {
        Membership member = finding.communicator().memberships().get(rank);
        if (member == null
                || !member.collectives().statesUnknown()
                || member.collectives().lastSequence() < finding.sequence()) {
            return false;
        }
        long last = member.collectives().enqueued(member.collectives().size() - 1);
        return situation.job().communicators().stream()
                .map(communicator -> communicator.memberships().get(rank))
                .filter(Objects::nonNull)
                .flatMap(other -> Stream.of(other.collectives(), other.pointToPoint()))
                .allMatch(calls -> calls.size() == 0 || calls.enqueued(calls.size() - 1) <= last);
    }
}
