/** The flow of control of one function: dominance, loops, and which conditions decide what. */
package dev.rollcall.analyzer.code.flow;
