/** What the ranks of a generated job do: its communicators, calls and training script. */
package dev.rollcall.samples.generate.program;
