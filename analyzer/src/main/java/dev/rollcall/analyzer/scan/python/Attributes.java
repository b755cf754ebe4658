package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Keys;
import dev.rollcall.analyzer.scan.run.Value;
import java.util.List;
import java.util.Set;

/** What is attached to objects, classes, modules and libraries. */
final class Attributes {
    private static final Set<String> OF_LIGHTNING =
            Set.of("trainer", "strategy", "fabric", "training_type_plugin", "accelerator_connector");

    private final PythonRun run;

    Attributes(PythonRun run) {
        this.run = run;
    }

    Value get(Value object, String name) {
        Value found = find(object, name);
        if (found instanceof Method method && method.function != null && method.function.property) {
            return run.invocations.invoke(method.function, List.of(object), java.util.Map.of(), null);
        }
        if (found != null) {
            return found;
        }
        Value meant = name.startsWith("get_") ? null : run.meaning(name);
        if (meant != null) {
            return meant;
        }
        Unknown made = run.unknown(Keys.shorten(object.key() + "." + name), object.ranked());
        if (name.equals("accelerator")) {
            made.kind = Unknown.Kind.ACCELERATOR;
        } else if (OF_LIGHTNING.contains(name)) {
            made.kind = Unknown.Kind.LIGHTNING;
        }
        if (object instanceof Unknown unknown) {
            unknown.attributes.put(name, made);
        } else if (object instanceof Instance instance) {
            instance.fields.put(name, made);
        }
        return made;
    }

    /** Returns what is called where an attribute is called. */
    Value callee(Value object, String name) {
        Value found = find(object, name);
        return found != null ? found : new Method(object, name, null);
    }

    private Value find(Value object, String name) {
        if (object instanceof Instance instance) {
            Value field = instance.fields.get(name);
            return field != null ? field : bound(instance.type.member(name), object);
        }
        if (object instanceof ClassValue type) {
            return type.member(name);
        }
        if (object instanceof Super above) {
            for (Value base : above.bases) {
                Value member = base instanceof ClassValue type ? bound(type.member(name), above.self) : null;
                if (member != null) {
                    return member;
                }
            }
            return null;
        }
        if (object instanceof ModuleValue module) {
            return module.scope.get(name);
        }
        if (object instanceof Library library) {
            Value module = new Imports(run).module(library.name + "." + name);
            return module instanceof ModuleValue ? module : new Library(library.name + "." + name, run.open);
        }
        if (object instanceof Unknown unknown) {
            boolean wraps = name.equals("module") && unknown.inner != null;
            return wraps ? unknown.inner : unknown.attributes.get(name);
        }
        return null;
    }

    private static Value bound(Value member, Value self) {
        return member instanceof Function function && function.bound
                ? new Method(self, function.name, function)
                : member;
    }

    void set(Value object, String name, Value value) {
        if (object instanceof Instance instance) {
            instance.fields.put(name, value);
        } else if (object instanceof Unknown unknown) {
            unknown.attributes.put(name, value);
        } else if (object instanceof ModuleValue module) {
            module.scope.force(name);
            module.scope.variables.put(name, value);
        } else if (object instanceof ClassValue type) {
            type.members.variables.put(name, value);
        }
    }
}
