package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The grids that show a finding: one where it is on one communicator, one for each of a cycle across several. */
public final class FindingGrids {
    private static final int MOST = 3;

    private FindingGrids() {}

    /**
     * Returns the grids that have anything to show.
     *
     * @param most how many columns there is room for
     */
    public static List<CallGrid> of(Job job, Finding finding, int most) {
        List<CallGrid> grids = new ArrayList<>();
        add(grids, CallGrids.around(job, finding, most));
        if (finding.cause() != Cause.COMMUNICATOR_DEADLOCK) {
            return grids;
        }
        Set<Communicator> shown = new HashSet<>();
        shown.add(finding.communicator());
        for (Evidence evidence : finding.evidence()) {
            Communicator other = evidence.call() == null ? null : communicator(job, evidence);
            if (other != null && shown.add(other) && grids.size() < MOST) {
                add(
                        grids,
                        CallGrids.around(job, at(finding, other, evidence.call().sequence()), most));
            }
        }
        return grids;
    }

    private static void add(List<CallGrid> grids, CallGrid grid) {
        if (grid != null && !grid.rows().isEmpty() && !grid.columns().isEmpty()) {
            grids.add(grid);
        }
    }

    /** Returns the communicator on which a rank made a collective call; null where none holds it. */
    private static Communicator communicator(Job job, Evidence evidence) {
        for (Communicator communicator : job.communicators()) {
            Membership member = communicator.memberships().get(evidence.rank());
            if (member != null && holds(member.collectives(), evidence.call())) {
                return communicator;
            }
        }
        return null;
    }

    private static boolean holds(CallSequence calls, Call call) {
        long index = call.sequence() - calls.firstSequence();
        return index >= 0 && index < calls.size() && calls.call((int) index).equals(call);
    }

    private static Finding at(Finding f, Communicator communicator, long sequence) {
        return new Finding(
                f.cause(),
                f.severity(),
                f.ranks().stream()
                        .filter(communicator.memberships()::containsKey)
                        .toList(),
                communicator,
                sequence,
                f.summary(),
                f.explanation(),
                f.remedy(),
                f.branch(),
                f.evidence().stream()
                        .filter(e -> communicator.memberships().containsKey(e.rank()))
                        .toList());
    }
}
