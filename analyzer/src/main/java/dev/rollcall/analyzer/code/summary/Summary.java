package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.value.Value;
import java.util.List;

/**
 * What a function does, over its parameters. Immutable and thread-safe.
 *
 * @param word its collective calls; its end {@link PathEnd#RETURN} is {@link PathEnd#FALL} in the caller
 * @param result what it returns; {@link Value.Constant#NULL} without a result
 * @param effects what it changes, in order
 */
public record Summary(Word word, Value result, List<Effect> effects) {
    /** Makes the list immutable. */
    public Summary {
        effects = List.copyOf(effects);
    }
}
