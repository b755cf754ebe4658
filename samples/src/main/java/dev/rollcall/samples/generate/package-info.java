/** Generates the files that a simulated job of any size would have left. */
package dev.rollcall.samples.generate;
