#include "failure.h"

#include <stdio.h>
#include <string.h>

enum { JIT_COMPILER_NOT_FOUND = 221, UNSUPPORTED_PTX_VERSION = 222, JIT_COMPILATION_DISABLED = 223, INVALID_PTX = 218, NO_BINARY_FOR_GPU = 209 };

static __thread char text[128];

int failed(const char *call, int result) {
    if (result == CONTEXT_ENDED) {
        snprintf(text, sizeof text, "the application has ended the CUDA context of a copy");
    } else {
        size_t length = strcspn(call, "_");
        snprintf(text, sizeof text, "%.*s: %s", (int)length, call, result == NO_MEMORY ? "no memory" : driver_error_name(result));
    }
    return result;
}

const char *failure_text(void) { return text; }

bool failure_is_final(int result) {
    return result == UNSUPPORTED_PTX_VERSION || result == INVALID_PTX || result == NO_BINARY_FOR_GPU || result == JIT_COMPILER_NOT_FOUND
            || result == JIT_COMPILATION_DISABLED;
}
