package dev.rollcall.analyzer.code.match;

import dev.rollcall.analyzer.code.summary.CollectiveCall;
import dev.rollcall.analyzer.code.summary.Guard;
import dev.rollcall.analyzer.code.value.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the first difference between the forms of two ranks. A condition that both meet, or that is met again, has one truth on both.
 * At first each two forms are compared once, with the truths of the way that led to them. Where that shows no difference, no truth is
 * remembered; a difference whose way asks a condition twice, with two answers, is none: from then on that condition's truth is
 * remembered (Clarke et al., <i>Counterexample-Guided Abstraction Refinement</i>, 2000). Not
 * thread-safe.
 */
final class WordComparison {
    /** The most looks at pairs of forms. */
    private static final int MOST = 50_000;

    /** The condition that holds on the first side and not on the second; null if there is none. */
    private final Value parting;

    private final Set<List<Object>> compared = new HashSet<>();
    private final Set<Value> remembered = new HashSet<>();
    private final Map<Value, Boolean> answers = new HashMap<>();
    private boolean once = true;
    private int looks;
    private Answer way;
    private final Map<Long, Set<Value>> asked = new HashMap<>();
    private final Map<Integer, Boolean> asksParting = new HashMap<>();

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
     */
    record Difference(NormalForm one, NormalForm other, Trail oneTrail, Trail otherTrail, Kind kind) {

        Difference reversed() {
            return new Difference(other, one, otherTrail, oneTrail, kind);
        }
    }

    private record Side(NormalForm form, Trail trail) {

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

    private record Pair(Side one, Side other) {}

    /** What was answered on the way to two forms, the last answer first; null where nothing was asked. */
    private record Answer(Value condition, boolean truth, Answer before) {

        /** Returns the conditions that were answered in both ways. */
        static Set<Value> twofold(Answer last) {
            Map<Value, Boolean> seen = new HashMap<>();
            Set<Value> both = new HashSet<>();
            for (Answer each = last; each != null; each = each.before) {
                Boolean known = seen.putIfAbsent(each.condition, each.truth);
                if (known != null && known != each.truth) {
                    both.add(each.condition);
                }
            }
            return both;
        }
    }

    private WordComparison(Value parting) {
        this.parting = parting;
    }

    /** Returns the first difference; empty if the forms agree. */
    static Optional<Difference> of(NormalForm one, NormalForm other) {
        return new WordComparison(null).first(one, other);
    }

    /** Returns the first difference between a rank on which a condition holds, here and behind, and one on which it does not. */
    static Optional<Difference> ofWays(NormalForm.Choice choice) {
        return new WordComparison(choice.condition()).first(choice.yes(), choice.no());
    }

    private Optional<Difference> first(NormalForm one, NormalForm other) {
        Side first = new Side(one, null);
        Side second = new Side(other, null);
        Difference found = compare(first, second, Map.of(), null);
        once = false;
        if (found != null) {
            return Optional.of(found);
        }
        do {
            compared.clear();
            asked.clear();
            found = compare(first, second, Map.of(), null);
        } while (found != null && remembered.addAll(Answer.twofold(way)));
        return Optional.ofNullable(found);
    }

    private Difference compare(Side first, Side second, Map<Value, Boolean> truths, Answer last) {
        Pair pair = unequal(first, second);
        return pair == null ? null : difference(pair.one, pair.other, truths, last);
    }

    /** Returns the next two forms that are not alike; null if there are none. */
    private Pair unequal(Side first, Side second) {
        Side one = plain(first, true);
        Side other = plain(second, false);
        while (one.form.shape() != other.form.shape() || asksParting(one.form)) {
            if (!(one.form instanceof NormalForm.Item item)
                    || !(other.form instanceof NormalForm.Item that)
                    || !agree(item.step(), that.step())) {
                return new Pair(one, other);
            }
            one = plain(one.to(item.next()), true);
            other = plain(other.to(that.next()), false);
        }
        return null;
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
    private Side plain(Side side, boolean first) {
        Side plain = side.plain();
        while (plain.form instanceof NormalForm.Choice choice
                && choice.condition().equals(parting)) {
            plain = plain.to(first ? choice.yes() : choice.no()).plain();
        }
        return plain;
    }

    private Difference difference(Side one, Side other, Map<Value, Boolean> truths, Answer last) {
        if (!compared.add(List.of(one.form.shape(), other.form.shape(), truths))) {
            return null;
        }
        count();
        Value condition = condition(one.form, other.form);
        if (condition != null) {
            return choice(condition, one, other, truths, last);
        }
        if (one.form instanceof NormalForm.Loop loop && other.form instanceof NormalForm.Loop that) {
            return loops(loop, that, one, other, truths, last);
        }
        if (one.form instanceof NormalForm.Loop loop) {
            return oneLoop(loop, one, other, true, truths, last);
        }
        if (other.form instanceof NormalForm.Loop loop) {
            return oneLoop(loop, other, one, false, truths, last);
        }
        way = last;
        return new Difference(one.form, other.form, one.trail, other.trail, Kind.CALLS);
    }

    private void count() {
        if (++looks > MOST) {
            throw new NormalForms.TooMany();
        }
    }

    private static Value condition(NormalForm one, NormalForm other) {
        Value condition = condition(one);
        return condition == null ? condition(other) : condition;
    }

    private static Value condition(NormalForm form) {
        return form instanceof NormalForm.Choice choice ? choice.condition() : null;
    }

    private Difference choice(Value condition, Side one, Side other, Map<Value, Boolean> truths, Answer last) {
        return firstWay(condition, truths, last, (truth, known, answer) -> {
            Side first = side(one, condition, truth);
            Side second = side(other, condition, truth);
            if (!remembered.isEmpty()) {
                Set<Value> further = asked(first, second);
                if (further == null) {
                    return null;
                }
                known.keySet().retainAll(further);
            }
            return compare(first, second, known, answer);
        });
    }

    /** What is looked for on one way of a condition, with the remembered truths and all answers so far; null if it is not there. */
    private interface Search<T> {
        T on(boolean truth, Map<Value, Boolean> truths, Answer last);
    }

    /** Returns what is found on the first way of a condition that agrees with the truths so far; null if it is on none. */
    private <T> T firstWay(Value condition, Map<Value, Boolean> truths, Answer last, Search<T> search) {
        T found = null;
        Boolean answered = once ? answers.get(condition) : truths.get(condition);
        for (boolean truth : new boolean[] {true, false}) {
            if (found == null && (answered == null || answered == truth)) {
                if (once) {
                    answers.put(condition, truth);
                    found = search.on(truth, truths, null);
                    answers.put(condition, answered);
                } else {
                    Map<Value, Boolean> known = new HashMap<>(truths);
                    own(condition).forEach(each -> known.put(each, truth));
                    found = search.on(truth, known, new Answer(condition, truth, last));
                }
            }
        }
        return found;
    }

    /** Returns the remembered conditions that two sides ask before they can differ; null if they cannot, whatever their truths. */
    private Set<Value> asked(Side first, Side second) {
        Pair pair = unequal(first, second);
        if (pair == null) {
            return null;
        }
        Side one = pair.one;
        Side other = pair.other;
        long key = (long) one.form.shape() << Integer.SIZE | other.form.shape();
        if (asked.containsKey(key)) {
            return asked.get(key);
        }
        count();
        Value condition = condition(one.form, other.form);
        Set<Value> found = Set.of();
        if (condition != null) {
            Set<Value> yes = asked(side(one, condition, true), side(other, condition, true));
            Set<Value> no = asked(side(one, condition, false), side(other, condition, false));
            found = yes == null && no == null ? null : union(union(yes, no), own(condition));
        } else if (one.form instanceof NormalForm.Loop loop && other.form instanceof NormalForm.Loop that) {
            Set<Value> body = asked(one.to(loop.body()), other.to(that.body()));
            Set<Value> after = loop.after().isEmpty() || that.after().isEmpty()
                    ? null
                    : asked(one.to(loop.after().get()), other.to(that.after().get()));
            boolean same = loop.passes().equals(that.passes());
            found = body == null && after == null && same ? null : union(body, after);
            if (found != null) {
                found = union(found, union(askedToSkip(loop, one, other, true), askedToSkip(that, other, one, false)));
            }
        } else if (one.form instanceof NormalForm.Loop loop) {
            found = askedToSkip(loop, one, other, true);
        } else if (other.form instanceof NormalForm.Loop loop) {
            found = askedToSkip(loop, other, one, false);
        }
        asked.put(key, found);
        return found;
    }

    /** Returns the remembered conditions that decide whether a side does anything in a loop, and those behind it. */
    private Set<Value> askedToSkip(NormalForm.Loop loop, Side one, Side other, boolean first) {
        LoopWalk walk = walk(loop, other, first);
        Set<Value> met = new HashSet<>();
        if (!maySkip(walk, one.to(loop.body()), met)) {
            return Set.of();
        }
        if (loop.after().isPresent()) {
            Side after = one.to(loop.after().get());
            return union(met, first ? asked(after, other) : asked(other, after));
        }
        return met;
    }

    /** Returns whether there is a way through a loop on which a side does nothing; adds the remembered conditions on all ways. */
    private boolean maySkip(LoopWalk walk, Side side, Set<Value> met) {
        Side at = plain(side, walk.first);
        if (isOver(walk, at)) {
            return true;
        }
        if (!walk.seen.add(List.of(at.form.shape()))) {
            return false;
        }
        if (at.form instanceof NormalForm.Choice choice) {
            met.addAll(own(choice.condition()));
            boolean yes = maySkip(walk, at.to(choice.yes()), met);
            return maySkip(walk, at.to(choice.no()), met) || yes;
        }
        if (at.form instanceof NormalForm.Loop inner) {
            boolean within = maySkip(walk, at.to(inner.body()), met);
            return within
                    && inner.after().isPresent()
                    && maySkip(walk, at.to(inner.after().get()), met);
        }
        return false;
    }

    private Set<Value> own(Value condition) {
        return remembered.contains(condition) ? Set.of(condition) : Set.of();
    }

    /** Returns one of two sets if it has the other, so that forms share them. */
    private static Set<Value> union(Set<Value> one, Set<Value> other) {
        if (other == null || one != null && one.containsAll(other)) {
            return one == null ? Set.of() : one;
        }
        if (one == null || other.containsAll(one)) {
            return other;
        }
        Set<Value> both = new HashSet<>(one);
        both.addAll(other);
        return both;
    }

    private static Side side(Side of, Value condition, boolean truth) {
        return of.form instanceof NormalForm.Choice choice && choice.condition().equals(condition)
                ? of.to(truth ? choice.yes() : choice.no())
                : of;
    }

    private Difference loops(
            NormalForm.Loop loop, NormalForm.Loop that, Side one, Side other, Map<Value, Boolean> truths, Answer last) {
        Inside call = inside(loop, one, other, true, truths, last);
        if (call == null) {
            return behind(loop, one, other, true, truths, last);
        }
        Inside thatCall = inside(that, other, one, false, truths, last);
        if (thatCall == null) {
            return behind(that, other, one, false, truths, last);
        }
        Difference inside = compare(one.to(loop.body()), other.to(that.body()), truths, last);
        if (inside != null) {
            return inside;
        }
        if (!loop.passes().equals(that.passes())) {
            return isBehind(loop, that)
                    ? further(call, other)
                    : isBehind(that, loop) ? further(thatCall, one).reversed() : passes(one, other, last);
        }
        if (loop.after().isEmpty() || that.after().isEmpty()) {
            return null;
        }
        return compare(one.to(loop.after().get()), other.to(that.after().get()), truths, last);
    }

    private Difference passes(Side one, Side other, Answer last) {
        way = last;
        return new Difference(one.form, other.form, one.trail, other.trail, Kind.PASSES);
    }

    /** Returns the difference where one side runs a further loop before the same one. */
    private Difference further(Inside call, Side other) {
        way = call.way;
        return new Difference(call.at.form, other.form, call.at.trail, other.trail, Kind.FURTHER_LOOP);
    }

    /** Returns the difference where only one side runs a loop. */
    private Difference oneLoop(
            NormalForm.Loop loop, Side one, Side other, boolean first, Map<Value, Boolean> truths, Answer last) {
        Inside call = inside(loop, one, other, first, truths, last);
        if (call == null) {
            return behind(loop, one, other, first, truths, last);
        }
        way = call.way;
        Difference found = new Difference(call.at.form, other.form, call.at.trail, other.trail, Kind.CALLS);
        return first ? found : found.reversed();
    }

    /** Returns the difference behind a loop that calls nothing. */
    private Difference behind(
            NormalForm.Loop loop, Side one, Side other, boolean first, Map<Value, Boolean> truths, Answer last) {
        if (loop.after().isEmpty()) {
            return null;
        }
        Side after = one.to(loop.after().get());
        return first ? compare(after, other, truths, last) : compare(other, after, truths, last);
    }

    /** Returns what a side does first in a loop, other than to leave it or to go round; null if it does nothing. */
    private Inside inside(
            NormalForm.Loop loop, Side one, Side other, boolean first, Map<Value, Boolean> truths, Answer last) {
        return inside(walk(loop, other, first), one.to(loop.body()), truths, last);
    }

    private static LoopWalk walk(NormalForm.Loop loop, Side other, boolean first) {
        Set<Integer> behind = new HashSet<>(Set.of(other.form.shape()));
        loop.after().ifPresent(after -> behind.add(after.shape()));
        return new LoopWalk(loop.depth(), behind, first, new HashSet<>());
    }

    /** Returns whether a loop is left, or goes round, without a call. */
    private static boolean isOver(LoopWalk walk, Side at) {
        boolean round = at.form instanceof NormalForm.Again again && again.depth() >= walk.depth;
        return round || walk.behind.contains(at.form.shape());
    }

    /** What a side does in a loop, and the answers on the way to it. */
    private record Inside(Side at, Answer way) {}

    /**
     * A search in a loop.
     *
     * @param depth the loop's depth
     * @param behind the shapes of what follows the loop
     * @param first whether it is the first side's
     * @param seen the forms that were looked at, with the truths that were known there
     */
    private record LoopWalk(int depth, Set<Integer> behind, boolean first, Set<List<Object>> seen) {}

    private Inside inside(LoopWalk walk, Side side, Map<Value, Boolean> truths, Answer last) {
        Side at = plain(side, walk.first);
        if (isOver(walk, at) || !walk.seen.add(List.of(at.form.shape(), truths))) {
            return null;
        }
        count();
        if (at.form instanceof NormalForm.Choice choice) {
            return firstWay(
                    choice.condition(),
                    truths,
                    last,
                    (truth, known, answer) -> inside(walk, at.to(truth ? choice.yes() : choice.no()), known, answer));
        }
        if (at.form instanceof NormalForm.Loop inner) {
            Inside found = inside(walk, at.to(inner.body()), truths, last);
            return found != null || inner.after().isEmpty()
                    ? found
                    : inside(walk, at.to(inner.after().get()), truths, last);
        }
        return new Inside(at, last);
    }

    private static boolean isBehind(NormalForm.Loop first, NormalForm.Loop second) {
        return first.after().filter(after -> after.shape() == second.shape()).isPresent();
    }

    /** Returns the first collective of a form; empty where there is none, or a condition comes first. */
    static Optional<CollectiveCall> call(NormalForm form) {
        return new Side(form, null).firstCall().form instanceof NormalForm.Item item
                ? item.step().call()
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
