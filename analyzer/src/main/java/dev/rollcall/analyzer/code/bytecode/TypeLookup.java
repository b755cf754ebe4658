package dev.rollcall.analyzer.code.bytecode;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Finds the classes of the program. */
interface TypeLookup {

    /** Returns a class of the program by its name; empty for a library's. */
    Optional<ClassFile> find(String type);

    /** Returns the first class among a class and what it extends and implements that fulfils a condition. */
    default Optional<ClassFile> find(String type, Predicate<ClassFile> condition) {
        Set<String> seen = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(type));
        while (!open.isEmpty()) {
            String next = open.remove();
            Optional<ClassFile> found = seen.add(next) ? find(next) : Optional.empty();
            if (found.filter(condition).isPresent()) {
                return found;
            }
            found.ifPresent(each -> open.addAll(each.type().supers()));
        }
        return Optional.empty();
    }

    /** Returns the method with code that a class declares or inherits; empty if a library's runs. */
    default Optional<ClassFile.Method> method(String type, String nameAndDescriptor) {
        return find(type, each -> each.type().methods().containsKey(nameAndDescriptor))
                .flatMap(each -> each.method(nameAndDescriptor));
    }

    /** Returns the class that declares a field; the type itself where that is not known. */
    default String declaring(String type, String field) {
        return find(type, each -> each.type().fieldTypes().containsKey(field))
                .map(ClassFile::name)
                .orElse(type);
    }
}
