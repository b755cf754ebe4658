/*
 * An open hash table, changed by compare-and-set alone, from which nothing is removed. Several entries may have one content: a line of
 * code that is compiled anew each time, for one, so that the table may be full before the heap. What finds no place then is made each time;
 * once the heap is full, too, it is lost at no cost.
 */
#define _GNU_SOURCE
#include "stack_cache.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>

#include "trace.h"

enum { SMALLEST_ENTRY = 16, MAX_PLACES = 1 << 22, MAX_PROBES = 64 };

/* The hash, 0 for a free place, and the id once it is made. */
struct place {
    uint64_t hash;
    uint64_t id;
};

static struct place *places;
static uint32_t place_count;

void stack_cache_start(void) {
    if (places) {
        munmap(places, place_count * sizeof *places);
    }
    place_count = 64;
    while (place_count < MAX_PLACES && place_count < trace.heap_length / SMALLEST_ENTRY) {
        place_count *= 2;
    }
    void *memory = mmap(NULL, place_count * sizeof *places, PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    places = memory == MAP_FAILED ? NULL : memory;
}

uint32_t stack_cache_find(uint64_t hash, uint32_t (*make)(void *context), void *context) {
    hash |= 1;
    if (!places) {
        return make(context);
    }
    for (uint32_t probe = 0; probe < MAX_PROBES; probe++) {
        struct place *place = &places[(hash / 2 + probe) & (place_count - 1)];
        uint64_t found = __atomic_load_n(&place->hash, __ATOMIC_ACQUIRE);
        if (found == 0
                && __atomic_compare_exchange_n(&place->hash, &found, hash, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
            found = hash;
        }
        if (found == hash) {
            uint64_t id = __atomic_load_n(&place->id, __ATOMIC_ACQUIRE);
            if (id == 0) {
                id = make(context);
                /* A full heap stays full: what has no room is not made again for nothing. */
                __atomic_store_n(&place->id, id | 1ull << 32, __ATOMIC_RELEASE);
            }
            return (uint32_t)id;
        }
    }
    if (!heap_full()) {
        return make(context);
    }
    trace_count_loss(LOSS_STACKS, 1);
    return 0;
}
