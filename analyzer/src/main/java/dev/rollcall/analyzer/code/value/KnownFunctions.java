package dev.rollcall.analyzer.code.value;

import java.util.List;

/** What pure functions of libraries return for known arguments. */
public interface KnownFunctions {
    /** Knows no function. */
    KnownFunctions NONE = (function, arguments, calling) -> Evaluator.OPEN;

    /**
     * Returns the result; {@link Evaluator#OPEN} if the function or its result for these arguments is not known, or has more than {@link
     * Evaluator#MOST_ELEMENTS} elements. Arguments may be of any kind and number, and lists may hold open elements.
     *
     * @param function its name, as {@link Value.Result#function}
     * @param arguments known objects as {@link Evaluator#evaluate} returns them
     * @param calling calls an argument that is a function
     */
    Object apply(String function, List<Object> arguments, Calling calling);

    /** Calls functions. */
    interface Calling {
        /** Returns the result of a function that an argument holds; {@link Evaluator#OPEN} if it is none, or the result not known. */
        Object call(Object function, List<Object> arguments);
    }
}
