package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.Expression.Build;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValuePool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Lists, sets, maps and arrays whose elements the program shows. Not thread-safe. */
final class VisibleCollections {
    /** Constructors of Java's library whose collections stay visible. */
    private static final Map<String, Build.Kind> COLLECTIONS = Map.of(
            "ArrayList", Build.Kind.LIST,
            "LinkedList", Build.Kind.LIST,
            "HashMap", Build.Kind.MAP,
            "LinkedHashMap", Build.Kind.MAP,
            "TreeMap", Build.Kind.MAP,
            "EnumMap", Build.Kind.MAP,
            "ConcurrentHashMap", Build.Kind.MAP);

    private final ValuePool pool;
    private final FunctionFacts facts;

    VisibleCollections(ValuePool pool, FunctionFacts facts) {
        this.pool = pool;
        this.facts = facts;
    }

    /** Returns an empty collection of Java's library that stays visible; empty for other classes and constructors. */
    Optional<Value> emptyOf(int node, String type, PassedArguments passed) {
        boolean isEmpty = passed.all().stream()
                .allMatch(each -> each instanceof Value.Constant constant && !(constant.value() instanceof String));
        Build.Kind kind = type.startsWith("java.util.") && isEmpty ? COLLECTIONS.get(type.substring(10)) : null;
        return Optional.ofNullable(kind).map(each -> pool.of(new Value.Parts(each, List.of(), facts.site(node))));
    }

    /** Returns what a visible map holds where it is asked for. */
    Optional<Value> lookedUp(String function, Optional<Value> object, PassedArguments passed) {
        boolean gets = function.endsWith("Map.get") || function.endsWith("Map.getOrDefault");
        return object.filter(map -> gets).flatMap(map -> lookedUp(map, passed.all()));
    }

    /**
     * Returns what a visible map holds.
     *
     * @param asked the key, and perhaps what is returned without one
     */
    private Optional<Value> lookedUp(Value of, List<Value> asked) {
        Value key = asked.get(0);
        if (of instanceof Value.Select select) {
            return chosen(select.condition(), lookedUp(select.yes(), asked), lookedUp(select.no(), asked));
        }
        if (key instanceof Value.Select select) {
            Optional<Value> yes = lookedUp(of, with(asked, select.yes()));
            return chosen(select.condition(), yes, lookedUp(of, with(asked, select.no())));
        }
        if (!(of instanceof Value.Parts map && map.kind() == Build.Kind.MAP)
                || !(key instanceof Value.Constant constant)) {
            return Optional.empty();
        }
        Value found = asked.size() > 1 ? asked.get(1) : pool.of(Value.Constant.NULL);
        for (int i = 0; i + 1 < map.parts().size(); i += 2) {
            if (!(map.parts().get(i) instanceof Value.Constant each)) {
                return Optional.empty();
            }
            found = each.value().equals(constant.value()) ? map.parts().get(i + 1) : found;
        }
        return Optional.of(found);
    }

    private Optional<Value> chosen(Value condition, Optional<Value> yes, Optional<Value> no) {
        return yes.isPresent() && no.isPresent()
                ? Optional.of(pool.of(new Value.Select(condition, yes.get(), no.get())))
                : Optional.empty();
    }

    private static List<Value> with(List<Value> asked, Value key) {
        List<Value> all = new ArrayList<>(asked);
        all.set(0, key);
        return all;
    }

    /** Returns whether a mutator adds its argument to its object. */
    static boolean adds(String name) {
        return name.endsWith("append") || name.endsWith(".add") || name.equals("add");
    }

    /** A visible list or set that gets one more element stays visible. */
    Value changed(int node, String name, List<Value> all) {
        if (adds(name)
                && all.size() == 2
                && all.get(0) instanceof Value.Parts parts
                && parts.kind() != Build.Kind.MAP) {
            List<Value> more = new ArrayList<>(parts.parts());
            more.add(all.get(1));
            return pool.of(new Value.Parts(parts.kind(), more, parts.site()));
        }
        if (name.endsWith("Map.put")
                && all.get(0) instanceof Value.Parts map
                && map.kind() == Build.Kind.MAP
                && all.get(1) instanceof Value.Constant) {
            List<Value> more = new ArrayList<>(map.parts());
            more.addAll(all.subList(1, all.size()));
            return pool.of(new Value.Parts(map.kind(), more, map.site()));
        }
        return pool.of(new Value.Result(name, all, facts.site(node)));
    }

    /** Returns the state after an element of a collection or array was set. */
    CodeState storeItem(int node, Value of, Value key, Value value, CodeState state) {
        Value after = pool.of(new Value.Result("[]=", List.of(of, key, value), facts.site(node)));
        if (of instanceof Value.Parts parts && key instanceof Value.Constant constant) {
            List<Value> all = new ArrayList<>(parts.parts());
            boolean sequence = parts.kind() == Build.Kind.LIST || parts.kind() == Build.Kind.ARRAY;
            if (parts.kind() == Build.Kind.MAP) {
                all.addAll(List.of(key, value));
                after = pool.of(new Value.Parts(parts.kind(), all, parts.site()));
            } else if (sequence && constant.value() instanceof Long at && at >= 0 && at < all.size()) {
                all.set(at.intValue(), value);
                after = pool.of(new Value.Parts(parts.kind(), all, parts.site()));
            }
        }
        return facts.places().replace(state, of, after);
    }
}
