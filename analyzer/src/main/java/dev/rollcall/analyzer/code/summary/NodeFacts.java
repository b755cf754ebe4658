package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.value.Value;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What the analysis of a function found at its instructions, over the function's parameters. */
public interface NodeFacts {

    /** Returns the condition of a branch, the loop over an {@code Advance}, or whether a handler runs; empty for others. */
    Optional<Value> condition(int instruction);

    /** Returns the functions of the program that an instruction may call, with their summaries applied to its arguments. */
    List<Word.Call> calls(int instruction);

    /** Returns the values of a call's arguments, the object of a method first. */
    List<Value> arguments(int instruction);

    /**
     * Returns what the function stores in a field of objects of a class that are not its own.
     *
     * @param ofType whether of the class, or module, itself, and not of its objects
     */
    Set<Value> stored(String type, String field, boolean ofType);

    /** Returns the collective calls of an instruction. */
    Word word(int instruction);

    /**
     * Returns a value of a called function as it is in the call.
     *
     * @param callee a function of the program
     * @param value a value over its parameters
     * @return empty if the instruction does not call it
     */
    Optional<Value> inCall(int instruction, FunctionId callee, Value value);
}
