/**
 * From incidents to a verdict: {@link dev.rollcall.analyzer.decision.DecisionTable} decides each incident by itself, {@link
 * dev.rollcall.analyzer.decision.Precedence} which of them is the root, and {@link dev.rollcall.analyzer.decision.Diagnosis}
 * draws the verdict.
 */
package dev.rollcall.analyzer.decision;
