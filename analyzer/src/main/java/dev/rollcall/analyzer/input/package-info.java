/** Sources of evidence, one reader each, joined into jobs. */
package dev.rollcall.analyzer.input;
