package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Open;
import dev.rollcall.analyzer.scan.run.Value;

/** A module, class or function that is not among the sources, by its full name. Immutable. */
final class Library extends Value {
    final String name;

    Library(String name, Open origin) {
        super(false, origin);
        this.name = name;
    }

    /** Returns the name without its modules. */
    String last() {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    @Override
    public String key() {
        return name;
    }
}
