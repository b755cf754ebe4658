/** Starts a sample as a job of several processes, records it, and analyzes its traces. */
package dev.rollcall.samples.launch;
