/**
 * Symbolic values: what a variable or condition is, as an expression over the rank, the number of ranks, parameters and opaque
 * inputs; and the test whether it can differ between the ranks of one job.
 */
package dev.rollcall.analyzer.code.value;
