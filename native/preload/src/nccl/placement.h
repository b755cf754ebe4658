/*
 * Looks whether the device of a communicator can reach the buffers that a call uses on this rank, once NCCL has issued the call, because
 * NCCL enables peer access itself; and whether a refused stream is of another device. What is wrong is recorded once for each stack, as
 * MISPLACED of docs/trace-format.md. Only the driver is asked, and nothing changed.
 */
#ifndef ROLLCALL_NCCL_PLACEMENT_H
#define ROLLCALL_NCCL_PLACEMENT_H

#include <stdbool.h>
#include <stdint.h>

/* Notes a buffer of a call, if it is another device's; an argument is numbered from 1. Forgets it where too many are noted. */
void placement_note(uint64_t position, int32_t device, const void *buffer, uint32_t argument);
/* Judges what this thread has noted, or forgets it if the calls were not issued. */
void placement_judge(bool issued);
/* After NCCL has refused a call: whether its stream is of another device. */
void placement_of_stream(uint64_t position, int32_t device, const void *stream);
void placement_start(void);

#endif
