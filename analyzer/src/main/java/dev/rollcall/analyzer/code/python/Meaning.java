package dev.rollcall.analyzer.code.python;

import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.Variable;

/** What a name in the source stands for. */
sealed interface Meaning {

    /** A function of a module of the program. */
    record Function(FunctionId id) implements Meaning {}

    /** A class of the program, as {@link dev.rollcall.analyzer.code.form.CodeType#name()}. */
    record Type(String name) implements Meaning {}

    /** A module of the program, by its unit's name. */
    record Unit(String name) implements Meaning {}

    /** A module, function, class or constant of a library, or a builtin, by its full name. */
    record Library(String name) implements Meaning {}

    /** A variable of a module of the program. */
    record Global(String unit, String name) implements Meaning {}

    /** An attribute or method of a class of the program, named by the class. */
    record Attribute(String type, String name) implements Meaning {}

    /** A local variable. */
    record Local(Variable variable) implements Meaning {}

    /** A variable that a function shares with functions in it. */
    record Captured(String name) implements Meaning {}

    /** The function in which the name is used, or one around it, by its definition. */
    record Enclosing(SyntaxNode definition) implements Meaning {}
}
