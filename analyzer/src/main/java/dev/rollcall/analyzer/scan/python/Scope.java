package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Value;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The variables of a function, a class or a module, and those around it. */
final class Scope {
    final Scope outer;
    final PythonFile file;
    final Map<String, Value> variables = new HashMap<>();
    /** Variables that belong to a scope further out. */
    final Set<String> elsewhere = new HashSet<>();

    Scope(Scope outer, PythonFile file) {
        this.outer = outer;
        this.file = file;
    }

    /** Returns a variable's value; null where no scope has it. */
    Value find(String name) {
        for (Scope each = this; each != null; each = each.outer) {
            Value value = each.variables.get(name);
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    void set(String name, Value value) {
        Scope owner = this;
        if (elsewhere.contains(name)) {
            owner = outer;
            while (owner.outer != null && !owner.variables.containsKey(name)) {
                owner = owner.outer;
            }
        }
        owner.variables.put(name, value);
    }
}
