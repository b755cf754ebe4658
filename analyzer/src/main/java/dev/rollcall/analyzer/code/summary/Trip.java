package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.value.Value;

/** How often a loop's body runs, apart from the ends of its body that leave it. */
public sealed interface Trip {

    /** A number of times that is known on entry. */
    record Times(Value number) implements Trip {}

    /** Once for each element. */
    record Over(Value iterable) implements Trip {}

    /**
     * Until the body leaves it: the condition of a {@code while} is a {@link Word.Split} of the body.
     *
     * @param mayStay whether a rank may stay for ever, as in {@code while rank == 0}: a condition that ends the loop reads nothing that
     *     others may change meanwhile, and nothing that passes change
     */
    record While(boolean mayStay) implements Trip {}
}
