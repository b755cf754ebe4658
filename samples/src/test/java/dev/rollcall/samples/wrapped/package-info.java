/** Realistic jobs, each with one class for all collectives, and the test of their recorded traces. */
package dev.rollcall.samples.wrapped;
