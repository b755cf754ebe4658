/* What all parts of NCCL's recording use: results, and the pool of operations. */
#include "placement.h"
#include "record.h"

#include <stdio.h>
#include <string.h>

void nccl_start(void) {
    operations_start();
    communicators_start();
    groups_start();
    completions_start();
    placement_start();
}

void nccl_text(ncclResult_t result, char text[64]) {
    static const char *const NAMES[] = {"ncclSuccess", "ncclUnhandledCudaError", "ncclSystemError", "ncclInternalError",
            "ncclInvalidArgument", "ncclInvalidUsage", "ncclRemoteError", "ncclInProgress", "ncclTimeout"};
    bool known = result > 0 && result < (int)(sizeof NAMES / sizeof *NAMES);
    snprintf(text, 64, known ? "%d (%s)" : "%d", result, known ? NAMES[result] : "");
}

enum { MAX_OPERATIONS = 1 << 16 };

static struct unfinished operations[MAX_OPERATIONS + 1];
static uint32_t used;
static uint64_t released; /* the first of the free ones, and a count of changes above it */

void operations_start(void) {
    used = 0;
    released = 0;
}

struct unfinished *operation_at(uint32_t number) { return &operations[number]; }

static uint32_t take(void) {
    uint64_t found = __atomic_load_n(&released, __ATOMIC_ACQUIRE);
    while ((uint32_t)found) {
        uint64_t rest = ((found >> 32) + 1) << 32 | __atomic_load_n(&operations[(uint32_t)found].next, __ATOMIC_RELAXED);
        if (__atomic_compare_exchange_n(&released, &found, rest, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
            return (uint32_t)found;
        }
    }
    if (__atomic_load_n(&used, __ATOMIC_RELAXED) >= MAX_OPERATIONS) {
        return 0;
    }
    uint32_t number = __atomic_add_fetch(&used, 1, __ATOMIC_RELAXED);
    return number <= MAX_OPERATIONS ? number : 0;
}

void operation_free(uint32_t number) {
    uint64_t found = __atomic_load_n(&released, __ATOMIC_RELAXED);
    uint64_t first;
    do {
        __atomic_store_n(&operations[number].next, (uint32_t)found, __ATOMIC_RELAXED);
        first = ((found >> 32) + 1) << 32 | number;
    } while (!__atomic_compare_exchange_n(&released, &found, first, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
}

void operation_put(uint32_t *list, uint64_t position, uint32_t communicator, const void *stream) {
    uint32_t number = take();
    if (!number) {
        rollcall_unknown(position);
        return;
    }
    struct unfinished *operation = operation_at(number);
    operation->position = position;
    operation->communicator = communicator;
    operation->stream = (uintptr_t)stream;
    uint32_t found = __atomic_load_n(list, __ATOMIC_RELAXED);
    do {
        __atomic_store_n(&operation->next, found, __ATOMIC_RELAXED);
    } while (!__atomic_compare_exchange_n(list, &found, number, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
}

uint32_t operations_reversed(uint32_t list) {
    uint32_t reversed = 0;
    while (list) {
        uint32_t next = operation_at(list)->next;
        __atomic_store_n(&operation_at(list)->next, reversed, __ATOMIC_RELAXED);
        reversed = list;
        list = next;
    }
    return reversed;
}
