package dev.rollcall.analyzer.code.form;

import java.util.List;

/**
 * An instruction. Where it may go is {@link CodeFunction#next}: nowhere for {@link Return} and {@link Throw}, two ways for {@link
 * Branch}, {@link Advance} and most {@link Catch}, one for all others. In addition an instruction that {@link #mayThrow} goes to
 * its handler, if it has one.
 */
public sealed interface Instruction {

    /** Sets a variable. */
    record Assign(Variable to, Expression value) implements Instruction {}

    /** Writes a place. */
    record Store(Place to, Operand value) implements Instruction {}

    /**
     * Calls a function.
     *
     * @param to the variable that holds the result, or the object that a constructor makes; null where it is not used
     */
    record Invoke(Variable to, Callee callee, List<Argument> arguments) implements Instruction {
        public Invoke {
            arguments = List.copyOf(arguments);
        }
    }

    /** Goes to the first of its successors if the condition holds, else to the second. */
    record Branch(Operand condition) implements Instruction {}

    /**
     * Takes the next element: Python's {@code for} and comprehensions. It is the header of its loop, which begins with the first
     * element whenever it is entered from outside. Goes to the first successor with an element, else to the second.
     */
    record Advance(Variable item, Operand of) implements Instruction {}

    /**
     * The head of an exception handler. Goes to the first successor if the exception is of one of the types, else to the second:
     * the next handler, or {@link CodeFunction#LEAVES}. Without types it takes every exception, and has one successor.
     *
     * @param to the variable that holds the exception; null where it is not used
     */
    record Catch(Variable to, List<String> types) implements Instruction {
        public Catch {
            types = List.copyOf(types);
        }
    }

    /**
     * Throws an exception to the handler of this instruction, or out of the function.
     *
     * @param type the static type of the exception; empty where unknown, as where a handler throws again what it caught
     */
    record Throw(Operand value, String type) implements Instruction {}

    /** Leaves the function with a result; null in a function without one. */
    record Return(Operand value) implements Instruction {}

    /** Gives an element to the loop that a generator feeds, or control to the block of a {@code with}. */
    record Yield(Operand value) implements Instruction {}

    /**
     * Enters the block of a {@code with}. Every way out of the block (its end, {@code return}, {@code break}, {@code continue}, an
     * exception) passes a {@link LeaveContext} with the same manager. {@code with contextlib.suppress(T)} is a handler instead.
     *
     * @param to the variable behind {@code as}; null without one
     * @param manager the value of the expression behind {@code with}
     */
    record EnterContext(Variable to, Operand manager) implements Instruction {}

    /** Leaves the block of a {@code with}. */
    record LeaveContext(Operand manager) implements Instruction {}

    /** Does nothing: a place where ways meet, or a mark for a line. */
    record Nothing() implements Instruction {}

    /** Returns the variable that the instruction sets; null without one. */
    default Variable assigned() {
        if (this instanceof Assign assign) {
            return assign.to();
        }
        if (this instanceof Invoke call) {
            return call.to();
        }
        if (this instanceof Advance advance) {
            return advance.item();
        }
        if (this instanceof Catch handler) {
            return handler.to();
        }
        return this instanceof EnterContext enter ? enter.to() : null;
    }

    /**
     * Returns whether the handler of the instruction is reachable from it. Failures of arithmetic and of conversions by an operator
     * do not count.
     */
    default boolean mayThrow() {
        if (this instanceof Assign assign) {
            return assign.value() instanceof Expression.Load load
                    && (load.from() instanceof Place.Item || load.from() instanceof Place.Field);
        }
        return this instanceof Invoke
                || this instanceof Throw
                || this instanceof Advance
                || this instanceof EnterContext
                || this instanceof LeaveContext;
    }
}
