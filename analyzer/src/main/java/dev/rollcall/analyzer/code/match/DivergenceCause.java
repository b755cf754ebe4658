package dev.rollcall.analyzer.code.match;

import dev.rollcall.analyzer.code.summary.CollectiveCall;
import dev.rollcall.analyzer.code.summary.Guard;
import dev.rollcall.analyzer.code.summary.PathEnd;
import dev.rollcall.analyzer.code.summary.Word;
import dev.rollcall.analyzer.code.summary.WordPool;
import dev.rollcall.analyzer.verdict.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Names the kind of failure that follows from a difference between two ranks. */
final class DivergenceCause {
    /** How many calls behind a difference tell a further call from another one. */
    private static final int LOOK_AHEAD = 64;

    private static final Map<CollectiveCall.Field, Cause> OF_FIELD = Map.of(
            CollectiveCall.Field.ROOT, Cause.ROOT_MISMATCH,
            CollectiveCall.Field.REDUCTION, Cause.REDUCE_OP_MISMATCH,
            CollectiveCall.Field.COUNT, Cause.SIZE_MISMATCH,
            CollectiveCall.Field.TYPE, Cause.DTYPE_MISMATCH,
            CollectiveCall.Field.MADE, Cause.SPLIT_WORLD);

    private DivergenceCause() {}

    /**
     * Returns the cause.
     *
     * @param difference the difference, first that of the rank to name
     * @param sides the split of the guard to blame; empty for a loop's number of passes, or without a guard
     */
    static Cause of(
            WordComparison.Difference difference, Optional<Guard> guard, Optional<Word.Split> sides, WordPool words) {
        NormalForm one = difference.one();
        NormalForm other = difference.other();
        if (difference.kind() == WordComparison.Kind.FURTHER_LOOP) {
            return other instanceof NormalForm.Loop ? Cause.EXTRA_COLLECTIVE : Cause.SKIPPED_COLLECTIVE;
        }
        if (one instanceof NormalForm.Item item
                && other instanceof NormalForm.Item that
                && item.step().key().equals(that.step().key())) {
            Optional<CollectiveCall.Field> unequal = WordComparison.unequalField(item.step(), that.step());
            if (unequal.isPresent()) {
                return OF_FIELD.getOrDefault(unequal.get(), Cause.OP_MISMATCH);
            }
        }
        if (ends(one) || ends(other)) {
            return Cause.RANK_ABSENT;
        }
        boolean loop = difference.kind() == WordComparison.Kind.PASSES
                || guard.filter(each -> each.kind() == Guard.Kind.LOOP).isPresent()
                || sides.filter(each -> leaves(words, each.yes()) != leaves(words, each.no()))
                        .isPresent();
        if (loop) {
            return Cause.SHORT_LOOP;
        }
        boolean saysNothing =
                isSameCall(one, other) || calls(one).isEmpty() && calls(other).isEmpty();
        Optional<Cause> ofSides = sides.filter(split -> saysNothing)
                .flatMap(split ->
                        ofSides(split, WordComparison.Trail.lastWay(difference.oneTrail(), split.guard()), words));
        return ofSides.orElseGet(() -> ofCalls(one, other));
    }

    /** Returns whether both ranks make the same call next, of which one belongs to what the other does later. */
    private static boolean isSameCall(NormalForm one, NormalForm other) {
        Optional<Object> key = WordComparison.step(one).map(NormalForm.Step::key);
        return key.isPresent() && key.equals(WordComparison.step(other).map(NormalForm.Step::key));
    }

    /** Returns what the rank does at a split of which one side alone calls anything, and both go on. */
    private static Optional<Cause> ofSides(Word.Split split, Object way, WordPool words) {
        boolean yes = WordPool.firstCall(split.yes()).isPresent();
        boolean no = WordPool.firstCall(split.no()).isPresent();
        boolean goOn = words.ends(split.yes()).contains(PathEnd.FALL)
                && words.ends(split.no()).contains(PathEnd.FALL);
        return yes == no || !goOn || way == null
                ? Optional.empty()
                : Optional.of(way.equals(yes) ? Cause.EXTRA_COLLECTIVE : Cause.SKIPPED_COLLECTIVE);
    }

    /** Returns whether the process or thread ends. */
    static boolean ends(NormalForm form) {
        return form instanceof NormalForm.End end
                && (end.how() instanceof PathEnd.Exit || end.how() instanceof PathEnd.Throw);
    }

    private static boolean leaves(WordPool words, Word word) {
        Set<PathEnd> ends = words.ends(word);
        return ends.stream().anyMatch(PathEnd.Leave.class::isInstance);
    }

    private static Cause ofCalls(NormalForm one, NormalForm other) {
        List<Object> ones = calls(one);
        List<Object> others = calls(other);
        if (ones.isEmpty() || others.isEmpty()) {
            return ones.isEmpty() ? Cause.SKIPPED_COLLECTIVE : Cause.EXTRA_COLLECTIVE;
        }
        int further = ones.indexOf(others.get(0));
        int missing = others.indexOf(ones.get(0));
        if (further > 0 && further == missing) {
            return Cause.ORDER_SWAP;
        }
        if (further > 0 || missing > 0) {
            boolean extra = further > 0 && (missing < 0 || further < missing);
            return extra ? Cause.EXTRA_COLLECTIVE : Cause.SKIPPED_COLLECTIVE;
        }
        return ones.size() == others.size()
                ? Cause.OP_MISMATCH
                : ones.size() > others.size() ? Cause.EXTRA_COLLECTIVE : Cause.SKIPPED_COLLECTIVE;
    }

    /** Returns the next calls, up to a condition. */
    private static List<Object> calls(NormalForm from) {
        List<Object> calls = new ArrayList<>();
        NormalForm form = NormalForms.plain(from);
        while (calls.size() < LOOK_AHEAD) {
            if (form instanceof NormalForm.Item item) {
                calls.add(item.step().key());
                form = NormalForms.plain(item.next());
            } else if (form instanceof NormalForm.Loop loop) {
                form = NormalForms.plain(loop.body());
            } else {
                return calls;
            }
        }
        return calls;
    }
}
