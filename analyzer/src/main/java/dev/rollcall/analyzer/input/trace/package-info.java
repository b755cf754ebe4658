/**
 * Rollcall's own traces as sources of evidence.
 *
 * <p>{@code TraceSource} opens a trace to identify its process, and reads it once: {@code TraceEvents} goes through the events,
 * {@code TraceMemberships} sorts the calls by communicator and keeps a few numbers of each. {@code WholeCallLoader} reads whole
 * calls later, when they are asked for. {@code TraceTranslator} turns what one trace holds into the model's values, and
 * {@code SharedTraceValues} keeps values once that many traces have.
 */
package dev.rollcall.analyzer.input.trace;
