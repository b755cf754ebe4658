/*
 * Access to the mapped trace. Every access is atomic: readers, and threads that carry or search calls, read beside a writer.
 * Relaxed accesses cost what plain ones do.
 */
#ifndef ROLLCALL_MEMORY_H
#define ROLLCALL_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "a trace is little-endian, and this writer does not swap bytes"
#endif

static inline uint32_t get32(const uint8_t *at) { return __atomic_load_n((const uint32_t *)at, __ATOMIC_RELAXED); }
static inline uint64_t get64(const uint8_t *at) { return __atomic_load_n((const uint64_t *)at, __ATOMIC_RELAXED); }
static inline void put32(uint8_t *at, uint32_t value) { __atomic_store_n((uint32_t *)at, value, __ATOMIC_RELAXED); }
static inline void put64(uint8_t *at, uint64_t value) { __atomic_store_n((uint64_t *)at, value, __ATOMIC_RELAXED); }

static inline uint32_t acquire32(const uint8_t *at) { return __atomic_load_n((const uint32_t *)at, __ATOMIC_ACQUIRE); }
static inline uint64_t acquire64(const uint8_t *at) { return __atomic_load_n((const uint64_t *)at, __ATOMIC_ACQUIRE); }
static inline void release32(uint8_t *at, uint32_t value) { __atomic_store_n((uint32_t *)at, value, __ATOMIC_RELEASE); }
static inline void release64(uint8_t *at, uint64_t value) { __atomic_store_n((uint64_t *)at, value, __ATOMIC_RELEASE); }

/* Sequentially consistent. */
static inline uint64_t load64(const uint8_t *at) { return __atomic_load_n((const uint64_t *)at, __ATOMIC_SEQ_CST); }
static inline void store64(uint8_t *at, uint64_t value) { __atomic_store_n((uint64_t *)at, value, __ATOMIC_SEQ_CST); }
static inline uint64_t add64(uint8_t *at, uint64_t value) {
    return __atomic_fetch_add((uint64_t *)at, value, __ATOMIC_SEQ_CST);
}
static inline bool swap64(uint8_t *at, uint64_t expected, uint64_t value) {
    return __atomic_compare_exchange_n((uint64_t *)at, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
static inline bool swap32(uint8_t *at, uint32_t expected, uint32_t value) {
    return __atomic_compare_exchange_n((uint32_t *)at, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

/* Raises a word to a value. */
static inline void max64(uint8_t *at, uint64_t value) {
    uint64_t found = load64(at);
    while (found < value && !swap64(at, found, value)) {
        found = load64(at);
    }
}

/* Keeps the stores after it behind the loads and stores before it; and the loads behind the loads. */
static inline void store_fence(void) { __atomic_thread_fence(__ATOMIC_RELEASE); }
static inline void load_fence(void) { __atomic_thread_fence(__ATOMIC_ACQUIRE); }

#endif
