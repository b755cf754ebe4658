/*
 * Remembers the heap ids of stacks and frames that were seen, by a hash of all that makes them, so that each is described once.
 */
#ifndef ROLLCALL_STACK_CACHE_H
#define ROLLCALL_STACK_CACHE_H

#include <stdint.h>

/* Forgets all, as for a new trace. */
void stack_cache_start(void);
/* The id with this hash; what make returns at its first use. 0, counted as a lost stack, where the heap is full. */
uint32_t stack_cache_find(uint64_t hash, uint32_t (*make)(void *context), void *context);

#define HASH_START 0xCBF29CE484222325ull

/* Adds a word to a hash. */
static inline uint64_t hash_add(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15ull;
    return hash ^ hash >> 32;
}

#endif
