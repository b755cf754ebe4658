package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.SourcePlace;
import dev.rollcall.analyzer.code.value.Value;

/**
 * A condition that chooses between two words.
 *
 * @param condition its value
 * @param text its text in the source; empty where unknown
 * @param place its line
 * @param kind what it stands for
 */
public record Guard(Value condition, String text, SourcePlace place, Kind kind) {

    /** What a guard stands for. */
    public enum Kind {
        /** A branch of the source. */
        BRANCH,
        /** A branch that asks for what its function stores: whether something is still to be made. */
        ONCE,
        /** The condition of a loop. */
        LOOP,
        /** Whether a library's call throws to a handler. */
        HANDLER,
        /** What a library's decorator, context manager or wrapper asks. */
        DECORATOR,
        /** Which method the class of an object selects. */
        DISPATCH,
        /** Whether a library calls a function that it got. */
        CALLBACK
    }

    /** Few guards on one condition stand in two places. */
    @Override
    public int hashCode() {
        return 31 * condition.hashCode() + place.line();
    }

    /** Returns whether the source has the condition. */
    public boolean isWritten() {
        return kind != Kind.DISPATCH && kind != Kind.CALLBACK;
    }
}
