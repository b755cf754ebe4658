/* The names of a library's functions. */
#ifndef ROLLCALL_FUNCTION_H
#define ROLLCALL_FUNCTION_H

#include "process.h"
#include "rollcall.h"
#include "trace.h"

/* The heap id of a function's name, looked up once for each trace. */
static inline uint32_t function_id(struct rollcall_function *function) {
    uint64_t known = __atomic_load_n(&function->id, __ATOMIC_RELAXED);
    if (known >> 32 != epoch()) {
        known = (uint64_t)epoch() << 32 | heap_string(function->name);
        __atomic_store_n(&function->id, known, __ATOMIC_RELAXED);
    }
    return (uint32_t)known;
}

#endif
