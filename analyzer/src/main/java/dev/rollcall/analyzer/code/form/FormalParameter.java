package dev.rollcall.analyzer.code.form;

import java.util.Optional;

/**
 * A parameter of a function.
 *
 * @param variable the variable that holds the argument on entry
 * @param kind which arguments it takes
 * @param fallback the default, for calls that leave the argument out; never what the parameter "is". A default that is no literal
 *     is the {@link Literal.Name} of its text, or of the class's attribute that holds it
 */
public record FormalParameter(Variable variable, Kind kind, Optional<Literal> fallback) {

    /** Which arguments a parameter takes. */
    public enum Kind {
        /** One argument, by position or name. */
        PLAIN,
        /** One argument, by name alone. */
        KEYWORD,
        /** The tuple of the positional arguments that are left: {@code *args}. Java's array is a plain parameter. */
        REST,
        /** The map of the named arguments that are left: {@code **kwargs}. */
        NAMED_REST
    }

    /** Returns a plain parameter without a default. */
    public static FormalParameter of(Variable variable) {
        return new FormalParameter(variable, Kind.PLAIN, Optional.empty());
    }
}
