package dev.rollcall.analyzer.code.value;

/** Which ranks a communicator has. */
public sealed interface Members {

    /** All ranks of the job. */
    record All() implements Members {}

    /** The ranks in a list. */
    record Listed(Value ranks) implements Members {}

    /**
     * The ranks that create it with equal names. Each says its number in it, from 0 and below {@code size}; a rank with another number
     * does not create it.
     */
    record Named(Value name, Value rank, Value size) implements Members {}

    /** The members of {@code parent} that pass the same number. */
    record Coloured(Value parent, Value colour) implements Members {}

    /** The ranks that differ in one coordinate of the grid alone: the group of {@code tp}. */
    record Along(String axis) implements Members {}

    /** Unknown. */
    record Unknown() implements Members {}
}
