package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Open;
import dev.rollcall.analyzer.scan.run.Value;
import java.util.HashMap;
import java.util.Map;

/** An object of a class of the program. Mutable, as the object is. */
final class Instance extends Value {
    final ClassValue type;
    final Map<String, Value> fields = new HashMap<>();
    /** Whether fully_shard made its forward collective. */
    boolean sharded;

    private final String identity;

    Instance(ClassValue type, String identity, Open origin) {
        super(false, origin);
        this.type = type;
        this.identity = identity;
    }

    @Override
    public String key() {
        return identity;
    }
}
