/** Reads what PyTorch, Python and torchrun write to a job's console. */
package dev.rollcall.analyzer.input.console;
