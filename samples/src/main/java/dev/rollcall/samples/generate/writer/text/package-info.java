/**
 * Writes a simulated job as the texts that its processes and tools would have printed: the console of {@code torchrun}, with or
 * without {@code TORCH_DISTRIBUTED_DEBUG=DETAIL}, the output of NCCL's RAS client, and the stacks of {@code py-spy dump}.
 */
package dev.rollcall.samples.generate.writer.text;
