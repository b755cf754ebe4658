package dev.rollcall.analyzer.code.value;

import dev.rollcall.analyzer.code.form.FunctionId;
import java.util.Optional;

/** What functions of the program return, for values that are functions. */
public interface FunctionResults {
    /** Knows no function. */
    FunctionResults NONE = function -> Optional.empty();

    /** Returns a function's result over its {@link Value.Parameter}s and {@link Value.Captured}; empty where unknown. */
    Optional<Value> result(FunctionId function);
}
