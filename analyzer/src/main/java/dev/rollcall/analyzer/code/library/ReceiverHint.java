package dev.rollcall.analyzer.code.library;

import java.util.List;
import java.util.Set;

/**
 * What a function shows of the object of a Python call or attribute whose class is not declared there.
 *
 * @param types the classes that its value or an annotation names, the program's with their supertypes; the nearest first
 * @param members the attributes of the same variable that the function uses
 * @param name the variable's, parameter's or attribute's name; empty for a temporary
 */
public record ReceiverHint(List<String> types, Set<String> members, String name) {
    /** Stands among the types for the class of a communicator, whichever library made it. */
    public static final String COMMUNICATOR = "communicator";

    /** Shows nothing. */
    public static final ReceiverHint NONE = new ReceiverHint(List.of(), Set.of(), "");

    /** Makes the collections immutable. */
    public ReceiverHint {
        types = List.copyOf(types);
        members = Set.copyOf(members);
    }
}
