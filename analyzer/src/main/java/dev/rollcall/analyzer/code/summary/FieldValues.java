package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.CodeProgram;
import dev.rollcall.analyzer.code.form.CodeType;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.value.Dependence;
import dev.rollcall.analyzer.code.value.Origin;
import dev.rollcall.analyzer.code.value.Value;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a field of any object of a class may hold, one of the class itself, or a global variable: what the functions of {@link FieldStores}
 * store there, whichever runs first. Not thread-safe.
 */
final class FieldValues {
    private final SummaryContext shared;
    private final SummarySolver solver;
    private final RootValues roots;
    private final FieldStores stores;
    private final Map<Key, Optional<Value>> known = new HashMap<>();
    private final Set<Key> open = new HashSet<>();

    /**
     * What is asked for.
     *
     * @param ofType whether it is read of the class or module itself, in which no object stores
     * @param others the functions that may store it in another object than their own
     */
    private record Key(String owner, String name, boolean ofType, Set<FunctionId> others) {}

    FieldValues(SummaryContext shared, SummarySolver solver, RootValues roots) {
        this.shared = shared;
        this.solver = solver;
        this.roots = roots;
        stores = shared.stores();
    }

    /**
     * Returns what a field may hold; empty if nothing visible stores it. To be asked when no analysis runs.
     *
     * @param asking the unit that reads it
     */
    Optional<Value> value(Value.FieldOf field, String asking) {
        if (!isOfProgram(field.owner())) {
            return Optional.empty();
        }
        Set<FunctionId> others = new LinkedHashSet<>(stores.others(CodeType.unitOf(field.owner()), field.name()));
        others.addAll(stores.others(asking, field.name()));
        Key key = new Key(field.owner(), field.name(), field.of().globalName().isPresent(), others);
        if (!known.containsKey(key) && open.add(key)) {
            known.put(key, find(field, key));
            open.remove(key);
        }
        return known.getOrDefault(key, Optional.empty());
    }

    private boolean isOfProgram(String owner) {
        CodeProgram program = shared.program();
        return program.type(owner).isPresent() || program.unit(owner).isPresent();
    }

    /** A number or truth is what a field holds until it gets its value. */
    private static boolean isFirst(Value value) {
        return value instanceof Value.Constant && value.globalName().isEmpty();
    }

    /** A record's class holds what its objects get where nobody says otherwise. */
    private boolean isRecord(String owner) {
        return shared.program()
                .type(owner)
                .filter(type -> type.traits().contains(CodeType.Trait.RECORD))
                .isPresent();
    }

    /** Returns whether a function stores in its class, or is a module's, and not in an object. */
    private boolean isOfType(FunctionId id) {
        CodeFunction function = shared.program().function(id).orElseThrow();
        return function.form() != CodeFunction.Form.METHOD || function.marks().contains(CodeFunction.Mark.CLASS_METHOD);
    }

    private Optional<Value> find(Value.FieldOf field, Key key) {
        Set<Value> values = new LinkedHashSet<>();
        for (FunctionId id : stores.stores(field.owner(), field.name())) {
            if (key.ofType && !isOfType(id)) {
                continue;
            }
            CodeFunction function = shared.program().function(id).orElseThrow();
            for (Effect each : solver.of(id, "").effects()) {
                if (each.place() instanceof Value.FieldOf place && place.name().equals(field.name())) {
                    values.add(stored(function, each.value(), place));
                }
            }
        }
        for (FunctionId id : key.others) {
            CodeFunction function = shared.program().function(id).orElseThrow();
            solver.facts(id).stream()
                    .flatMap(facts -> Stream.of(true, false)
                            .filter(ofType -> ofType || !key.ofType)
                            .flatMap(ofType -> facts.stored(field.owner(), field.name(), ofType).stream()))
                    .map(each -> stored(function, each, field))
                    .forEach(values::add);
        }
        values.remove(shared.values().of(Value.Constant.NULL));
        List<Value> set = values.stream().filter(each -> !isFirst(each)).toList();
        if (set.isEmpty() && isRecord(field.owner())) {
            return Optional.empty();
        }
        if (values.size() <= 1 || set.size() == 1) {
            return (set.isEmpty() ? values : set).stream().findFirst();
        }
        Origin origin = new Origin("`" + field.name() + "`", Optional.empty());
        String name = "field " + field.owner() + "." + field.name();
        return Optional.of(shared.values().mixed(name, values, Dependence.NONE, origin));
    }

    /**
     * Returns a value that a function stores as its callers see it; what the place itself held before is left out. A global variable for the
     * world's communicator held nothing before.
     */
    private Value stored(CodeFunction function, Value value, Value.FieldOf place) {
        boolean isGlobal = shared.program().type(place.owner()).isEmpty();
        Value first = whereUnset(value, place);
        boolean isFirst = first.equals(place) || isGlobal && mayBeWorld(first, place);
        return roots.of(function).of(isFirst ? without(place, first) : first);
    }

    /** Returns what a place gets while it holds nothing, as that of a single object does; the value itself where something else decides. */
    private static Value whereUnset(Value value, Value.FieldOf place) {
        Value first = value;
        while (first instanceof Value.Select select
                && asksOnly(select.condition(), place)
                && (select.yes().equals(place) || select.no().equals(place))) {
            first = select.yes().equals(place) ? select.no() : select.yes();
        }
        return first;
    }

    /** Returns whether a condition only asks whether a place holds something. */
    private static boolean asksOnly(Value condition, Value.FieldOf place) {
        return condition.equals(place)
                || condition instanceof Value.Operation test
                        && test.operands().stream()
                                .allMatch(each -> each.equals(Value.Constant.NULL) || asksOnly(each, place));
    }

    /** Returns whether a value is the communicator of all ranks, or missing, or what the place held before. */
    private static boolean mayBeWorld(Value value, Value.FieldOf place) {
        return value instanceof Value.Select select
                ? mayBeWorld(select.yes(), place) && mayBeWorld(select.no(), place)
                : value.equals(Value.Communicator.WORLD) || value.equals(Value.Constant.NULL) || value.equals(place);
    }

    private Value without(Value.FieldOf place, Value value) {
        if (value instanceof Value.Select select) {
            return shared.values()
                    .of(new Value.Select(
                            select.condition(), without(place, select.yes()), without(place, select.no())));
        }
        return value.equals(place) ? Value.Constant.NULL : value;
    }
}
