package dev.rollcall.analyzer.code.summary;

import java.util.List;

/** A value or word of a pool as a key: compared as the object that it is, because to hash its parts would take most of the time. */
record Same(Object of) {

    /** Returns keys for objects of a pool. */
    static List<Same> all(List<?> objects) {
        return objects.stream().map(Same::new).toList();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Same same && same.of == of;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(of);
    }
}
