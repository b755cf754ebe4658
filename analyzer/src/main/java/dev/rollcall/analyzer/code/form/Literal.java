package dev.rollcall.analyzer.code.form;

/**
 * A constant of the source.
 *
 * @param value null (Python's {@code None}), or a {@link Boolean}, {@link Long}, {@link Double}, {@link String} or {@link Name};
 *     Java's narrower numbers are widened, a Java boolean is 0 or 1 unless the front end knows better
 */
public record Literal(Object value) implements Operand {

    /**
     * A class, module, enum constant or constant of a library, used as a value.
     *
     * @param name its full name: {@code torch.float32}, {@code torch.distributed.all_reduce}, {@code demo.Colour.RED}, or a
     *     {@link CodeType#name()}
     */
    public record Name(String name) {}

    /** Checks the value's class. */
    public Literal {
        if (!(value == null
                || value instanceof Boolean
                || value instanceof Long
                || value instanceof Double
                || value instanceof String
                || value instanceof Name)) {
            throw new IllegalArgumentException("not a literal: " + value.getClass());
        }
    }

    /** Returns the literal of a class, module or library constant. */
    public static Literal name(String name) {
        return new Literal(new Name(name));
    }
}
