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
        while (one.form.shape() != other.form.shape()) {
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
        way = last;
        Side first = one.firstCall();
        Side second = other.firstCall();
        return new Difference(first.form, second.form, first.trail, second.trail, Kind.CALLS);
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
        Difference found = null;
        Boolean answered = once ? answers.get(condition) : truths.get(condition);
        for (boolean truth : new boolean[] {true, false}) {
            if (found == null && (answered == null || answered == truth)) {
                Side first = side(one, condition, truth);
                Side second = side(other, condition, truth);
                Set<Value> further = once || remembered.isEmpty() ? Set.of() : asked(first, second);
                if (once) {
                    answers.put(condition, truth);
                    found = compare(first, second, truths, null);
                    answers.put(condition, answered);
                } else if (further != null) {
                    Map<Value, Boolean> known = new HashMap<>(truths);
                    known.put(condition, truth);
                    known.keySet().retainAll(further);
                    found = compare(first, second, known, new Answer(condition, truth, last));
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
        }
        asked.put(key, found);
        return found;
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
        Difference inside = compare(one.to(loop.body()), other.to(that.body()), truths, last);
        if (inside != null) {
            return inside;
        }
        if (!loop.passes().equals(that.passes())) {
            way = last;
            return isBehind(loop, that)
                    ? further(one, other)
                    : isBehind(that, loop)
                            ? further(other, one).reversed()
                            : new Difference(loop, that, one.trail, other.trail, Kind.PASSES);
        }
        if (loop.after().isEmpty() || that.after().isEmpty()) {
            return null;
        }
        return compare(one.to(loop.after().get()), other.to(that.after().get()), truths, last);
    }

    /** Returns the difference where one side runs a further loop before the same one. */
    private static Difference further(Side one, Side other) {
        Side call = one.firstCall();
        return new Difference(call.form, other.form, call.trail, other.trail, Kind.FURTHER_LOOP);
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
