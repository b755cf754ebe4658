#include "pairs.h"

#include <string.h>

#include "driver.h"

enum { MAX_DEVICES = 64, KNOWN = 1, UNREACHABLE = 2, REROUTED = 4, SEEN = 8 };

/* Flags by source and destination; SEEN is shifted by the verdict. */
static uint32_t pairs[MAX_DEVICES + 1][MAX_DEVICES + 1];

void pairs_forked(void) { memset(pairs, 0, sizeof pairs); }

static uint32_t *pair(int32_t source, int32_t destination) {
    return &pairs[(uint32_t)(source + 1) % (MAX_DEVICES + 1)][(uint32_t)(destination + 1) % (MAX_DEVICES + 1)];
}

static bool has(const uint32_t *flags, uint32_t flag) { return __atomic_load_n(flags, __ATOMIC_RELAXED) & flag; }

/* Returns whether the flag was set before. */
static bool set(uint32_t *flags, uint32_t flag) { return __atomic_fetch_or(flags, flag, __ATOMIC_RELAXED) & flag; }

enum copy_path pair_unverified_path(int32_t source, int32_t destination) {
    return has(pair(source, destination), UNREACHABLE) ? PATH_STAGED : PATH_UNKNOWN;
}

enum copy_path pair_path(int32_t source, int32_t destination) {
    uint32_t *flags = pair(source, destination);
    if (has(flags, REROUTED)) {
        return PATH_REROUTED;
    }
    if (!has(flags, KNOWN)) {
        int can = 1;
        if (driver.cuDeviceCanAccessPeer(&can, source, destination) == CU_SUCCESS && !can) {
            set(flags, UNREACHABLE);
        }
        set(flags, KNOWN);
    }
    return pair_unverified_path(source, destination);
}

void pair_reroute(int32_t source, int32_t destination) { set(pair(source, destination), REROUTED); }

bool pair_first_time(int32_t source, int32_t destination, uint32_t verdict) {
    return !set(pair(source, destination), (uint32_t)SEEN << verdict);
}
