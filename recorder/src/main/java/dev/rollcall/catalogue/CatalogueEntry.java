package dev.rollcall.catalogue;

import java.util.List;
import java.util.Optional;

/**
 * One method that a library is known by. Immutable and thread-safe.
 *
 * @param library the library's name, such as {@code c10d}
 * @param className the declaring class, as {@link Class#getName()} writes it
 * @param method the method's name
 * @param parameterTypes the parameters' types as Java source writes them, simple or qualified; empty for all overloads
 * @param kind what the method is
 * @param operation for a call its operation's label, such as {@code all_reduce}; for a store its kind; for a copy from
 *     where to where it goes; else empty
 * @param roles what the parameters mean, first to last; parameters beyond the list are ignored
 * @param returnsWork whether the method returns a handle whose wait ends the call; otherwise the call ends on return
 */
public record CatalogueEntry(
        String library,
        String className,
        String method,
        Optional<List<String>> parameterTypes,
        EntryKind kind,
        String operation,
        List<ArgumentRole> roles,
        boolean returnsWork) {

    /** Makes the lists immutable. */
    public CatalogueEntry {
        parameterTypes = parameterTypes.map(List::copyOf);
        roles = List.copyOf(roles);
    }

    /**
     * Tells whether this entry means the given method.
     *
     * @param name the method's name
     * @param descriptor its descriptor, as the JVM specification (4.3.3) writes it
     */
    public boolean matches(String name, String descriptor) {
        return method.equals(name)
                && parameterTypes
                        .map(types -> DescriptorTypes.match(types, descriptor))
                        .orElse(true);
    }

    /** Returns the method as a catalogue file writes it, with its parameters if it names them. */
    public String signature() {
        return method
                + parameterTypes
                        .map(types -> "(" + String.join(",", types) + ")")
                        .orElse("");
    }
}
