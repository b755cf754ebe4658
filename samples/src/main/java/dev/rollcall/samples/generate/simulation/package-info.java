/** Finds out what hangs and what completes when the ranks of a generated job run their programs. */
package dev.rollcall.samples.generate.simulation;
