/**
 * Summaries: for each function, analysed once, the word of collective calls that it makes, its result and its effects, all as values
 * over its parameters.
 */
package dev.rollcall.analyzer.code.summary;
