package dev.rollcall.analyzer.code.match;

import dev.rollcall.analyzer.code.value.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds truths of conditions with which the forms of two ranks differ. Each two forms are looked at once. At first each condition may have
 * another truth wherever it is asked; where a difference needs two truths of one condition, that condition has one from then on (Clarke et
 * al., <i>Counterexample-Guided Abstraction Refinement</i>, 2000). Not thread-safe.
 */
final class DifferingTruths {
    private final WordComparison comparison;
    private final Set<Value> single = new HashSet<>();
    private final Map<Long, Integer> known = new HashMap<>();
    private final Map<WordComparison.LoopWalk, Map<Integer, Integer>> acting = new HashMap<>();
    private TruthDiagrams truths = new TruthDiagrams();

    /** What was answered on the way to a difference. */
    private record Answer(Value condition, boolean truth) {}

    DifferingTruths(WordComparison comparison) {
        this.comparison = comparison;
    }

    /** Returns such truths; null if there are none. */
    Map<Value, Boolean> of(WordComparison.Side one, WordComparison.Side other) {
        while (true) {
            if (differing(one, other) == TruthDiagrams.NONE) {
                return null;
            }
            List<Answer> way = new ArrayList<>();
            walk(one, other, TruthDiagrams.ALL, way);
            Map<Value, Boolean> found = new HashMap<>();
            Set<Value> twofold = new HashSet<>();
            for (Answer each : way) {
                Boolean before = found.putIfAbsent(each.condition, each.truth);
                if (before != null && before != each.truth) {
                    twofold.add(each.condition);
                }
            }
            if (twofold.isEmpty()) {
                return found;
            }
            single.addAll(twofold);
            known.clear();
            acting.clear();
            truths = new TruthDiagrams();
        }
    }

    private int differing(WordComparison.Side first, WordComparison.Side second) {
        WordComparison.Pair pair = comparison.unequal(first, second);
        if (pair == null) {
            return TruthDiagrams.NONE;
        }
        Integer found = known.get(pair.key());
        if (found == null) {
            comparison.count();
            found = differing(pair);
            known.put(pair.key(), found);
        }
        return found;
    }

    private int differing(WordComparison.Pair pair) {
        WordComparison.Side one = pair.one();
        WordComparison.Side other = pair.other();
        Value condition = comparison.condition(pair);
        if (condition != null) {
            int yes = differing(pair.one(condition, true), pair.other(condition, true));
            return chosen(condition, yes, differing(pair.one(condition, false), pair.other(condition, false)));
        }
        if (one.form() instanceof NormalForm.Loop loop && other.form() instanceof NormalForm.Loop that) {
            int acts = acting(loop, one, other, true);
            int thatActs = acting(that, other, one, false);
            int idle = acts == TruthDiagrams.ALL ? TruthDiagrams.NONE : behind(loop, one, other, true);
            int thatIdle = thatActs == TruthDiagrams.ALL || acts == TruthDiagrams.NONE
                    ? TruthDiagrams.NONE
                    : behind(that, other, one, false);
            int both = truths.and(acts, thatActs) == TruthDiagrams.NONE
                    ? TruthDiagrams.NONE
                    : inBoth(loop, that, one, other);
            return truths.choose(acts, truths.choose(thatActs, both, thatIdle), idle);
        }
        if (one.form() instanceof NormalForm.Loop loop) {
            return truths.or(acting(loop, one, other, true), behind(loop, one, other, true));
        }
        if (other.form() instanceof NormalForm.Loop loop) {
            return truths.or(acting(loop, other, one, false), behind(loop, other, one, false));
        }
        return TruthDiagrams.ALL;
    }

    /** Returns truths that lead to a difference on one of the ways of a condition. */
    private int chosen(Value condition, int yes, int no) {
        return single.contains(condition) ? truths.choose(truths.of(condition), yes, no) : truths.or(yes, no);
    }

    /** Returns the truths of a way of a condition. */
    private int of(Value condition, boolean truth) {
        if (!single.contains(condition)) {
            return TruthDiagrams.ALL;
        }
        int holds = truths.of(condition);
        return truth ? holds : truths.choose(holds, TruthDiagrams.NONE, TruthDiagrams.ALL);
    }

    /** Returns the truths with which two loops differ that both call something. */
    private int inBoth(NormalForm.Loop loop, NormalForm.Loop that, WordComparison.Side one, WordComparison.Side other) {
        if (!loop.passes().equals(that.passes())) {
            return TruthDiagrams.ALL;
        }
        comparison.enter(loop, that);
        int within = differing(one.to(loop.body()), other.to(that.body()));
        return loop.after().isEmpty() || that.after().isEmpty()
                ? within
                : truths.or(
                        within,
                        differing(
                                one.to(loop.after().get()),
                                other.to(that.after().get())));
    }

    private int behind(NormalForm.Loop loop, WordComparison.Side one, WordComparison.Side other, boolean first) {
        if (loop.after().isEmpty()) {
            return TruthDiagrams.NONE;
        }
        WordComparison.Side after = one.to(loop.after().get());
        return first ? differing(after, other) : differing(other, after);
    }

    /** Returns the truths with which a side does more in a loop than to leave it or to go round. */
    private int acting(NormalForm.Loop loop, WordComparison.Side one, WordComparison.Side other, boolean first) {
        return acting(new WordComparison.LoopWalk(loop, other.form(), first), one.to(loop.body()));
    }

    private int acting(WordComparison.LoopWalk walk, WordComparison.Side side) {
        return acting(walk, side, acting.computeIfAbsent(walk, each -> new HashMap<>()));
    }

    private int acting(WordComparison.LoopWalk walk, WordComparison.Side side, Map<Integer, Integer> done) {
        WordComparison.Side at = comparison.plain(side, walk.first());
        if (walk.isOver(at.form())) {
            return TruthDiagrams.NONE;
        }
        Integer found = done.get(at.form().shape());
        if (found == null) {
            comparison.count();
            found = TruthDiagrams.ALL;
            if (at.form() instanceof NormalForm.Choice choice) {
                int yes = acting(walk, at.to(choice.yes()), done);
                found = chosen(choice.condition(), yes, acting(walk, at.to(choice.no()), done));
            } else if (at.form() instanceof NormalForm.Loop inner) {
                int within = acting(walk, at.to(inner.body()), done);
                found = inner.after().isEmpty()
                        ? within
                        : truths.or(within, acting(walk, at.to(inner.after().get()), done));
            }
            done.put(at.form().shape(), found);
        }
        return found;
    }

    /** A value equals one constant at most, so that it is more likely that it does not equal a certain one. */
    private static boolean likely(Value condition) {
        return SharedValues.compared(condition).isEmpty();
    }

    /** Goes to the first difference with some of the truths, and adds what is answered on the way. */
    private void walk(WordComparison.Side first, WordComparison.Side second, int some, List<Answer> way) {
        WordComparison.Pair pair = comparison.unequal(first, second);
        WordComparison.Side one = pair.one();
        WordComparison.Side other = pair.other();
        Value condition = comparison.condition(pair);
        if (condition != null) {
            boolean likely = likely(condition);
            int within = truths.and(some, of(condition, likely));
            boolean differs = differs(within, pair.one(condition, likely), pair.other(condition, likely));
            boolean truth = differs == likely;
            way.add(new Answer(condition, truth));
            int left = differs ? within : truths.and(some, of(condition, truth));
            walk(pair.one(condition, truth), pair.other(condition, truth), left, way);
        } else if (one.form() instanceof NormalForm.Loop loop && other.form() instanceof NormalForm.Loop that) {
            walkLoops(loop, that, one, other, some, way);
        } else if (one.form() instanceof NormalForm.Loop loop) {
            walkLoop(loop, one, other, true, some, way);
        } else if (other.form() instanceof NormalForm.Loop loop) {
            walkLoop(loop, other, one, false, some, way);
        }
    }

    private boolean differs(int some, WordComparison.Side one, WordComparison.Side other) {
        return some != TruthDiagrams.NONE && truths.and(some, differing(one, other)) != TruthDiagrams.NONE;
    }

    private void walkLoops(
            NormalForm.Loop loop,
            NormalForm.Loop that,
            WordComparison.Side one,
            WordComparison.Side other,
            int some,
            List<Answer> way) {
        int acts = acting(loop, one, other, true);
        int thatActs = acting(that, other, one, false);
        int both = truths.and(some, truths.and(acts, thatActs));
        WordComparison.Side body = one.to(loop.body());
        WordComparison.Side thatBody = other.to(that.body());
        comparison.enter(loop, that);
        if (differs(both, body, thatBody)) {
            walk(body, thatBody, both, way);
        } else if (both != TruthDiagrams.NONE && !loop.passes().equals(that.passes())) {
            walkActing(new WordComparison.LoopWalk(loop, other.form(), true), body, both, way);
        } else if (loop.after().isPresent()
                && that.after().isPresent()
                && differs(
                        both, one.to(loop.after().get()), other.to(that.after().get()))) {
            walk(one.to(loop.after().get()), other.to(that.after().get()), both, way);
        } else {
            int idle = truths.choose(acts, TruthDiagrams.NONE, some);
            if (loop.after().isPresent() && differs(idle, one.to(loop.after().get()), other)) {
                walk(one.to(loop.after().get()), other, idle, way);
            } else {
                int thatIdle = truths.and(acts, truths.choose(thatActs, TruthDiagrams.NONE, some));
                walk(one, other.to(that.after().orElseThrow()), thatIdle, way);
            }
        }
    }

    private void walkLoop(
            NormalForm.Loop loop,
            WordComparison.Side one,
            WordComparison.Side other,
            boolean first,
            int some,
            List<Answer> way) {
        if (truths.and(some, acting(loop, one, other, first)) != TruthDiagrams.NONE) {
            walkActing(new WordComparison.LoopWalk(loop, other.form(), first), one.to(loop.body()), some, way);
        } else {
            WordComparison.Side after = one.to(loop.after().orElseThrow());
            walk(first ? after : other, first ? other : after, some, way);
        }
    }

    /** Goes to what a side does in a loop. */
    private void walkActing(WordComparison.LoopWalk walk, WordComparison.Side side, int some, List<Answer> way) {
        WordComparison.Side at = comparison.plain(side, walk.first());
        if (at.form() instanceof NormalForm.Choice choice) {
            int yes = truths.and(some, of(choice.condition(), true));
            boolean truth = truths.and(yes, acting(walk, at.to(choice.yes()))) != TruthDiagrams.NONE;
            way.add(new Answer(choice.condition(), truth));
            int left = truth ? yes : truths.and(some, of(choice.condition(), false));
            walkActing(walk, at.to(truth ? choice.yes() : choice.no()), left, way);
        } else if (at.form() instanceof NormalForm.Loop inner) {
            int within = truths.and(some, acting(walk, at.to(inner.body())));
            boolean acts = within != TruthDiagrams.NONE;
            walkActing(walk, at.to(acts ? inner.body() : inner.after().orElseThrow()), acts ? within : some, way);
        }
    }
}
