package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.value.LoopId;
import java.util.Optional;

/** How a part of a function ends. */
public sealed interface PathEnd {
    PathEnd FALL = new Fall();
    PathEnd RETURN = new Return();
    PathEnd ABORT = new Abort();
    PathEnd UNKNOWN_THROW = new Throw("");

    /** Returns whether it says that something went wrong: an exception, or an exit with such a code. */
    default boolean isFailure() {
        return this instanceof Throw
                || this instanceof Exit exit && exit.fails()
                || this instanceof Caught caught
                        && caught.leaves()
                        && caught.end().isFailure();
    }

    /** Returns the type of the exception that ends the part, {@code ""} for an unknown one; empty if none does. */
    default Optional<String> thrownType() {
        if (this instanceof Throw exception) {
            return Optional.of(exception.type());
        }
        return this instanceof Exit exit ? exit.exception() : Optional.empty();
    }

    /** Control goes on to what follows. */
    record Fall() implements PathEnd {
        /** As a record's; {@code Value} says why. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Fall;
        }
    }

    /** The function returns. */
    record Return() implements PathEnd {}

    /**
     * The process ends.
     *
     * @param fails whether the exit code says that something went wrong, so that the program means the way no more than an exception
     * @param exception the type of the exception that ends it, and that a handler may take; empty without one
     */
    record Exit(boolean fails, Optional<String> exception) implements PathEnd {}

    /** All processes of the job end, so that none waits for another. */
    record Abort() implements PathEnd {}

    /** An exception is thrown; the type is empty where unknown. */
    record Throw(String type) implements PathEnd {
        /** As a record's; {@code Value} says why. */
        @Override
        public boolean equals(Object other) {
            return this == other || other instanceof Throw that && type.equals(that.type);
        }
    }

    /**
     * An exception is on its way through a handler that may throw it again: an end of parts of a function alone.
     *
     * @param end how it would end the function
     * @param handler the handler's first instruction
     * @param at where control goes on: behind that instruction, or behind a loop that the handler leaves
     * @param leaves whether the handler always throws it again, and no other handler of the function takes it then
     */
    record Caught(PathEnd end, int handler, int at, boolean leaves) implements PathEnd {}

    /**
     * A handler throws again what it caught: an end of parts of a function alone.
     *
     * @param at the instruction that throws
     */
    record Rethrow(int at) implements PathEnd {}

    /** The loop goes on to its next pass. */
    record Next(LoopId loop) implements PathEnd {}

    /**
     * Control leaves a loop.
     *
     * @param target the instruction after the loop at which it goes on
     */
    record Leave(LoopId loop, int target) implements PathEnd {}
}
