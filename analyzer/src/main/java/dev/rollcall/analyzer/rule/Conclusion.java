package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Draws one verdict from what the rules found: which finding is the root, and what the outcome is where there is none. */
final class Conclusion {
    private static final Set<Cause> STOPPED = EnumSet.of(Cause.RANK_ABSENT, Cause.SPLIT_WORLD, Cause.GPU_STUCK);

    private final Situation situation;
    private final List<Finding> findings;

    Conclusion(Situation situation, List<Finding> findings) {
        this.situation = situation;
        this.findings = findings;
    }

    Verdict verdict() {
        List<Finding> data = findings.stream().filter(BadData::tells).toList();
        Verdict calls = ofCalls();
        return data.isEmpty() ? calls : BadData.joined(calls, data);
    }

    private Verdict ofCalls() {
        List<Finding> ordered = ordered();
        boolean diverged = ordered.stream().anyMatch(f -> f.cause() != Cause.STRAGGLER && !stalled(f));
        if (!diverged && ordered.stream().anyMatch(Conclusion::stalled)) {
            return new Verdict(
                    situation.job(), Outcome.STALLED, List.of(), ordered.get(0).summary(), ordered);
        }
        ordered.removeIf(Conclusion::stalled);
        if (diverged) {
            Set<Integer> culprits = new TreeSet<>();
            ordered.stream().filter(f -> f.severity() == Severity.CULPRIT).forEach(f -> culprits.addAll(f.ranks()));
            return new Verdict(
                    situation.job(),
                    Outcome.DESYNC,
                    List.copyOf(culprits),
                    ordered.get(0).summary(),
                    ordered);
        }
        return new Quiet(situation, ordered).verdict();
    }

    /** Whether a finding says that a call hangs below the calls: true only of a job whose ranks did nothing wrong. */
    private static boolean stalled(Finding finding) {
        return finding.cause() == Cause.TRANSPORT_STALLED;
    }

    /**
     * The differences first, the earliest of them on top; what follows the first that blocked its ranks is no root. A rank
     * that stopped is the root only where no difference blocked anybody.
     */
    private List<Finding> ordered() {
        List<Finding> differing = new ArrayList<>();
        List<Finding> stopped = new ArrayList<>();
        List<Finding> notes = new ArrayList<>();
        for (Finding finding : findings) {
            if (BadData.tells(finding)) {
                continue;
            }
            List<Finding> kind = STOPPED.contains(finding.cause()) || stalled(finding)
                    ? stopped
                    : finding.cause() == Cause.STRAGGLER ? notes : differing;
            kind.add(finding);
        }
        List<Finding> cycles = explainedCycles(differing);
        differing.sort(Comparator.comparingLong(Conclusion::time));
        List<Finding> ordered = new ArrayList<>();
        boolean blocked = false;
        long blockedAt = 0;
        for (Finding finding : differing) {
            if (ordered.stream().anyMatch(earlier -> tellsTheSame(earlier, finding))) {
                continue;
            }
            boolean later = blocked && time(finding) > blockedAt;
            ordered.add(later ? withSeverity(finding, Severity.NOTE) : finding);
            if (!blocked && blocking(finding)) {
                blocked = true;
                blockedAt = time(finding);
            }
        }
        cycles.forEach(cycle -> ordered.add(withSeverity(cycle, Severity.CONSEQUENCE)));
        for (Finding finding : stopped) {
            ordered.add(blocked ? withSeverity(finding, Severity.CONSEQUENCE) : finding);
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

    static Finding withSeverity(Finding f, Severity severity) {
        return new Finding(
                f.cause(),
                severity,
                f.ranks(),
                f.communicator(),
                f.sequence(),
                f.summary(),
                f.explanation(),
                f.remedy(),
                f.branch(),
                f.evidence());
    }
}
