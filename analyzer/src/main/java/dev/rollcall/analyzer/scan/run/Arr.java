package dev.rollcall.analyzer.scan.run;

import java.util.HashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/** An array. Mutable, as the array is. */
final class Arr extends Value {
    private static final int MOST_IN_KEY = 32;

    /** The element's descriptor. */
    final String element;

    final Value length;
    final Map<Integer, Value> elements = new HashMap<>();
    private final String identity;
    /** What an element is that was never set; null for zero. */
    String rest;

    Arr(String element, Value length, String identity, String rest, boolean ranked, Open origin) {
        super(ranked, origin);
        this.element = element;
        this.length = length;
        this.identity = identity;
        this.rest = rest;
    }

    /** Returns the element's content, in which two arrays can be equal that are not the same. */
    @Override
    public String key() {
        if (rest != null || elements.size() > MOST_IN_KEY) {
            return Keys.shorten(identity + "[" + length.key() + "]");
        }
        StringJoiner text = new StringJoiner(",", element + "[" + length.key() + "]{", "}");
        new TreeMap<>(elements).forEach((index, value) -> text.add(index + ":" + (value == this ? "" : value.key())));
        return Keys.shorten(text.toString());
    }

    @Override
    public boolean ranked() {
        return super.ranked() || elements.values().stream().anyMatch(each -> each != this && each.ranked());
    }

    /** Returns another array of the same content. */
    Arr copy(Open open) {
        Arr copy = new Arr(element, length, identity, rest, super.ranked(), open);
        copy.elements.putAll(elements);
        return copy;
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

    /** Returns the zero of the element's type. */
    Value zero() {
        return Zero.of(element);
    }
}
