package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.value.Value;

/**
 * What a call changes beside its result: an object or place has another value afterwards. A field that is stored, an object that a
 * mutator changes, a buffer that a collective makes the same on all ranks.
 *
 * @param place what is changed: a {@link Value.FieldOf}, or the object itself
 * @param value its value afterwards, gated by the conditions under which it is changed
 */
public record Effect(Value place, Value value) {}
