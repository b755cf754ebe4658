package dev.rollcall.analyzer.scan.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An object of a library, known by how it came about. Mutable, as the object is. */
final class Ext extends Value {
    final String type;
    /** What was set by a method of one parameter, by the method's name. */
    final Map<String, Value> properties = new HashMap<>();
    /** What the object was made of. */
    final List<Value> parts = new ArrayList<>();
    /** Whether it can be null. */
    final boolean nullable;

    /** The descriptor of the constructor that made it; null where another method did. */
    String constructor;

    Group group;
    Shape shape;
    Value stands;

    private final String identity;
    private String content;
    private boolean contentRanked;

    Ext(String type, String key, boolean nullable, boolean ranked, Open origin) {
        super(ranked, origin);
        this.type = type;
        this.identity = key;
        this.content = key;
        this.nullable = nullable;
        this.contentRanked = ranked;
    }

    /** Returns what the object was when it was made, by which it is told from other objects. */
    String identity() {
        return identity;
    }

    /** Says that the object now holds something else. */
    void become(String newContent, boolean ranked) {
        content = newContent;
        contentRanked = ranked;
    }

    @Override
    public String key() {
        return content;
    }

    /** By how it came about, so that sets and maps of them are in one order on all ranks. */
    @Override
    public int hashCode() {
        return identity.hashCode();
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public boolean ranked() {
        return contentRanked;
    }
}
