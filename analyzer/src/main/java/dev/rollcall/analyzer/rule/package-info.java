/** The causes: each {@link Rule} says whether it applies and whom it names; {@link Diagnosis} orders them into one verdict. */
package dev.rollcall.analyzer.rule;
