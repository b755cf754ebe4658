package dev.rollcall.analyzer.code.form;

/** A place outside of the local variables that is read or written. */
public sealed interface Place {

    /** Returns whether it is a field or global variable of that name, whatever has it. */
    default boolean isNamed(String name) {
        return this instanceof Field field && field.name().equals(name)
                || this instanceof Global global && global.name().equals(name);
    }

    /**
     * A field or attribute of an object. A class's own attribute is a field of the class: {@code of} is its {@link Literal.Name}.
     *
     * @param owner the static type's name; empty where unknown
     */
    record Field(Operand of, String owner, String name) implements Place {}

    /** A static field of a Java class of the program, or a variable of a Python module. */
    record Global(String unit, String name) implements Place {}

    /** An element of an array or collection; also an element that is unpacked, by its index. */
    record Item(Operand of, Operand key) implements Place {}

    /**
     * In Python, a variable of an enclosing function. The enclosing function itself has its own variable here if a function in it assigns
     * it, or reads it after it changed: no {@code Closure} binds such a variable.
     */
    record Captured(String name) implements Place {}
}
