package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.value.Value;
import java.util.List;

/**
 * What a function does, over its parameters. Immutable and thread-safe.
 *
 * @param word its collective calls; its end {@link PathEnd#RETURN} is {@link PathEnd#FALL} in the caller
 * @param result what it returns; {@link Value.Constant#NULL} without a result
 * @param effects what it changes, in order
 * @param atBlock what it has changed where the block of a context manager runs; empty for other functions
 */
public record Summary(Word word, Value result, List<Effect> effects, List<Effect> atBlock) {
    /** Makes the lists immutable. */
    public Summary {
        effects = List.copyOf(effects);
        atBlock = List.copyOf(atBlock);
    }

    /** Makes the summary of a function around which no block runs. */
    public Summary(Word word, Value result, List<Effect> effects) {
        this(word, result, effects, List.of());
    }
}
