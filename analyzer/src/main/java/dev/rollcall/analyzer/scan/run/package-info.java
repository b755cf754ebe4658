/**
 * Runs a program as one rank would, on values of which some are known and others are only the same on all ranks: the
 * projection of the program onto a rank.
 */
package dev.rollcall.analyzer.scan.run;
