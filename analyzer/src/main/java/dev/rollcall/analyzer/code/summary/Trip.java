package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.value.Value;

/** How often a loop's body runs, apart from the ends of its body that leave it. */
public sealed interface Trip {

    /** A number of times that is known on entry. */
    record Times(Value number) implements Trip {}

    /** Once for each element. */
    record Over(Value iterable) implements Trip {}

    /** Until the body leaves it: the condition of a {@code while} is a {@link Word.Split} of the body. */
    record While() implements Trip {}
}
