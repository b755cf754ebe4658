package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.align.Alignment;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Severity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * One rank is late in nearly every step. Late is who waits least: the time that each rank spends inside one call needs no
 * common clock.
 */
final class Straggler implements Rule {
    private static final int FEWEST_STEPS = 5;
    private static final int MOST_STEPS = 64;
    private static final int MOST_RANKS = 1024;
    private static final double NEARLY_ALL = 0.8;
    private static final double NOTABLE_PART = 0.2;
    /** Not those with a root: who sends waits for nobody, however early it came. */
    private static final Set<String> AWAIT_ALL = Set.of("barrier", "all_reduce", "all_gather", "reduce_scatter");

    private static final long NOTABLE = TimeUnit.MILLISECONDS.toNanos(5);

    @Override
    public Cause cause() {
        return Cause.STRAGGLER;
    }

    @Override
    public String evidence() {
        return "when three or more ranks entered and left at least " + FEWEST_STEPS + " calls";
    }

    @Override
    public Answer examine(Situation situation) {
        List<Finding> findings = new ArrayList<>();
        boolean looked = false;
        for (Alignment alignment : situation.alignments()) {
            Communicator communicator = alignment.lineup().communicator();
            List<Step> steps = steps(communicator, alignment.lineup().start());
            if (steps.size() >= FEWEST_STEPS) {
                looked = true;
                Finding finding = finding(communicator, steps);
                if (finding != null) {
                    findings.add(finding);
                }
            }
        }
        if (!findings.isEmpty()) {
            return new Answer.Found(findings, Set.of());
        }
        return looked
                ? new Answer.Fine()
                : new Answer.NotApplicable("too few calls whose times are known on all ranks");
    }

    /**
     * One call of all ranks: who waited least in it, and by how much less than the rank in the middle; less by as much as any
     * made its next call before this one was seen to end, for so far does the end not tell how long it waited.
     */
    private record Step(int rank, long late, CallSequence calls, int index) {
        private long issued() {
            return calls.enqueued(index);
        }

        private Call call() {
            return calls.call(index);
        }
    }

    private static List<Step> steps(Communicator communicator, long start) {
        List<Membership> members = List.copyOf(communicator.memberships().values());
        if (members.size() < 3 || members.size() > MOST_RANKS) {
            return List.of();
        }
        long end = members.stream()
                .mapToLong(member -> member.collectives().lastSequence())
                .min()
                .orElse(0);
        long held = members.stream()
                .mapToLong(member -> member.collectives().firstSequence())
                .max()
                .orElse(0);
        long first = Math.max(Math.max(start + 1, held), end - MOST_STEPS + 1);
        List<Step> steps = new ArrayList<>();
        for (long sequence = first; sequence <= end; sequence++) {
            Step step = step(members, sequence);
            if (step != null) {
                steps.add(step);
            }
        }
        return steps;
    }

    private static Step step(List<Membership> members, long sequence) {
        long[] waits = new long[members.size()];
        int least = -1;
        long overlap = 0;
        for (int i = 0; i < waits.length; i++) {
            CallSequence calls = members.get(i).collectives();
            int index = (int) (sequence - calls.firstSequence());
            if (!AWAIT_ALL.contains(calls.asked(index).operation()) || calls.state(index) != CallState.COMPLETED) {
                return null;
            }
            long issued = calls.enqueued(index);
            long completed = calls.completed(index);
            if (issued == Call.NO_TIME || completed == Call.NO_TIME) {
                return null;
            }
            waits[i] = completed - issued;
            overlap = Math.max(overlap, index + 1 < calls.size() ? completed - calls.enqueued(index + 1) : 0);
            least = least < 0 || waits[i] < waits[least] ? i : least;
        }
        Membership first = members.get(least);
        long shortest = waits[least];
        Arrays.sort(waits);
        CallSequence calls = first.collectives();
        return new Step(first.rank(), waits[waits.length / 2] - shortest - overlap, calls, (int)
                (sequence - calls.firstSequence()));
    }

    private static Finding finding(Communicator communicator, List<Step> steps) {
        int rank = steps.get(steps.size() - 1).rank();
        List<Step> late = steps.stream()
                .filter(step -> step.rank() == rank && step.late() >= NOTABLE)
                .toList();
        if (late.size() < NEARLY_ALL * steps.size()) {
            return null;
        }
        long[] lateness = late.stream().mapToLong(Step::late).sorted().toArray();
        long usual = lateness[lateness.length / 2];
        long whole = steps.get(steps.size() - 1).issued() - steps.get(0).issued();
        if (usual < NOTABLE_PART * whole / (steps.size() - 1)) {
            return null;
        }
        Call last = late.get(late.size() - 1).call();
        return new Finding(
                Cause.STRAGGLER,
                Severity.NOTE,
                List.of(rank),
                communicator,
                last.sequence(),
                "Rank " + Wording.grouped(rank) + " is late in " + Wording.grouped(late.size()) + " of the last "
                        + Wording.grouped(steps.size()) + " calls on `" + communicator.name() + "`, usually by "
                        + Wording.time(usual) + "; the others wait for it each time.",
                "Every collective waits for its last rank, so one slow rank sets the pace of all. Nothing is stuck.",
                "Compare what this rank does between its calls with the others: its data, its host's load, its device's clock.",
                null,
                List.of(new Evidence(rank, last, "waited least")));
    }
}
