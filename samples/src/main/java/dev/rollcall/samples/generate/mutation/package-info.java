/** Damages the files of generated jobs at random, and checks that the analyzer survives what is left. */
package dev.rollcall.samples.generate.mutation;
