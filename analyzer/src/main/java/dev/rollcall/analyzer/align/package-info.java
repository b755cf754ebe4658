/**
 * Compares what the ranks called. {@link dev.rollcall.analyzer.align.Alignment} puts the collectives of one communicator side by
 * side and finds where ranks leave the consensus, as {@link dev.rollcall.analyzer.align.CallDifference}s.
 * {@link dev.rollcall.analyzer.align.DivergenceFinder} looks at all calls of a rank, on all communicators, and finds calls that
 * its history or its peers do not predict, as {@link dev.rollcall.analyzer.align.StrayCall}s. Neither names a cause.
 */
package dev.rollcall.analyzer.align;
