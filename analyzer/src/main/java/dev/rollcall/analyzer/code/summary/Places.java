package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.value.Substitution;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValuePool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The fields and objects that a function changes, as numbers in its {@link CodeState}. An object is known by its value: what holds an
 * equal value holds the same object, since values of new objects carry their creation site. Not thread-safe.
 */
final class Places {
    private final ValuePool pool;
    private final int first;
    private final Map<Object, Integer> numbers = new HashMap<>();
    private final List<Value> places = new ArrayList<>();

    /** Makes the places of a function; numbers below {@code first} are its variables, and {@code first} itself is free for one more. */
    Places(ValuePool pool, int first) {
        this.pool = pool;
        this.first = first;
    }

    /** Returns the state that keeps an object which is being made and that no variable holds yet; null for none. */
    CodeState hold(CodeState state, Value object) {
        return state.with(first, object);
    }

    /** Returns the object that {@link #hold} keeps. */
    Value held(CodeState state) {
        return state.get(first);
    }

    /** Returns what a number holds where nothing has changed it; null for a variable. */
    Value initial(int number) {
        return number <= first ? null : places.get(number - first - 1);
    }

    /** A field has one number, whatever static type it is reached by. */
    private Object key(Value place) {
        return place instanceof Value.FieldOf field
                ? List.of(new Same(pool.of(field.of())), field.name())
                : new Same(pool.of(place));
    }

    private int number(Value place) {
        return numbers.computeIfAbsent(key(place), each -> {
            places.add(place);
            return Math.min(first + places.size(), CodeState.CAPACITY - 1);
        });
    }

    /** Returns whether the function has more variables and places than a state holds. */
    boolean isOverfull() {
        return first + places.size() + 1 >= CodeState.CAPACITY;
    }

    /** Returns what a place holds, if the function changed it. */
    Optional<Value> changed(CodeState state, Value place) {
        Integer number = numbers.get(key(place));
        return number == null ? Optional.empty() : Optional.ofNullable(state.get(number));
    }

    /** Returns what a field holds; the field itself, if the function did not change it. */
    Value field(CodeState state, Value.FieldOf field) {
        return changed(state, field).orElseGet(() -> pool.of(field));
    }

    /** Returns the state after a store to a field. */
    CodeState store(CodeState state, Value.FieldOf field, Value value) {
        return field.of() instanceof Value.Instance object
                ? replace(state, object, stored(object, field.name(), value))
                : set(state, pool.of(field), value);
    }

    /** Returns the state after a place was set. */
    CodeState set(CodeState state, Value place, Value value) {
        return state.with(number(place), value);
    }

    /**
     * Returns an object after a store to a field. One that is too large keeps its class: fields that are left out are read as those of
     * any object of it.
     */
    Value stored(Value.Instance object, String name, Value value) {
        Map<String, Value> fields = new HashMap<>(object.fields());
        fields.put(name, value);
        Value whole = pool.of(new Value.Instance(object.type(), object.site(), fields));
        if (whole instanceof Value.Instance) {
            return whole;
        }
        fields.values().removeIf(each -> pool.size(each) > 8);
        Value small = pool.of(new Value.Instance(object.type(), object.site(), fields));
        return small instanceof Value.Instance
                ? small
                : pool.of(new Value.Instance(object.type(), object.site(), Map.of()));
    }

    /** Returns the state in which an object has changed to another value, wherever it is held. */
    CodeState replace(CodeState state, Value object, Value value) {
        if (!isObject(object) || object == value) {
            return state;
        }
        boolean place = object instanceof Value.Parameter
                || object instanceof Value.Captured
                || object instanceof Value.FieldOf
                || object instanceof Value.Self;
        Substitution change = held(object, value);
        CodeState changed = state.map(change::of);
        return place && changed(state, object).isEmpty() ? changed.with(number(object), value) : changed;
    }

    /** Returns the substitution of an object in what holds it: collections, fields, closures, and choices between them. */
    Substitution held(Value object, Value value) {
        return new Substitution(
                pool,
                each -> {
                    if (each.equals(object)) {
                        return Optional.of(value);
                    }
                    boolean holds = each instanceof Value.Parts
                            || each instanceof Value.Instance
                            || each instanceof Value.Function
                            || each instanceof Value.Select;
                    return holds ? Optional.empty() : Optional.of(each);
                },
                0);
    }

    /**
     * As {@link #held}, and in closures of which a library's result is made: they hold the object itself, and not what it was before its
     * constructor stored a field.
     */
    Substitution heldByClosures(Value object, Value value) {
        Substitution held = held(object, value);
        Substitution[] own = new Substitution[1];
        own[0] = new Substitution(
                pool,
                each -> Optional.of(
                        each instanceof Value.Result result
                                ? pool.of(new Value.Result(
                                        result.function(),
                                        result.arguments().stream()
                                                .map(argument -> isOfClosure(argument) ? own[0].of(argument) : argument)
                                                .toList(),
                                        result.site()))
                                : held.of(each)),
                0);
        return own[0];
    }

    private static boolean isOfClosure(Value value) {
        return value instanceof Value.Function || value instanceof Value.Result;
    }

    private static boolean isObject(Value value) {
        return !(value instanceof Value.Constant
                || value instanceof Value.Rank
                || value instanceof Value.Size
                || value instanceof Value.Operation
                || value instanceof Value.Induction
                || value instanceof Value.More
                || value instanceof Value.Communicator);
    }

    /** Returns what the function changed that its callers can see. */
    List<Effect> effects(CodeState end) {
        List<Effect> effects = new ArrayList<>();
        for (int i = 0; i < places.size(); i++) {
            Value place = places.get(i);
            Value value = end.get(Math.min(first + 1 + i, CodeState.CAPACITY - 1));
            boolean global = place instanceof Value.FieldOf field && field.of() instanceof Value.Constant;
            if (value != null && value != place && (global || pool.isOpen(place))) {
                effects.add(new Effect(place, value));
            }
        }
        return effects;
    }

    /** Returns the state where a condition chooses between two; null stands for a way that is not taken. */
    CodeState chosen(Value condition, CodeState yes, CodeState no) {
        if (yes == null || no == null || yes == no) {
            return yes == null ? no : yes;
        }
        return yes.join(no, (number, one, other) -> {
            Value held = one == null ? initial(number) : one;
            Value otherwise = other == null ? initial(number) : other;
            if (held == null || otherwise == null) {
                return held == null ? otherwise : held;
            }
            return pool.of(new Value.Select(condition, held, otherwise));
        });
    }
}
