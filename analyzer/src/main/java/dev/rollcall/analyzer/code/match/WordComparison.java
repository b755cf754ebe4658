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
 * Finds the first difference between the forms of two ranks. A condition that both meet, or that is met again, has one truth on both.
 * Not thread-safe.
 */
final class WordComparison {
    private final Set<List<Object>> compared = new HashSet<>();

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
                Map<Value, Boolean> known = new HashMap<>(truths);
                known.put(condition, truth);
                found = compare(side(one, condition, truth), side(other, condition, truth), known);
            }
        }
        return found;
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
