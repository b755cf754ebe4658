package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Value;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A class of the program. */
final class ClassValue extends Value {
    final String name;
    final List<Value> bases;
    final Scope members;
    /** The fields of a dataclass that it declares itself; null where it is none. */
    private final List<String> declared;

    ClassValue(String name, List<Value> bases, Scope members, List<String> declared) {
        super(false, null);
        this.name = name;
        this.bases = List.copyOf(bases);
        this.members = members;
        this.declared = declared;
    }

    /** Returns a member of the class or of a class that it extends; null where the program has none. */
    Value member(String wanted) {
        Value own = members.variables.get(wanted);
        if (own != null) {
            return own;
        }
        for (Value base : bases) {
            Value inherited = base instanceof ClassValue known ? known.member(wanted) : null;
            if (inherited != null) {
                return inherited;
            }
        }
        return null;
    }

    /** Returns whether it is a dataclass, or extends one. */
    boolean isData() {
        return declared != null || bases.stream().anyMatch(base -> base instanceof ClassValue known && known.isData());
    }

    /** Returns the fields of a dataclass in the order of its constructor's parameters. */
    List<String> allFields() {
        Set<String> all = new LinkedHashSet<>();
        for (Value base : bases) {
            if (base instanceof ClassValue known) {
                all.addAll(known.allFields());
            }
        }
        if (declared != null) {
            all.addAll(declared);
        }
        return List.copyOf(all);
    }

    /** Returns whether it is, or extends, a class whose name ends so. */
    boolean isA(String suffix) {
        return name.endsWith(suffix)
                || bases.stream()
                        .anyMatch(base -> base instanceof ClassValue known
                                ? known.isA(suffix)
                                : base instanceof Library library && library.name.endsWith(suffix));
    }

    @Override
    public String key() {
        return "class " + name;
    }
}
