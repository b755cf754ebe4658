package dev.rollcall.analyzer.code.library;

import java.util.List;

/**
 * What a library's file says about a function, class, attribute or method. Immutable and thread-safe.
 *
 * @param library the library's name
 * @param modules the modules that define it, directly or in a package below them; Java's packages are modules, too
 * @param types the classes that have it as a member, by simple name; none for what a module has itself
 * @param name its name
 * @param attribute whether it is read and not called
 */
record LibraryEntry(
        String library, List<String> modules, List<String> types, String name, boolean attribute, LibraryFact fact) {
    LibraryEntry {
        modules = List.copyOf(modules);
        types = List.copyOf(types);
    }
}
