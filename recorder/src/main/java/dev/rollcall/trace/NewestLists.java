package dev.rollcall.trace;

/**
 * The lists of a communicator's newest calls that have lists.
 *
 * @param sequence the call's sequence number
 * @param hash the {@link ListHash} that the call's slot has too
 * @param input counts that the call reads
 * @param output counts that the call writes
 */
public record NewestLists(long sequence, long hash, long[] input, long[] output) {}
