package dev.rollcall.analyzer.code.value;

import dev.rollcall.analyzer.code.form.FunctionId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes values: simplified, one object for equal ones, of bounded size; and knows their size and dependence. All values of a scan come
 * from one pool. Not thread-safe.
 */
public final class ValuePool {
    /** The most nodes of a value: conditions that people write have fewer than 20. */
    public static final int MOST_NODES = 64;

    /** The most nodes of an object with its fields, a function with what it binds, or a collection. */
    public static final int MOST_NODES_OF_OBJECT = 512;

    /** The most open parts of a lost value; further ones stand for "all parameters". */
    private static final int MOST_OPEN_PARTS = 16;

    private final Map<Value, Value> known = new HashMap<>();
    private final Map<Value, Integer> sizes = new IdentityHashMap<>();
    private final Map<Value, Dependence> dependences = new IdentityHashMap<>();

    /**
     * Returns the value that equals {@code raw} after simplification. One that is too large becomes a {@link Value.Mixed}.
     *
     * @param raw a value whose parts are of this pool
     */
    public Value of(Value raw) {
        Value interned = known.get(raw);
        if (interned != null) {
            return interned;
        }
        int size = 1;
        for (Value part : ValueParts.of(raw)) {
            size += size(of(part));
        }
        boolean object = raw instanceof Value.Instance || raw instanceof Value.Function || raw instanceof Value.Parts;
        if (size > (object ? MOST_NODES_OF_OBJECT : MOST_NODES)) {
            return mixed("size " + Integer.toHexString(raw.hashCode()), ValueParts.of(raw), Dependence.NONE, TOO_LARGE);
        }
        known.put(raw, raw);
        sizes.put(raw, size);
        return raw;
    }

    private static final Origin TOO_LARGE = new Origin("a long expression", Optional.empty());

    /**
     * Returns a value that depends on others in a way that is not known.
     *
     * @param key its identity: where it was lost
     * @param of what it depends on
     * @param own a further dependence, such as that of the conditions that chose between them
     */
    public Value mixed(String key, Collection<Value> of, Dependence own, Origin origin) {
        Dependence all = own;
        Set<Value> open = new LinkedHashSet<>();
        for (Value each : of) {
            all = all.and(dependence(of(each)));
            openParts(each, open);
        }
        return of(new Value.Mixed(key, open.stream().limit(MOST_OPEN_PARTS).toList(), all.lost(), origin));
    }

    private static void openParts(Value value, Set<Value> open) {
        if (value instanceof Value.Parameter
                || value instanceof Value.Captured
                || value instanceof Value.Self
                || value instanceof Value.FieldOf) {
            open.add(value);
        } else {
            ValueParts.of(value).forEach(part -> openParts(part, open));
        }
    }

    /** Returns the number of nodes, from 1, of a value of this pool. */
    public int size(Value value) {
        return sizes.get(of(value));
    }

    /** Returns what of a value can differ between ranks; that of open parts, such as parameters, comes with their replacement. */
    public Dependence dependence(Value value) {
        Dependence found = dependences.get(value);
        if (found == null) {
            found = ValueParts.own(value);
            for (Value part : ValueParts.of(value)) {
                found = found.and(dependence(part));
            }
            dependences.put(of(value), found);
        }
        return found;
    }

    /**
     * Returns the identity of an object that an instruction creates.
     *
     * @param caller the site of the call that runs the function, 0 in a summary
     * @return never 0
     */
    public static long site(long caller, FunctionId function, int instruction) {
        long site = (caller * 31 + function.hashCode()) * 0x9E3779B97F4A7C15L + instruction;
        return site == 0 ? 1 : site;
    }

    /** Returns values of this pool for a list. */
    public List<Value> of(Collection<? extends Value> values) {
        List<Value> all = new ArrayList<>(values.size());
        values.forEach(value -> all.add(of(value)));
        return all;
    }
}
