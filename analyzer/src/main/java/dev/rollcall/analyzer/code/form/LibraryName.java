package dev.rollcall.analyzer.code.form;

import java.util.Set;

/**
 * A name of a library, and what shows that a program means that library by it. Immutable and thread-safe.
 *
 * @param name the name, such as {@code all_reduce}
 * @param modules the modules that define it, directly or in a module below them; empty if the name alone says enough
 * @param types the classes that have it as a member, and the classes and attributes through which their objects are got; empty for what a
 *     module has itself
 * @param signs members and variables that such an object is known by, those that are called after its class included
 */
public record LibraryName(String name, Set<String> modules, Set<String> types, Set<String> signs) {
    /** Makes the sets immutable. */
    public LibraryName {
        modules = Set.copyOf(modules);
        types = Set.copyOf(types);
        signs = Set.copyOf(signs);
    }

    /** Returns a name that says enough alone. */
    public static LibraryName of(String name) {
        return new LibraryName(name, Set.of(), Set.of(), Set.of());
    }
}
