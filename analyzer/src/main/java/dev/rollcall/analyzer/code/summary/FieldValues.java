package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.Literal;
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
    private final Map<List<String>, Optional<Value>> known = new HashMap<>();
    private final Set<List<String>> open = new HashSet<>();

    FieldValues(Summaries summaries, FieldStores stores) {
        this.summaries = summaries;
        this.stores = stores;
    }

    /** Returns what a field may hold; empty if nothing visible stores it. To be asked when no analysis runs. */
    Optional<Value> value(Value.FieldOf field) {
        List<String> key = List.of(field.owner(), field.name());
        if (!known.containsKey(key) && open.add(key)) {
            known.put(key, find(field));
            open.remove(key);
        }
        return known.getOrDefault(key, Optional.empty());
    }

    /** A number or truth is what a field holds until it gets its value. */
    private static boolean isFirst(Value value) {
        return value instanceof Value.Constant constant && !(constant.value() instanceof Literal.Name);
    }

    private Optional<Value> find(Value.FieldOf field) {
        Set<Value> values = new LinkedHashSet<>();
        for (FunctionId id : stores.stores(field.owner(), field.name())) {
            CodeFunction function = summaries.program().function(id).orElseThrow();
            for (Effect each : summaries.of(id).effects()) {
                if (each.place() instanceof Value.FieldOf place && place.name().equals(field.name())) {
                    values.add(summaries.outside(function, each.value(), place));
                }
            }
        }
        for (FunctionId id : stores.others(field.owner(), field.name())) {
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
