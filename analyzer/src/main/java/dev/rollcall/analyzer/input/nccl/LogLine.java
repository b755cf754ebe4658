package dev.rollcall.analyzer.input.nccl;

import dev.rollcall.analyzer.model.Call;

/**
 * One message of NCCL in a log.
 *
 * @param time nanoseconds since the epoch, as if the host's clock were at UTC; {@link Call#NO_TIME} where unknown
 * @param host the host of the process
 * @param pid the process
 * @param device the process's CUDA device; -1 where unknown
 * @param before what stands before all that, such as a file name that grep wrote
 * @param text the message, after {@code NCCL INFO}
 */
record LogLine(long time, String host, long pid, int device, String before, String text) {}
