/** Rollcall's own traces as sources of evidence. */
package dev.rollcall.analyzer.input.trace;
