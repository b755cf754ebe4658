package dev.rollcall.analyzer.code.match;

import dev.rollcall.analyzer.code.summary.CollectiveCall;
import dev.rollcall.analyzer.code.summary.Guard;
import dev.rollcall.analyzer.code.summary.PathEnd;
import dev.rollcall.analyzer.code.value.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finds the first difference between the forms of two ranks. A condition that both meet, or that is met again, has one truth on both.
 * At first each two forms are compared once, with the truths of the way that led to them. Where that shows no difference, {@link
 * DifferingTruths} says under which truths there is one, and the way is taken that they lead to. Not thread-safe.
 */
final class WordComparison {
    /** The most looks at pairs of forms. */
    private static final int MOST = 50_000;

    /** The most conditions of a side that are given another truth, those nearest to the difference. */
    private static final int MOST_TURNED = 6;

    /** The condition that holds on the first side and not on the second; null if there is none. */
    private final Value parting;

    private final Set<Long> compared = new HashSet<>();
    private final Map<Value, Boolean> answers = new HashMap<>();

    /** The conditions by which values equal constants on the way, by the value. */
    private final Map<Value, Value> equal = new HashMap<>();

    private final Deque<Asked> asked = new ArrayDeque<>();
    /** The conditions that hold where two forms differ, as far as these are known from the start. */
    private List<Value> assumed = List.of();

    private List<Asked> way = List.of();
    private int looks;
    private final Map<Integer, Boolean> asksParting = new HashMap<>();

    /** The depths of the second side's loops by those of the first side's loops with which they are compared. */
    private final Map<Integer, Integer> depths = new HashMap<>();

    private final Map<Integer, Integer> heights = new HashMap<>();

    /** The guards and gaps that a rank has passed, the last one first; null where there are none. */
    record Trail(NormalForm passed, Trail before) {

        /** Returns the guards and gaps in their order. */
        static List<NormalForm> of(Trail last) {
            List<NormalForm> all = new ArrayList<>();
            for (Trail each = last; each != null; each = each.before) {
                all.add(0, each.passed);
            }
            return all;
        }

        /** Returns the way that was taken last at a guard; null if it was not passed. */
        static Object lastWay(Trail last, Guard guard) {
            for (Trail each = last; each != null; each = each.before) {
                if (each.passed instanceof NormalForm.Passed at && at.guard().equals(guard)) {
                    return at.way();
                }
            }
            return null;
        }
    }

    /** What was asked on the way to a difference, and by which side. */
    private record Asked(Value condition, boolean truth, NormalForm one, NormalForm other) {
        boolean byOne() {
            return condition.equals(WordComparison.condition(one));
        }

        boolean byOther() {
            return condition.equals(WordComparison.condition(other));
        }

        boolean isOfRank() {
            return (byOne() ? one : other) instanceof NormalForm.Choice choice && choice.ofRank();
        }

        /** Returns whether it says that a library does not call what it gets, or that something is still to be made. */
        boolean isGuess() {
            NormalForm asking = byOne() ? one : other;
            return asking instanceof NormalForm.Choice choice
                    && (choice.guard().kind() == Guard.Kind.ONCE
                            || !truth && choice.guard().kind() == Guard.Kind.CALLBACK);
        }
    }

    /** Why two ranks whose forms differ may never differ. */
    enum Doubt {
        NONE,
        /** They agree if a library calls what it gets, or if what is made once was made before. */
        GUESS,
        /** They name different roots, and agree if a condition holds on one of them alone: who has something sends it to the others. */
        SENDER,
        /**
         * They agree if a condition that one of them asks has another truth, and if one that the other asks has. The two may belong
         * together: they are about one value, or no other rank asks the one or the other at all.
         */
        CONDITIONS
    }

    /** How two forms differ. */
    enum Kind {
        /** In their next calls. */
        CALLS,
        /** In nothing but the number of passes of a loop, which is not known. */
        PASSES,
        /** One of them runs a loop of calls before what the other has; that other form is a loop too. */
        FURTHER_LOOP
    }

    /**
     * Two unequal forms.
     *
     * @param one the first form that differs, of one rank
     * @param other that of the other rank
     * @param oneTrail what the one rank passed before
     * @param otherTrail what the other rank passed before
     * @param doubt why the ranks may never differ all the same
     */
    record Difference(NormalForm one, NormalForm other, Trail oneTrail, Trail otherTrail, Kind kind, Doubt doubt) {

        Difference reversed() {
            return new Difference(other, one, otherTrail, oneTrail, kind, doubt);
        }
    }

    record Side(NormalForm form, Trail trail) {

        /** Returns the next form that has weight. */
        Side plain() {
            Side side = this;
            while (true) {
                if (side.form instanceof NormalForm.Passed passed) {
                    side = new Side(passed.next(), new Trail(passed, side.trail));
                } else if (side.form instanceof NormalForm.Gap gap) {
                    side = new Side(gap.next(), new Trail(gap, side.trail));
                } else {
                    return side;
                }
            }
        }

        Side to(NormalForm next) {
            return new Side(next, trail);
        }

        /** Returns the first call inside the loops that begin here. */
        Side firstCall() {
            Side side = plain();
            while (true) {
                if (side.form instanceof NormalForm.Loop loop) {
                    side = side.to(loop.body()).plain();
                } else if (side.form instanceof NormalForm.Choice choice) {
                    side = side.to(choice.yes()).plain();
                } else {
                    return side;
                }
            }
        }
    }

    /** Two forms that are not alike. */
    record Pair(Side one, Side other) {
        /** Returns a number that two pairs share if their forms make the same calls. */
        long key() {
            return (long) one.form.shape() << Integer.SIZE | other.form.shape();
        }

        /** Returns the first side on a way of a condition. */
        Side one(Value condition, boolean truth) {
            return side(one, condition, truth);
        }

        /** Returns the second side on a way of a condition. */
        Side other(Value condition, boolean truth) {
            return side(other, condition, truth);
        }
    }

    private WordComparison(Value parting) {
        this.parting = parting;
    }

    /** Returns the first difference, without a doubt that there may be; empty if the forms agree. */
    static Optional<Difference> first(NormalForm one, NormalForm other) {
        return new WordComparison(null).difference(one, other);
    }

    /** Returns the first difference; empty if the forms agree. */
    static Optional<Difference> of(NormalForm one, NormalForm other) {
        WordComparison comparison = new WordComparison(null);
        return comparison
                .difference(one, other)
                .map(found -> new Difference(
                        found.one,
                        found.other,
                        found.oneTrail,
                        found.otherTrail,
                        found.kind,
                        comparison.isOfSender(found) ? Doubt.SENDER : comparison.doubt(one, other)));
    }

    /** Returns whether the other rank may come to the call with the same root by the other way of a condition. */
    private boolean isOfSender(Difference found) {
        if (!(found.one instanceof NormalForm.Item item)
                || !(found.other instanceof NormalForm.Item that)
                || !item.step().key().equals(that.step().key())
                || !unequalField(item.step(), that.step())
                        .filter(CollectiveCall.Field.ROOT::equals)
                        .isPresent()) {
            return false;
        }
        return way.stream().filter(each -> each.byOne() && each.byOther()).anyMatch(each -> {
            Side elsewhere = side(new Side(each.other, null), each.condition, !each.truth);
            return step(elsewhere.form).filter(step -> agree(item.step(), step)).isPresent();
        });
    }

    /** Returns the first difference between a rank on which a condition holds, here and behind, and one on which it does not. */
    static Optional<Difference> ofWays(NormalForm.Choice choice) {
        return new WordComparison(choice.condition()).difference(choice.yes(), choice.no());
    }

    private Optional<Difference> difference(NormalForm one, NormalForm other) {
        Side first = new Side(one, null);
        Side second = new Side(other, null);
        Difference found = compare(first, second);
        if (found == null) {
            Map<Value, Boolean> truths = new DifferingTruths(this).of(first, second);
            if (truths != null) {
                compared.clear();
                answers.putAll(truths);
                assumed = truths.keySet().stream().filter(truths::get).toList();
                found = compare(first, second);
                if (found == null) {
                    throw new NormalForms.TooMany();
                }
            }
        }
        return Optional.ofNullable(found);
    }

    private Doubt doubt(NormalForm one, NormalForm other) {
        if (isImpossible()) {
            return Doubt.CONDITIONS;
        }
        List<Asked> byOne = way.stream()
                .filter(each -> !each.isOfRank() && !isAsked(each, false))
                .toList();
        List<Asked> byOther = way.stream()
                .filter(each -> !each.isOfRank() && !isAsked(each, true))
                .toList();
        List<Asked> guesses = way.stream()
                .filter(each -> each.isGuess() && !(isAsked(each, true) && isAsked(each, false)))
                .toList();
        if (!vanishing(guesses, one, other).isEmpty()) {
            return Doubt.GUESS;
        }
        Set<Value> ones = byOne.isEmpty() || byOther.isEmpty() ? Set.of() : vanishing(byOne, one, other);
        Set<Value> others = ones.isEmpty() ? Set.of() : vanishing(byOther, one, other);
        Set<Value> inOne = others.isEmpty() ? Set.of() : conditions(one);
        Set<Value> inOther = others.isEmpty() ? Set.of() : conditions(other);
        boolean mayAgree = ones.stream()
                .anyMatch(each -> others.stream()
                        .anyMatch(that -> SharedValues.of(each, that)
                                .orElseGet(() -> !inOther.contains(each) && !inOne.contains(that))));
        return mayAgree ? Doubt.CONDITIONS : Doubt.NONE;
    }

    /** Returns whether one value would have to equal two constants. */
    private boolean isImpossible() {
        List<Value> equal = Stream.concat(way.stream().filter(Asked::truth).map(Asked::condition), assumed.stream())
                .distinct()
                .toList();
        return IntStream.range(0, equal.size())
                .anyMatch(i -> IntStream.range(0, i).anyMatch(j -> SharedValues.exclude(equal.get(i), equal.get(j))));
    }

    /** Returns whether a side asked a condition on the way to the difference. */
    private boolean isAsked(Asked condition, boolean one) {
        return way.stream()
                .anyMatch(each -> each.condition.equals(condition.condition) && (one ? each.byOne() : each.byOther()));
    }

    /** Returns those of the last conditions with another truth of which there is no difference. */
    private Set<Value> vanishing(List<Asked> conditions, NormalForm one, NormalForm other) {
        Set<Value> found = new LinkedHashSet<>();
        for (Asked each : conditions.subList(Math.max(0, conditions.size() - MOST_TURNED), conditions.size())) {
            WordComparison turned = new WordComparison(null);
            way.forEach(
                    asked -> turned.answers.put(asked.condition, asked.truth ^ asked.condition.equals(each.condition)));
            try {
                if (turned.compare(new Side(one, null), new Side(other, null)) == null) {
                    found.add(each.condition);
                }
            } catch (NormalForms.TooMany e) {
                // Without an answer there is no doubt.
                return Set.of();
            }
        }
        return found;
    }

    private static Set<Value> conditions(NormalForm form) {
        Set<Value> found = new HashSet<>();
        Set<Integer> seen = new HashSet<>();
        Deque<NormalForm> open = new ArrayDeque<>(List.of(form));
        while (!open.isEmpty()) {
            NormalForm each = NormalForms.plain(open.pop());
            if (seen.add(each.shape())) {
                if (each instanceof NormalForm.Choice choice) {
                    found.add(choice.condition());
                }
                NormalForms.next(each).forEach(open::push);
            }
        }
        return found;
    }

    private Difference compare(Side first, Side second) {
        Pair pair = unequal(first, second);
        return pair == null ? null : difference(pair);
    }

    /** Returns the next two forms that are not alike; null if there are none, or the whole job ends before. */
    Pair unequal(Side first, Side second) {
        Side one = plain(first, true);
        Side other = plain(second, false);
        while (one.form.shape() != other.form.shape() || asksParting(one.form)) {
            if (isJustBody(one.form, other.form)) {
                one = plain(one.to(((NormalForm.Loop) one.form).body()), true);
                continue;
            }
            if (isJustBody(other.form, one.form)) {
                other = plain(other.to(((NormalForm.Loop) other.form).body()), false);
                continue;
            }
            if (goOnAlike(one.form, other.form)) {
                return null;
            }
            Pair behind = behindLoops(one, other);
            if (behind != null) {
                one = plain(behind.one, true);
                other = plain(behind.other, false);
                continue;
            }
            if (!(one.form instanceof NormalForm.Item item)
                    || !(other.form instanceof NormalForm.Item that)
                    || !agree(item.step(), that.step())) {
                return aborts(one.form) || aborts(other.form) ? null : new Pair(one, other);
            }
            one = plain(one.to(item.next()), true);
            other = plain(other.to(that.next()), false);
        }
        return null;
    }

    /** Returns what follows where only one side has come to a loop and the other makes the same calls all the same; else null. */
    private Pair behindLoops(Side one, Side other) {
        if (one.form instanceof NormalForm.Loop && other.form instanceof NormalForm.Item) {
            return LoopSlide.behind(this, one, other);
        }
        if (other.form instanceof NormalForm.Loop && one.form instanceof NormalForm.Item) {
            Pair behind = LoopSlide.behind(this, other, one);
            return behind == null ? null : new Pair(behind.other, behind.one);
        }
        return null;
    }

    /** Returns whether a loop is run once, and is not the one that another rank runs: then it equals its body. */
    private static boolean isJustBody(NormalForm form, NormalForm other) {
        return form instanceof NormalForm.Loop loop
                && loop.once()
                && !(other instanceof NormalForm.Loop that && that.guard().equals(loop.guard()));
    }

    /** One of the sides may run its loop inside of one that it runs once. */
    private boolean goOnAlike(NormalForm one, NormalForm other) {
        return one instanceof NormalForm.Again again
                && other instanceof NormalForm.Again that
                && depths.getOrDefault(again.depth(), again.depth()) == that.depth();
    }

    /** Goes into the bodies of two loops. */
    void enter(NormalForm.Loop loop, NormalForm.Loop that) {
        depths.put(loop.depth(), that.depth());
    }

    private static boolean aborts(NormalForm form) {
        return form instanceof NormalForm.End end && end.how().equals(PathEnd.ABORT);
    }

    /** Returns whether a form asks the condition on which the sides part, so that equal forms are different calls. */
    private boolean asksParting(NormalForm form) {
        if (parting == null) {
            return false;
        }
        Boolean known = asksParting.get(form.shape());
        if (known == null) {
            known = form instanceof NormalForm.Choice choice
                            && choice.condition().equals(parting)
                    || NormalForms.next(form).stream().anyMatch(this::asksParting);
            asksParting.put(form.shape(), known);
        }
        return known;
    }

    /** Returns the next form that has weight on a side. */
    Side plain(Side side, boolean first) {
        Side plain = side.plain();
        while (plain.form instanceof NormalForm.Choice choice
                && choice.condition().equals(parting)) {
            plain = plain.to(first ? choice.yes() : choice.no()).plain();
        }
        return plain;
    }

    private Difference difference(Pair pair) {
        if (!compared.add(pair.key())) {
            return null;
        }
        count();
        Side one = pair.one;
        Side other = pair.other;
        Value condition = condition(pair);
        if (condition != null) {
            return firstWay(condition, truth -> {
                asked.addLast(new Asked(condition, truth, one.form, other.form));
                Difference found = compare(pair.one(condition, truth), pair.other(condition, truth));
                way = found != null && way.isEmpty() ? List.copyOf(asked) : way;
                asked.removeLast();
                return found;
            });
        }
        if (one.form instanceof NormalForm.Loop loop && other.form instanceof NormalForm.Loop that) {
            return loops(loop, that, one, other);
        }
        if (one.form instanceof NormalForm.Loop loop) {
            return oneLoop(loop, one, other, true);
        }
        if (other.form instanceof NormalForm.Loop loop) {
            return oneLoop(loop, other, one, false);
        }
        return differing(one, other, Kind.CALLS);
    }

    void count() {
        if (++looks > MOST) {
            throw new NormalForms.TooMany();
        }
    }

    /** Returns the condition to ask next: that of the longer form, so that sides that go on alike come to the same place. */
    Value condition(Pair pair) {
        Value one = condition(pair.one.form);
        Value other = condition(pair.other.form);
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return height(pair.one.form) >= height(pair.other.form) ? one : other;
    }

    private static Value condition(NormalForm form) {
        return form instanceof NormalForm.Choice choice ? choice.condition() : null;
    }

    private int height(NormalForm form) {
        Integer known = heights.get(form.shape());
        if (known == null) {
            known = 1
                    + NormalForms.next(form).stream()
                            .mapToInt(this::height)
                            .max()
                            .orElse(0);
            heights.put(form.shape(), known);
        }
        return known;
    }

    /**
     * Returns what is found on the first way of a condition that agrees with the truths so far; null if it is on none. A value that equals
     * one constant equals no other.
     */
    private <T> T firstWay(Value condition, Function<Boolean, T> search) {
        T found = null;
        Boolean answered = answers.get(condition);
        Value compared = SharedValues.compared(condition).orElse(null);
        Value before = equal.get(compared);
        for (boolean truth : new boolean[] {true, false}) {
            boolean isPossible =
                    answered == null ? !truth || before == null || before.equals(condition) : answered == truth;
            if (found == null && isPossible) {
                answers.put(condition, truth);
                if (truth && compared != null) {
                    equal.put(compared, condition);
                }
                found = search.apply(truth);
                answers.put(condition, answered);
                equal.put(compared, before);
            }
        }
        return found;
    }

    private static Side side(Side of, Value condition, boolean truth) {
        return of.form instanceof NormalForm.Choice choice && choice.condition().equals(condition)
                ? of.to(truth ? choice.yes() : choice.no())
                : of;
    }

    private Difference loops(NormalForm.Loop loop, NormalForm.Loop that, Side one, Side other) {
        Pair call = inside(loop, one, other, true);
        if (call == null) {
            return behind(loop, one, other, true);
        }
        Pair thatCall = inside(that, other, one, false);
        if (thatCall == null) {
            return behind(that, other, one, false);
        }
        enter(loop, that);
        Difference inside = compare(one.to(loop.body()), other.to(that.body()));
        if (inside != null) {
            return inside;
        }
        if (!loop.passes().equals(that.passes())) {
            return isBehind(loop, that)
                    ? differing(call.one, call.other, Kind.FURTHER_LOOP)
                    : isBehind(that, loop)
                            ? differing(thatCall.other, thatCall.one, Kind.FURTHER_LOOP)
                            : differing(one, other, Kind.PASSES);
        }
        if (loop.after().isEmpty() || that.after().isEmpty()) {
            return null;
        }
        return compare(one.to(loop.after().get()), other.to(that.after().get()));
    }

    private Difference differing(Side first, Side second, Kind kind) {
        Side one = end(first);
        Side other = end(second);
        return new Difference(one.form, other.form, one.trail, other.trail, kind, Doubt.NONE);
    }

    /** Returns the end to which the truths of the way lead; where these leave some, one that is no failure. */
    private Side end(Side side) {
        if (!(side.form instanceof NormalForm.EitherEnd either)) {
            return side;
        }
        count();
        Boolean truth = answers.get(either.condition());
        Side yes =
                Boolean.FALSE.equals(truth) ? null : end(side.to(either.yes()).plain());
        boolean isNo = yes == null || truth == null && NormalForms.isFailure(yes.form);
        return isNo ? end(side.to(either.no()).plain()) : yes;
    }

    /** Returns the difference where only one side runs a loop. */
    private Difference oneLoop(NormalForm.Loop loop, Side one, Side other, boolean first) {
        Pair call = inside(loop, one, other, first);
        if (call == null) {
            return behind(loop, one, other, first);
        }
        return first ? differing(call.one, call.other, Kind.CALLS) : differing(call.other, call.one, Kind.CALLS);
    }

    /** Returns the difference behind a loop that calls nothing. */
    private Difference behind(NormalForm.Loop loop, Side one, Side other, boolean first) {
        if (loop.after().isEmpty()) {
            return null;
        }
        Side after = one.to(loop.after().get());
        return first ? compare(after, other) : compare(other, after);
    }

    /**
     * Returns what a side does first in a loop, other than to leave it or to go round, and what the other side does on that way; null if it
     * does nothing.
     */
    private Pair inside(NormalForm.Loop loop, Side one, Side other, boolean first) {
        return inside(new LoopWalk(loop, other.form, first), one.to(loop.body()), other, new HashSet<>());
    }

    private Pair inside(LoopWalk walk, Side side, Side other, Set<Integer> seen) {
        Side at = plain(side, walk.first);
        if (walk.isOver(at.form) || !seen.add(at.form.shape())) {
            return null;
        }
        count();
        if (at.form instanceof NormalForm.Choice choice) {
            return firstWay(
                    choice.condition(), truth -> inside(walk, at.to(truth ? choice.yes() : choice.no()), other, seen));
        }
        if (at.form instanceof NormalForm.Loop inner) {
            Pair found = inside(walk, at.to(inner.body()), other, seen);
            return found != null || inner.after().isEmpty()
                    ? found
                    : inside(walk, at.to(inner.after().get()), other, seen);
        }
        return new Pair(at, end(other));
    }

    /**
     * A search for what a side does in a loop.
     *
     * @param behind the shape of what follows the loop; that of {@code other} where nothing does
     * @param other the shape of what the other side has
     * @param first whether it is the first side's
     */
    record LoopWalk(int depth, int behind, int other, boolean first) {
        LoopWalk(NormalForm.Loop loop, NormalForm other, boolean first) {
            this(loop.depth(), loop.after().orElse(other).shape(), other.shape(), first);
        }

        /** Returns whether a loop is left, or goes round, without a call. */
        boolean isOver(NormalForm form) {
            return form instanceof NormalForm.Again again && again.depth() >= depth
                    || form.shape() == behind
                    || form.shape() == other;
        }
    }

    private static boolean isBehind(NormalForm.Loop first, NormalForm.Loop second) {
        return first.after().filter(after -> after.shape() == second.shape()).isPresent();
    }

    /** Returns the first collective of a form; empty where there is none, or a condition comes first. */
    static Optional<CollectiveCall> call(NormalForm form) {
        return step(form).flatMap(NormalForm.Step::call);
    }

    /** Returns the first call of a form; empty where there is none, or a condition comes first. */
    static Optional<NormalForm.Step> step(NormalForm form) {
        return new Side(form, null).firstCall().form instanceof NormalForm.Item item
                ? Optional.of(item.step())
                : Optional.empty();
    }

    /** Returns whether two calls match: fields that are not known of both do. */
    static boolean agree(NormalForm.Step one, NormalForm.Step other) {
        return one.key().equals(other.key()) && unequalField(one, other).isEmpty();
    }

    /** Returns the first field of two calls that is known of both and unequal. */
    static Optional<CollectiveCall.Field> unequalField(NormalForm.Step one, NormalForm.Step other) {
        return one.fields().keySet().stream()
                .filter(field -> other.fields().containsKey(field)
                        && !one.fields().get(field).equals(other.fields().get(field)))
                .findFirst();
    }
}
