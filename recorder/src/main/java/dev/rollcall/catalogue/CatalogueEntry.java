package dev.rollcall.catalogue;

import java.util.List;
import java.util.Optional;

/**
 * One method of a library, or all its overloads. Immutable and thread-safe.
 *
 * @param library the library's name, such as {@code c10d}
 * @param className the declaring class, as {@link Class#getName()} writes it
 * @param method the method's name
 * @param parameterTypes the parameters' types as Java source writes them, simple or qualified; empty for all overloads
 * @param kind what the method is
 * @param operation the word after the kind: a call's operation, such as {@code all_reduce}, or the kind of a store or copy;
 *     else empty
 * @param roles the meanings of the parameters, in order; further parameters are ignored
 * @param ending how the end of the method shows
 */
public record CatalogueEntry(
        String library,
        String className,
        String method,
        Optional<List<String>> parameterTypes,
        EntryKind kind,
        String operation,
        List<ArgumentRole> roles,
        CompletionSign ending) {

    /** Makes the lists immutable. */
    public CatalogueEntry {
        // Without a lambda, which would cost more at the start of a JVM than all entries.
        parameterTypes = parameterTypes.isPresent() ? Optional.of(List.copyOf(parameterTypes.get())) : parameterTypes;
        roles = List.copyOf(roles);
    }

    /**
     * Returns whether a method is one of this entry.
     *
     * @param descriptor the method's descriptor (JVM specification, 4.3.3)
     */
    public boolean matches(String name, String descriptor) {
        return method.equals(name)
                && parameterTypes
                        .map(types -> DescriptorTypes.match(types, descriptor))
                        .orElse(true);
    }

    /** Returns the method as a catalogue file writes it, with parameter types if the entry has them. */
    public String signature() {
        return method
                + parameterTypes
                        .map(types -> "(" + String.join(",", types) + ")")
                        .orElse("");
    }
}
