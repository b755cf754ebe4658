package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.CodeProgram;
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

/**
 * What a field of any object of a class may hold, or a global variable: what the functions of {@link FieldStores} store there, whichever
 * runs first. Not thread-safe.
 */
final class FieldValues {
    private final Summaries summaries;
    private final FieldStores stores;
    private final Map<List<Object>, Optional<Value>> known = new HashMap<>();
    private final Set<List<Object>> open = new HashSet<>();

    FieldValues(Summaries summaries, FieldStores stores) {
        this.summaries = summaries;
        this.stores = stores;
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
        Set<FunctionId> others = new LinkedHashSet<>(stores.others(FieldStores.unit(field.owner()), field.name()));
        others.addAll(stores.others(asking, field.name()));
        List<Object> key = List.of(field.owner(), field.name(), others);
        if (!known.containsKey(key) && open.add(key)) {
            known.put(key, find(field, others));
            open.remove(key);
        }
        return known.getOrDefault(key, Optional.empty());
    }

    private boolean isOfProgram(String owner) {
        CodeProgram program = summaries.program();
        return program.type(owner).isPresent() || program.unit(owner).isPresent();
    }

    /** A number or truth is what a field holds until it gets its value. */
    private static boolean isFirst(Value value) {
        return value instanceof Value.Constant && value.globalName().isEmpty();
    }

    private Optional<Value> find(Value.FieldOf field, Set<FunctionId> others) {
        Set<Value> values = new LinkedHashSet<>();
        for (FunctionId id : stores.stores(field.owner(), field.name())) {
            CodeFunction function = summaries.program().function(id).orElseThrow();
            for (Effect each : summaries.of(id).effects()) {
                if (each.place() instanceof Value.FieldOf place && place.name().equals(field.name())) {
                    values.add(summaries.outside(function, each.value(), place));
                }
            }
        }
        for (FunctionId id : others) {
            CodeFunction function = summaries.program().function(id).orElseThrow();
            summaries.facts(id).map(facts -> facts.stored(field.owner(), field.name())).orElse(Set.of()).stream()
                    .map(each -> summaries.outside(function, each, field))
                    .forEach(values::add);
        }
        values.remove(summaries.values().of(Value.Constant.NULL));
        List<Value> set = values.stream().filter(each -> !isFirst(each)).toList();
        if (values.size() <= 1 || set.size() == 1) {
            return (set.isEmpty() ? values : set).stream().findFirst();
        }
        Origin origin = new Origin("`" + field.name() + "`", Optional.empty());
        String key = "field " + field.owner() + "." + field.name();
        return Optional.of(summaries.values().mixed(key, values, Dependence.NONE, origin));
    }
}
