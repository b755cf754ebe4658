package dev.rollcall.analyzer.code.form;

/**
 * A local variable, parameter or temporary of one function.
 *
 * @param number its number in the function, from 0; no two variables of a function share one
 * @param name its name in the source; empty for a temporary, and for a Java variable without debug information
 * @param type the declared or annotated type; empty where unknown
 */
public record Variable(int number, String name, String type) implements Operand {

    /** Returns whether the source has no such variable. */
    public boolean isTemporary() {
        return name.isEmpty();
    }
}
