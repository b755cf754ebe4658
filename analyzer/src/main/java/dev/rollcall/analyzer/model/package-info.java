/**
 * A job as the analyzer sees it, whatever the sources: {@link dev.rollcall.analyzer.model.Job}, its ranks, communicators and
 * calls. {@link dev.rollcall.analyzer.model.OperationTraits} holds the properties of operations, and
 * {@link dev.rollcall.analyzer.model.Thresholds} the numbers that decide a diagnosis.
 */
package dev.rollcall.analyzer.model;
