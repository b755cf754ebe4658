package dev.rollcall.analyzer.code.form;

import java.util.List;
import java.util.stream.Stream;

/**
 * An argument of a call, in the order of the source.
 *
 * @param name empty for a positional argument, the keyword of a named one, {@link #SEQUENCE} or {@link #MAPPING} for a spread one
 * @param value what is passed
 */
public record Argument(String name, Operand value) {
    /** The name of {@code *value}. */
    public static final String SEQUENCE = "*";

    /** The name of {@code **value}. */
    public static final String MAPPING = "**";

    /** Returns a positional argument. */
    public static Argument of(Operand value) {
        return new Argument("", value);
    }

    /** Returns positional arguments. */
    public static List<Argument> of(Operand... values) {
        return Stream.of(values).map(Argument::of).toList();
    }

    /** Returns whether the callee gets the value at this argument's position. */
    public boolean isPositional() {
        return name.isEmpty();
    }

    /** Returns whether the callee gets the value by its name. */
    public boolean isNamed() {
        return !isPositional() && !name.equals(SEQUENCE) && !name.equals(MAPPING);
    }
}
