package dev.rollcall.analyzer.code.match;

import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.summary.CollectiveCall;
import dev.rollcall.analyzer.code.summary.Guard;
import dev.rollcall.analyzer.code.summary.PathEnd;
import dev.rollcall.analyzer.code.value.Value;
import java.util.Map;
import java.util.Optional;

/**
 * The calls of one rank, as a tree: what follows a call is part of it, and only conditions that are the same on all ranks are left.
 * Immutable. Made by {@link NormalForms}; parts are shared, so walk forms by their shapes.
 */
sealed interface NormalForm {

    /** Returns a number that two forms share if they make the same calls. */
    int shape();

    /** Nothing follows. */
    record End(int shape, PathEnd how) implements NormalForm {}

    /** Nothing follows, and a condition that is the same on all ranks decides whether that is a failure: of no weight in the shape. */
    record EitherEnd(int shape, Value condition, NormalForm yes, NormalForm no) implements NormalForm {}

    /** A call, and what follows. */
    record Item(int shape, Step step, NormalForm next) implements NormalForm {}

    /**
     * A condition that is the same on all ranks, or taken to be; the guard's own or its opposite.
     *
     * @param ofRank whether it is what one rank sees of a condition on the rank, of which others see another
     */
    record Choice(int shape, Guard guard, Value condition, boolean ofRank, NormalForm yes, NormalForm no)
            implements NormalForm {}

    /**
     * A loop that all ranks run equally often, or are taken to.
     *
     * @param guard its number of passes
     * @param depth the number of loops around it
     * @param passes what its number of passes depends on
     * @param after what follows its last pass; empty where only its body leaves it
     * @param once whether its body is run, and leads to no further pass: the loop equals its body
     */
    record Loop(
            int shape, Guard guard, int depth, Object passes, NormalForm body, Optional<NormalForm> after, boolean once)
            implements NormalForm {}

    /** The next pass of the loop with this depth. */
    record Again(int shape, int depth) implements NormalForm {}

    /**
     * A guard at which the rank decided, of no weight in the shape.
     *
     * @param way what it decided: a {@link Boolean}, or a number of passes
     * @param closed whether the guard is over here, and both of its ways go on
     */
    record Passed(int shape, Guard guard, Object way, boolean closed, NormalForm next) implements NormalForm {}

    /** A function that is not known, taken to call nothing. */
    record Gap(int shape, FunctionId function, NormalForm next) implements NormalForm {}

    /**
     * One call.
     *
     * @param key what must be equal beside the fields: operation and communicator, or a recursive call
     * @param communicator the collective's, as all ranks see it; empty for a recursive call
     * @param call the collective; empty for a recursive call
     * @param fields those fields whose values are known
     */
    record Step(
            Object key,
            Optional<Value> communicator,
            Optional<CollectiveCall> call,
            Map<CollectiveCall.Field, Object> fields) {
        /** Makes a call that is not known to be a collective. */
        Step(Object key) {
            this(key, Optional.empty(), Optional.empty(), Map.of());
        }
    }
}
