package dev.rollcall.analyzer.code.trace;

import dev.rollcall.analyzer.code.bytecode.ClassUnits;
import dev.rollcall.analyzer.code.form.CodeUnit;
import dev.rollcall.analyzer.code.form.UnitSource;
import dev.rollcall.catalogue.Catalogue;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The classes of a job's class path that are near its stacks: what the stacks name and, up to a limit, what that refers to. The packages
 * of libraries that the catalogue knows are left out. Not thread-safe.
 */
final class NearClasses implements UnitSource {
    /** Large enough for every answer that 2,000 classes gave in the recorded jobs, in a twentieth of the time. */
    private static final int MOST_CLASSES = 400;

    private final ClassUnits all;
    private final Set<String> libraries = new HashSet<>();
    private final Set<String> named = new HashSet<>();
    private final Set<String> read = new HashSet<>();

    NearClasses(ClassUnits all, Catalogue catalogue) {
        this.all = all;
        catalogue.classNames().forEach(each -> libraries.add(packageOf(each)));
    }

    private static String packageOf(String type) {
        return type.substring(0, type.lastIndexOf('.') + 1);
    }

    /** Takes a class that a stack names; it is read whatever the limit. */
    void add(String type) {
        named.add(type);
    }

    @Override
    public Optional<CodeUnit> unit(String name) {
        boolean near = named.contains(name)
                || read.contains(name)
                || read.size() < MOST_CLASSES && !libraries.contains(packageOf(name));
        Optional<CodeUnit> unit = near ? all.unit(name) : Optional.empty();
        unit.ifPresent(each -> read.add(name));
        return unit;
    }

    @Override
    public Collection<String> names() {
        return List.of();
    }

    @Override
    public List<Unread> unread() {
        return all.unread();
    }
}
