package dev.rollcall.analyzer.code.form;

/**
 * The name of a function of the program: a Java method, or a Python {@code def}, lambda, class body or module body. Unique in the
 * program.
 *
 * @param unit the unit that defines it, as {@link CodeUnit#name()}
 * @param owner the type that declares it, as {@link CodeType#name()}; empty for functions of a module
 * @param name its name; of a Python function in another one {@code outer.inner}, with {@code @line} behind it where a unit has
 *     several of one name; {@code <module>}, {@code <body>} of a class, {@code <lambda>@line}; Java's own names otherwise
 * @param descriptor the descriptor of a Java method (JVM specification, 4.3.3); empty in Python
 */
public record FunctionId(String unit, String owner, String name, String descriptor) {

    /** As a record's, which costs several times as much in code that the JVM's quick compiler makes: it does not inline method handles. */
    @Override
    public int hashCode() {
        return 31 * (31 * (31 * unit.hashCode() + owner.hashCode()) + name.hashCode()) + descriptor.hashCode();
    }

    @Override
    public String toString() {
        return (owner.isEmpty() ? unit : owner) + "." + name;
    }
}
