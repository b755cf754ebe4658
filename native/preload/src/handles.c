/*
 * Maps handles of a library to numbers. A key that was removed leaves its place to the next one that is put there. Searches are
 * short: a handle that finds no place near its own is not kept, and its call's end not seen.
 */
#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>

#include "rollcall.h"

enum { MAX_PROBES = 256 };

static const uint64_t EMPTY = 0;
static const uint64_t REMOVED = UINT64_MAX;

struct place {
    uint64_t key;
    uint64_t value; /* 0 while it is being put or taken */
};

struct rollcall_map {
    uint64_t mask;
    struct place places[];
};

struct rollcall_map *rollcall_new_map(uint32_t places) {
    struct rollcall_map *map = mmap(NULL, sizeof *map + places * sizeof *map->places, PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (map == MAP_FAILED) {
        return NULL;
    }
    map->mask = places - 1;
    return map;
}

static struct place *place(struct rollcall_map *map, uint64_t key, uint64_t probe) {
    return &map->places[((key * 0x9E3779B97F4A7C15ull >> 24) + probe) & map->mask];
}

bool rollcall_put(struct rollcall_map *map, uint64_t key, uint64_t value) {
    for (uint64_t probe = 0; map && value && probe < MAX_PROBES; probe++) {
        struct place *at = place(map, key, probe);
        uint64_t found = __atomic_load_n(&at->key, __ATOMIC_ACQUIRE);
        if ((found == EMPTY || found == REMOVED)
                && __atomic_compare_exchange_n(&at->key, &found, key, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
            __atomic_store_n(&at->value, value, __ATOMIC_RELEASE);
            return true;
        }
    }
    return false;
}

static struct place *find(struct rollcall_map *map, uint64_t key, uint64_t *value) {
    for (uint64_t probe = 0; map && probe < MAX_PROBES; probe++) {
        struct place *at = place(map, key, probe);
        uint64_t found = __atomic_load_n(&at->key, __ATOMIC_ACQUIRE);
        if (found == EMPTY) {
            return NULL;
        }
        *value = found == key ? __atomic_load_n(&at->value, __ATOMIC_ACQUIRE) : 0;
        if (*value) {
            return at;
        }
    }
    return NULL;
}

uint64_t rollcall_get(struct rollcall_map *map, uint64_t key) {
    uint64_t value = 0;
    return find(map, key, &value) ? value : 0;
}

uint64_t rollcall_take(struct rollcall_map *map, uint64_t key) {
    uint64_t value = 0;
    for (struct place *at = find(map, key, &value); at; at = find(map, key, &value)) {
        if (__atomic_compare_exchange_n(&at->value, &value, 0, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
            __atomic_store_n(&at->key, REMOVED, __ATOMIC_RELEASE);
            return value;
        }
    }
    return 0;
}

void rollcall_clear(struct rollcall_map *map) {
    if (map) {
        memset(map->places, 0, (map->mask + 1) * sizeof *map->places);
    }
}
