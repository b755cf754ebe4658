/*
 * Records an error after which a context is of no use, once for each device, with the NCCL calls that had not ended: a DEVICE_ERROR of
 * docs/trace-format.md. After such an error the driver returns it from every call about a stream of the context, so a harmless question
 * shows it. Kernels are not recorded, so the error may come of none of these calls.
 */
#ifndef ROLLCALL_CUDA_DEVICE_ERRORS_H
#define ROLLCALL_CUDA_DEVICE_ERRORS_H

#include <stdint.h>

enum { MAX_CALLS_LEFT = 32 };

/* Calls of a device by their positions. */
struct calls_left {
    uint64_t last; /* the newest that has completed; NO_POSITION if unknown */
    uint32_t count; /* of those that have not ended */
    uint32_t kept;  /* how many of the newest are in `positions`, the oldest first */
    uint64_t positions[MAX_CALLS_LEFT];
};

/* After a function that failed: looks whether the current context has such an error. `site`: where the application called it; may be NULL. */
void device_error_check(const void *stream, const void *site);
/* Notes the error that a question about a device has shown, if it is such a one. */
void device_error_found(int32_t device, int code, uint64_t stream, const struct calls_left *left);
/* In a forked child. */
void device_errors_forked(void);

#endif
