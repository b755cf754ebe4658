/** Writes a simulated job as Rollcall's traces. */
package dev.rollcall.samples.generate.writer;
