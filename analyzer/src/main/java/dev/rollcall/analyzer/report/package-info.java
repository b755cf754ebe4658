/** Verdicts as text, JSON and HTML. */
package dev.rollcall.analyzer.report;
