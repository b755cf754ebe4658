/* Errors of the driver on the way to a checksum: the results of functions, and which call had the last one of this thread. */
#ifndef ROLLCALL_CUDA_FAILURE_H
#define ROLLCALL_CUDA_FAILURE_H

#include "driver.h"

/* Not of the driver: no memory of the host is left, or the application has ended the context. */
enum { NO_MEMORY = -1, CONTEXT_ENDED = -2 };

/* Notes a failure; returns it. */
int failed(const char *call, int result);
/* The last failure of this thread in words. */
const char *failure_text(void);
/* Whether the driver refuses the kernel itself, so that another attempt is useless. */
bool failure_is_final(int result);

/* Calls the driver, and returns from this function with an error. */
#define TRY(call, ...)                                                                                                                 \
    do {                                                                                                                               \
        int result_ = driver.call(__VA_ARGS__);                                                                                        \
        if (result_ != CU_SUCCESS) {                                                                                                   \
            return failed(#call, result_);                                                                                             \
        }                                                                                                                              \
    } while (0)

/* Returns from this function with the error of another one, if it has one. */
#define PASS(expression)                                                                                                               \
    do {                                                                                                                               \
        int result_ = (expression);                                                                                                    \
        if (result_ != CU_SUCCESS) {                                                                                                   \
            return result_;                                                                                                            \
        }                                                                                                                              \
    } while (0)

#endif
