#include "placement.h"

#include <stdio.h>
#include <string.h>

#include "../cuda/allocation.h"
#include "../cuda/gpu.h"
#include "../memory.h"
#include "record.h"

/* More places in a program than a user looks at; and the buffers of a group that are judged. */
enum { MAX_PLACES = 64, MAX_NOTED = 16 };

/* Addresses that were found where they should be, a power of two, and for how long that counts: 1 << 30 ns. */
enum { REMEMBERED = 1024, DEVICE_SHIFT = 57, TIME_SHIFT = 48, SECOND_SHIFT = 30, TIME_MASK = 511 };

static uint64_t fine[REMEMBERED];

/* Hashes of the places that were recorded; 0 is free. */
static uint64_t places[MAX_PLACES];

struct noted {
    uint64_t position;
    uint64_t address;
    int32_t device; /* where it is */
    int32_t expected;
    uint32_t argument;
};

static __thread struct noted noted[MAX_NOTED];
static __thread uint32_t noted_count;

void placement_start(void) { memset(places, 0, sizeof places); }

/* The device whose memory an address is, if that is another one and the memory does not migrate; otherwise -1. */
static int32_t elsewhere(uint64_t address, int32_t device) {
    uint64_t *place = &fine[(address >> 4 ^ address >> 20) & (REMEMBERED - 1)];
    uint64_t entry = address ^ (uint64_t)device << DEVICE_SHIFT ^ (now_nanos() >> SECOND_SHIFT & TIME_MASK) << TIME_SHIFT;
    if (__atomic_load_n(place, __ATOMIC_RELAXED) == entry) {
        return -1;
    }
    struct allocation memory = allocation_of(address);
    if (memory.device != HOST && !memory.managed && memory.device != device) {
        return memory.device;
    }
    __atomic_store_n(place, entry, __ATOMIC_RELAXED);
    return -1;
}

void placement_note(uint64_t position, int32_t device, const void *buffer, uint32_t argument) {
    if (!options.check_devices || !buffer || device < 0 || position == NO_POSITION || !driver_open()) {
        return;
    }
    int32_t where = elsewhere((uintptr_t)buffer, device);
    if (where >= 0 && noted_count < MAX_NOTED) {
        noted[noted_count++] = (struct noted){position, (uintptr_t)buffer, where, device, argument};
    }
}

/* Whether a device's primary context can reach an address; true where it has none. */
static bool reachable(uint64_t address, int32_t device) {
    void *context = NULL;
    if (gpu_primary_context(device, &context) != CU_SUCCESS || !context || driver.cuCtxPushCurrent_v2(context) != CU_SUCCESS) {
        return true;
    }
    bool reached = allocation_reachable(address);
    driver.cuCtxPopCurrent_v2(&context);
    return reached;
}

static bool first_time(uint32_t stack, const struct noted *found, uint32_t what) {
    uint32_t kind = what << 28 | found->argument << 24 | (uint32_t)found->device << 12 | (uint32_t)found->expected;
    uint64_t hash = 1ull << 63 | (uint64_t)stack << 32 | kind;
    for (uint32_t i = 0; i < MAX_PLACES; i++) {
        uint64_t free = 0;
        if (__atomic_compare_exchange_n(&places[i], &free, hash, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
            return true;
        }
        if (free == hash) {
            return false;
        }
    }
    return false;
}

static void report(const struct noted *found, uint32_t what, const char *function) {
    char argument[64] = "";
    if (what == MISPLACED_STREAM) {
        warn("%s works on GPU %d, and its stream is one of GPU %d", function, found->expected, found->device);
        return;
    }
    snprintf(argument, sizeof argument, "argument %u, the memory of", found->argument);
    warn("%s works on GPU %d, which cannot reach %s GPU %d", function, found->expected, argument, found->device);
}

/* Records what is on the wrong device, with the place of its call. */
static void record(const struct noted *found, uint32_t what) {
    const uint8_t *call = ring_slot(found->position);
    if (!ring_holds(found->position)) {
        return;
    }
    uint32_t stack = get32(call + C_STACK);
    uint32_t thread = get32(call + C_THREAD);
    uint32_t function = get32(call + C_FUNCTION);
    uint64_t stream = get64(call + C_STREAM);
    if (!first_time(stack, found, what)) {
        return;
    }
    uint64_t position = ring_claim(TAG_MISPLACED);
    if (position != NO_POSITION) {
        uint8_t *slot = ring_slot(position);
        put64(slot + P_TIME, now_nanos());
        put64(slot + P_ADDRESS, found->address);
        put64(slot + P_STREAM, stream);
        put64(slot + P_CALL, found->position + 1);
        put32(slot + P_DEVICE, (uint32_t)found->device);
        put32(slot + P_EXPECTED_DEVICE, (uint32_t)found->expected);
        put32(slot + P_WHAT, what);
        put32(slot + P_ARGUMENT, found->argument);
        put32(slot + P_STACK, stack);
        put32(slot + P_THREAD, thread);
        put32(slot + P_FUNCTION, function);
        ring_publish(position);
    }
    char name[64];
    heap_read(function, name, sizeof name);
    report(found, what, name);
}

void placement_judge(bool issued) {
    uint32_t count = noted_count;
    noted_count = 0;
    for (uint32_t i = 0; issued && i < count; i++) {
        if (!reachable(noted[i].address, noted[i].expected)) {
            record(&noted[i], MISPLACED_COMMUNICATOR);
        }
    }
}

void placement_of_stream(uint64_t position, int32_t device, const void *stream) {
    void *context = NULL;
    if (!options.check_devices || device < 0 || position == NO_POSITION || default_stream((uintptr_t)stream) || !driver_open()
            || driver.cuStreamGetCtx((void *)(uintptr_t)stream, &context) != CU_SUCCESS
            || driver.cuCtxPushCurrent_v2(context) != CU_SUCCESS) {
        return;
    }
    int32_t where = driver_current_device();
    driver.cuCtxPopCurrent_v2(&context);
    if (where >= 0 && where != device) {
        record(&(struct noted){position, 0, where, device, 0}, MISPLACED_STREAM);
    }
}
