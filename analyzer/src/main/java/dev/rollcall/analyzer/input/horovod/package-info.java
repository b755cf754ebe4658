/** Reads what Horovod's stall inspector writes about tensors that only some ranks submitted. */
package dev.rollcall.analyzer.input.horovod;
