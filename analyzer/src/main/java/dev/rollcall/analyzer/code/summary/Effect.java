package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.SourcePlace;
import dev.rollcall.analyzer.code.value.Value;

/** What a call changes beside its result. */
public sealed interface Effect {

    /** A collective makes a buffer the same on all ranks; a value that contains {@code buffer} is replaced in it. */
    record Agrees(Value buffer, String operation, SourcePlace place) implements Effect {}

    /**
     * An object or place has another value afterwards: a field that is stored, an object that a mutator changes.
     *
     * @param place what is changed: a {@link Value.FieldOf}, or the object itself
     * @param value its value afterwards, gated by the conditions under which it is changed
     */
    record Becomes(Value place, Value value) implements Effect {}
}
