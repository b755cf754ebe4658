/**
 * Matching: a function's word is projected on each rank of small jobs, the ranks' forms are compared on each communicator, and where they
 * are unequal, the guard that sends the ranks different ways is found.
 */
package dev.rollcall.analyzer.code.match;
