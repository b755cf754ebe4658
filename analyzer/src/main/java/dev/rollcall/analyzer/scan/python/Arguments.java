package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Const;
import dev.rollcall.analyzer.scan.run.Value;
import java.util.List;
import java.util.Map;

/**
 * What a call is made with.
 *
 * @param all those without a name
 * @param named those with one
 */
record Arguments(List<Value> all, Map<String, Value> named) {

    /** Returns an argument by its place or its name; null where it is not given. */
    Value get(int place, String name) {
        Value value = named.get(name);
        return value != null ? value : place >= 0 && place < all.size() ? all.get(place) : null;
    }

    /** Returns an argument; null where it is not given, or is None. */
    Value given(int place, String name) {
        Value value = get(place, name);
        return value instanceof Const known && known.content() == null ? null : value;
    }

    Value first() {
        return all.isEmpty() ? named.values().stream().findFirst().orElse(Const.NULL) : all.get(0);
    }
}
