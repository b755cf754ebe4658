package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Keys;
import dev.rollcall.analyzer.scan.run.Open;
import dev.rollcall.analyzer.scan.run.Value;
import java.util.LinkedHashMap;
import java.util.Map;

/** A dictionary. Mutable, as the object is. */
final class Mapping extends Value {
    /** Keys by how they read. */
    final Map<String, Value> keys = new LinkedHashMap<>();

    final Map<String, Value> values = new LinkedHashMap<>();

    Mapping(Open origin) {
        super(false, origin);
    }

    void put(Value key, Value value) {
        keys.put(key.key(), key);
        values.put(key.key(), value);
    }

    @Override
    public String key() {
        return Keys.of("mapping" + keys.keySet(), values.values());
    }

    @Override
    public boolean ranked() {
        return values.values().stream().anyMatch(each -> each != this && each.ranked());
    }
}
