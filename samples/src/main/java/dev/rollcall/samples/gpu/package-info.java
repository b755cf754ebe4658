/** Programs that use GPUs wrongly, and what runs them. */
package dev.rollcall.samples.gpu;
