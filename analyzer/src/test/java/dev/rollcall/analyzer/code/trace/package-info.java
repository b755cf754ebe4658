/** Tests of the answers about recorded stacks. */
package dev.rollcall.analyzer.code.trace;
