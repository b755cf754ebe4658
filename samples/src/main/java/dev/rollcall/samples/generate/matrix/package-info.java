/** Generates many jobs, one for each fault and place, and checks the verdict on each. */
package dev.rollcall.samples.generate.matrix;
