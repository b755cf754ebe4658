package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.align.Alignment;
import dev.rollcall.analyzer.align.CallDifference;
import dev.rollcall.analyzer.align.DivergenceFinder;
import dev.rollcall.analyzer.align.SignatureMatcher;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CodeStructure;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.wait.Pace;
import dev.rollcall.analyzer.wait.WaitGraph;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * What the rules look at: a job, aligned, and who waits for whom in it.
 *
 * @param job the job
 * @param alignments one for each communicator that any rank called on
 * @param differences those that no rule has accounted for yet, the earliest first
 * @param waits who waits for whom
 * @param pace how long a wait is normal
 * @param divergences who left its own way
 * @param code what the application's code says
 */
public record Situation(
        Job job,
        List<Alignment> alignments,
        List<CallDifference> differences,
        WaitGraph waits,
        Pace pace,
        DivergenceFinder divergences,
        CodeStructure code) {

    public Situation {
        alignments = List.copyOf(alignments);
        differences = List.copyOf(differences);
    }

    /** Aligns a job. */
    public static Situation of(Job job, CodeStructure code) {
        SignatureMatcher matcher = new SignatureMatcher(job.signatures());
        Set<Integer> unobserved = job.unobserved();
        DivergenceFinder divergences = new DivergenceFinder(job);
        List<Alignment> alignments = new ArrayList<>();
        List<CallDifference> differences = new ArrayList<>();
        for (Communicator communicator : job.communicators()) {
            Alignment alignment = Alignment.of(communicator, matcher, unobserved, code, divergences);
            alignments.add(alignment);
            differences.addAll(alignment.differences());
        }
        differences.sort(Comparator.comparingLong(Situation::time));
        return new Situation(job, alignments, differences, WaitGraph.of(job), new Pace(job), divergences, code);
    }

    /** Returns the same without differences that a rule has accounted for. */
    Situation without(Set<CallDifference> explained) {
        List<CallDifference> remaining =
                differences.stream().filter(d -> !explained.contains(d)).toList();
        return new Situation(job, alignments, remaining, waits, pace, divergences, code);
    }

    private static long time(CallDifference difference) {
        Call call = difference.call() == null ? difference.othersCall() : difference.call();
        return call == null ? Call.NO_TIME : call.enqueued();
    }
}
