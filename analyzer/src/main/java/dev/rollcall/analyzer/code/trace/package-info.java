/** Answers the analyzer's questions about the lines of recorded stacks: loops, conditions, who comes to a call. */
package dev.rollcall.analyzer.code.trace;
