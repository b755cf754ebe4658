package dev.rollcall.analyzer.model;

/**
 * A copy whose destination was not what its source held.
 *
 * @param function the library's function
 * @param bytes how many were copied
 * @param verdict what became of them, as the trace has it, such as {@code zeroed}
 * @param firstBad the first byte of the first block that is bad
 * @param stack where it was issued
 * @param time when, nanoseconds since the epoch; {@link Call#NO_TIME} where unknown
 */
public record BadCopy(String function, long bytes, String verdict, long firstBad, CallStack stack, long time) {}
