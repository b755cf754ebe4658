/** Writes a simulated job as dumps of PyTorch's flight recorder. */
package dev.rollcall.samples.generate.writer.pytorch;
