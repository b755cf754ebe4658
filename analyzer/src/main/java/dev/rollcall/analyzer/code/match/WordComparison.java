package dev.rollcall.analyzer.code.match;

import dev.rollcall.analyzer.code.summary.CollectiveCall;
import dev.rollcall.analyzer.code.value.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the first difference between the forms of two ranks. A condition that both meet, or that is met again, has one truth on both;
 * the truth of one that is not met again is forgotten, so that two forms are compared once for all ways that lead to them. Not
 * thread-safe.
 */
final class WordComparison {
    /** The most pairs of forms that are compared. */
    private static final int MOST = 100_000;

    private final Set<List<Object>> compared = new HashSet<>();
    private final Map<Integer, Set<Value>> conditions = new HashMap<>();

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
    }

    /**
     * Two unequal forms.
     *
     * @param one the first form that differs, of one rank
     * @param other that of the other rank
     * @param oneTrail what the one rank passed before
     * @param otherTrail what the other rank passed before
     * @param passesAlone whether two loops differ in nothing but a number of passes that is not known
     */
    record Difference(NormalForm one, NormalForm other, Trail oneTrail, Trail otherTrail, boolean passesAlone) {

        Difference reversed() {
            return new Difference(other, one, otherTrail, oneTrail, passesAlone);
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

    private WordComparison() {}

    /** Returns the first difference; empty if the forms agree. */
    static Optional<Difference> of(NormalForm one, NormalForm other) {
        return Optional.ofNullable(new WordComparison().compare(new Side(one, null), new Side(other, null), Map.of()));
    }

    private Difference compare(Side first, Side second, Map<Value, Boolean> truths) {
        Side one = first.plain();
        Side other = second.plain();
        Map<Value, Boolean> known = truths;
        while (one.form.shape() != other.form.shape()) {
            if (!(one.form instanceof NormalForm.Item item)
                    || !(other.form instanceof NormalForm.Item that)
                    || !agree(item.step(), that.step())) {
                return unequal(one, other, known);
            }
            one = one.to(item.next()).plain();
            other = other.to(that.next()).plain();
        }
        return null;
    }

    private Difference unequal(Side one, Side other, Map<Value, Boolean> truths) {
        if (!compared.add(List.of(one.form.shape(), other.form.shape(), truths))) {
            return null;
        }
        if (compared.size() > MOST) {
            throw new NormalForms.TooMany();
        }
        Value condition = condition(one.form);
        condition = condition == null ? condition(other.form) : condition;
        if (condition != null) {
            return choice(condition, one, other, truths);
        }
        if (one.form instanceof NormalForm.Loop loop && other.form instanceof NormalForm.Loop that) {
            return loops(loop, that, one, other, truths);
        }
        Side first = one.firstCall();
        Side second = other.firstCall();
        return new Difference(first.form, second.form, first.trail, second.trail, false);
    }

    private static Value condition(NormalForm form) {
        return form instanceof NormalForm.Choice choice ? choice.condition() : null;
    }

    private Difference choice(Value condition, Side one, Side other, Map<Value, Boolean> truths) {
        Difference found = null;
        for (boolean truth : new boolean[] {true, false}) {
            if (found == null && truths.getOrDefault(condition, truth) == truth) {
                Side first = side(one, condition, truth);
                Side second = side(other, condition, truth);
                Map<Value, Boolean> known = new HashMap<>(truths);
                known.put(condition, truth);
                Set<Value> further = conditions(first.form);
                Set<Value> others = conditions(second.form);
                known.keySet().removeIf(each -> !further.contains(each) && !others.contains(each));
                found = compare(first, second, known);
            }
        }
        return found;
    }

    /** Returns the conditions in a form. */
    private Set<Value> conditions(NormalForm form) {
        NormalForm plain = NormalForms.plain(form);
        while (plain instanceof NormalForm.Item item) {
            plain = NormalForms.plain(item.next());
        }
        Set<Value> found = conditions.get(plain.shape());
        if (found == null) {
            found = Set.of();
            if (plain instanceof NormalForm.Choice choice) {
                found = union(union(Set.of(choice.condition()), conditions(choice.yes())), conditions(choice.no()));
            } else if (plain instanceof NormalForm.Loop loop) {
                found = union(
                        conditions(loop.body()),
                        loop.after().map(this::conditions).orElse(Set.of()));
            }
            conditions.put(plain.shape(), found);
        }
        return found;
    }

    /** Returns one of two sets if it has the other, so that forms share them. */
    private static Set<Value> union(Set<Value> one, Set<Value> other) {
        if (one.containsAll(other)) {
            return one;
        }
        if (other.containsAll(one)) {
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
            NormalForm.Loop loop, NormalForm.Loop that, Side one, Side other, Map<Value, Boolean> truths) {
        Difference inside = compare(one.to(loop.body()), other.to(that.body()), truths);
        if (inside != null) {
            return inside;
        }
        if (!loop.passes().equals(that.passes())) {
            return new Difference(loop, that, one.trail, other.trail, true);
        }
        if (loop.after().isEmpty() || that.after().isEmpty()) {
            return null;
        }
        return compare(one.to(loop.after().get()), other.to(that.after().get()), truths);
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
