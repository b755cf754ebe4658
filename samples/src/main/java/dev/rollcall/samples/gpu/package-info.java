/** The sample of a copy between GPUs that arrives damaged. */
package dev.rollcall.samples.gpu;
