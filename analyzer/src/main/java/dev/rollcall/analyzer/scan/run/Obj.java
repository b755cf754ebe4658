package dev.rollcall.analyzer.scan.run;

import java.util.HashMap;
import java.util.Map;

/** An object of a class that the scan was given. Mutable, as the object is. */
final class Obj extends Value {
    final String type;
    final Map<String, Value> fields = new HashMap<>();
    /** Whether fields that were not set are unknown rather than zero. */
    final boolean outside;

    private final String key;

    Obj(String type, String key, boolean outside, boolean ranked, Open origin) {
        super(ranked, origin);
        this.type = type;
        this.key = key;
        this.outside = outside;
    }

    @Override
    public String key() {
        return key;
    }

    /** By how it came about, so that sets and maps of them are in one order on all ranks. */
    @Override
    public int hashCode() {
        return key.hashCode();
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }
}
