/*
 * The thread that asks what devices have completed: NCCL's calls and the checksums of copies. It is not the one that writes the
 * heartbeat: while a device hangs, a driver may block the question. Nothing here waits for a device but the end of the process, a moment.
 */
#ifndef ROLLCALL_CUDA_DEVICE_THREAD_H
#define ROLLCALL_CUDA_DEVICE_THREAD_H

/* Starts the thread, once; the driver must be open. */
void device_thread_start(void);
/* In a forked child, which does not have the thread. */
void device_thread_forked(void);

#endif
