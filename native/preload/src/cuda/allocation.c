#include "allocation.h"

#include "driver.h"

enum { CONTEXT = 1, MEMORY_TYPE = 2, DEVICE_POINTER = 3, IS_MANAGED = 8, DEVICE_ORDINAL = 9, RANGE_START = 11, RANGE_SIZE = 12 };
enum { HOST_MEMORY = 1, DEVICE_MEMORY = 2, WRITE_COMBINED = 4 };

/* Twice the number of parts of a gigabyte that was mapped in the smallest parts. */
enum { MAX_PARTS = 1024 };

struct allocation allocation_of(uint64_t address) {
    int attributes[] = {MEMORY_TYPE, DEVICE_ORDINAL, CONTEXT, RANGE_START, RANGE_SIZE, IS_MANAGED, DEVICE_POINTER};
    uint64_t type = 0, device = 0, context = 0, start = 0, size = 0, managed = 0, pointer = 0;
    void *values[] = {&type, &device, &context, &start, &size, &managed, &pointer};
    struct allocation found = {.device = HOST};
    if (address == 0 || driver.cuPointerGetAttributes(sizeof attributes / sizeof *attributes, attributes, values, address) != CU_SUCCESS
            || (type != HOST_MEMORY && type != DEVICE_MEMORY)) {
        return found;
    }
    found.start = start;
    found.size = size;
    /* Managed memory may have either type. */
    found.managed = managed & 1;
    if (type == DEVICE_MEMORY) {
        found.device = (int32_t)device;
        found.context = (void *)(uintptr_t)context;
        return found;
    }
    unsigned flags = 0;
    found.pinned = pointer && !found.managed;
    found.mapped = pointer - address;
    found.slow = driver.cuMemHostGetFlags(&flags, (void *)(uintptr_t)address) == CU_SUCCESS && (flags & WRITE_COMBINED);
    return found;
}

bool allocation_reachable(uint64_t address) {
    int attribute = DEVICE_POINTER;
    uint64_t pointer = 0;
    void *value = &pointer;
    return driver.cuPointerGetAttributes(1, &attribute, &value, address) != CU_SUCCESS || pointer != 0;
}

static bool same_kind(const struct allocation *one, const struct allocation *other) {
    return one->device == other->device && one->pinned == other->pinned && one->managed == other->managed
            && (one->device != HOST || one->pinned);
}

bool allocation_covers(const struct allocation *allocation, uint64_t address, uint64_t bytes) {
    uint64_t end = address + bytes;
    if (bytes < 1 || end < address) {
        return false;
    }
    struct allocation part = *allocation;
    uint64_t at = address;
    for (int parts = 0; parts < MAX_PARTS && at - part.start < part.size; parts++) {
        at = part.start + part.size;
        if (end <= at) {
            return true;
        }
        part = allocation_of(at);
        if (!same_kind(&part, allocation)) {
            return false;
        }
    }
    return false;
}
