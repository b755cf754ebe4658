package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The variables of a function, a class or a module, and those around it. */
class Scope {
    final Scope outer;
    final PythonFile file;
    /** Whether it is a class's, whose variables its methods do not see. */
    final boolean ofClass;

    /** The class whose scope it is; null where it is none's. */
    ClassValue type;

    final Map<String, Value> variables = new HashMap<>();
    /** Variables that belong to a scope further out. */
    final Set<String> elsewhere = new HashSet<>();
    /** Modules all of whose names are imported. */
    final List<Value> wildcards = new ArrayList<>();
    /** Modules can import all of each other. */
    private boolean searching;

    Scope(Scope outer, PythonFile file, boolean ofClass) {
        this.outer = outer;
        this.file = file;
        this.ofClass = ofClass;
    }

    /** Returns a variable of this scope alone; null where it has none of the name. */
    Value get(String name) {
        Value value = variables.get(name);
        if (value != null || searching) {
            return value;
        }
        searching = true;
        for (int i = wildcards.size() - 1; value == null && i >= 0; i--) {
            value = Imports.ofAll(wildcards.get(i), name);
        }
        searching = false;
        return value;
    }

    /** Makes sure that a variable has what the program gave it before. */
    void force(String name) {
        // Only modules wait with that.
    }

    /** Returns a variable's value; null where no scope has it. */
    Value find(String name) {
        for (Scope each = this; each != null; each = each.outer) {
            Value value = each.get(name);
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
            owner.force(name);
        }
        owner.variables.put(name, value);
    }
}
