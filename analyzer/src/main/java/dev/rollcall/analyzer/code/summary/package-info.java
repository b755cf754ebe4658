/**
 * Summaries: for each function, analysed once, the word of collective calls that it makes, its result and its effects, all as values
 * over its parameters.
 *
 * <p>{@link dev.rollcall.analyzer.code.summary.Summaries} is the entry: {@code root} for what the scan judges, {@code of} for a function
 * as its callers see it, {@code facts} for what is known at each instruction. Run it in a thread with a stack of 256 MB.
 */
package dev.rollcall.analyzer.code.summary;
