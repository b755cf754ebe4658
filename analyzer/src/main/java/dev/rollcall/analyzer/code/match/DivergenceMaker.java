package dev.rollcall.analyzer.code.match;

import dev.rollcall.analyzer.code.summary.CollectiveCall;
import dev.rollcall.analyzer.code.summary.Guard;
import dev.rollcall.analyzer.code.summary.Word;
import dev.rollcall.analyzer.code.summary.WordPool;
import dev.rollcall.analyzer.code.value.RankModel;
import dev.rollcall.analyzer.verdict.Cause;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Says what follows from a difference at a guard: the cause, the calls to name, and whether it is proven.
 *
 * @param others whether the ranks of the other side call on the communicator, too, whatever the conditions are
 * @param certain whether the difference shows without calls and exceptions that are not certain
 */
record DivergenceMaker(MatchContext context, DependentParts parts, RankModel job, boolean others, boolean certain) {

    /** Returns the kind of failure that follows from a difference on one communicator. */
    Cause cause(WordComparison.Difference difference, Optional<Guard> guard) {
        return DivergenceCause.of(difference, guard, guard.map(parts::split), context.words());
    }

    /**
     * Returns the divergence; empty for none: the condition asks who is a member, or there is no line to show.
     *
     * @param ranks those of the smaller side, whose form is the first one
     * @param other a rank of the larger side
     */
    Optional<Divergence> of(
            WordComparison.Difference difference, Optional<Guard> guard, Cause cause, List<Integer> ranks, int other) {
        Optional<CollectiveCall> first = WordComparison.call(difference.one());
        Optional<CollectiveCall> othersFirst = WordComparison.call(difference.other());
        Optional<CollectiveCall> call = guarded(cause, Cause.EXTRA_COLLECTIVE, guard, first, difference.oneTrail())
                .or(() -> first);
        Optional<CollectiveCall> othersCall = guarded(
                        cause, Cause.SKIPPED_COLLECTIVE, guard, othersFirst, difference.otherTrail())
                .or(() -> othersFirst);
        // Without a condition and a call there is no line: recursions that differ in their arguments.
        boolean hasLine = guard.isPresent() || call.isPresent() || othersCall.isPresent();
        return new DivergenceProof(context, parts, job, difference, guard, ranks, others, certain)
                .reason()
                .filter(reason -> hasLine)
                .map(reason -> new Divergence(guard, cause, ranks, other, job.world(), call, othersCall, reason));
    }

    /**
     * Where one side of the guard alone calls anything, a call of it is the one to name, whatever the calls behind it: the one that differs, if
     * it is there, or else the first.
     */
    private Optional<CollectiveCall> guarded(
            Cause cause,
            Cause wanted,
            Optional<Guard> guard,
            Optional<CollectiveCall> differing,
            WordComparison.Trail trail) {
        Word.Split split = guard.map(parts::split).orElse(null);
        Object way =
                guard.map(each -> WordComparison.Trail.lastWay(trail, each)).orElse(null);
        if (cause != wanted || split == null || way == null) {
            return Optional.empty();
        }
        Word taken = way.equals(true) ? split.yes() : split.no();
        Word left = taken == split.yes() ? split.no() : split.yes();
        Predicate<CollectiveCall> counts = each -> !certain || each.certain();
        return WordPool.firstCall(left, counts).isPresent()
                ? Optional.empty()
                : differing
                        .flatMap(each -> WordPool.firstCall(taken, each::equals))
                        .or(() -> WordPool.firstCall(taken, counts));
    }
}
