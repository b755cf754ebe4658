/** The faults of generated jobs, and the verdict that is correct for each. */
package dev.rollcall.samples.generate.fault;
