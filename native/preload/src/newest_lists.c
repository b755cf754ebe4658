/* Keeps the counts of the newest calls whose counts differ by rank; docs/trace-format.md, "Newest lists". */
#include "newest_lists.h"

#include "memory.h"
#include "trace.h"

enum { CAPACITY_LENGTH = 8, VALUE_LENGTH = 8 };

static uint64_t mix(uint64_t hash, uint64_t value) {
    uint64_t mixed = (hash ^ value) * 0x9E3779B97F4A7C15ull;
    return mixed ^ mixed >> 32;
}

static uint64_t value_of(const struct rollcall_call *call, const void *list, uint32_t index) {
    return call->long_lists ? ((const uint64_t *)list)[index] : (uint64_t)(int64_t)((const int *)list)[index];
}

static uint64_t mix_list(uint64_t hash, const struct rollcall_call *call, const void *list, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        hash = mix(hash, value_of(call, list, i));
    }
    return hash;
}

uint64_t list_hash(const struct rollcall_call *call) {
    uint64_t hash = mix(mix(0xCBF29CE484222325ull, call->input_count), call->output_count);
    hash = mix_list(hash, call, call->input_list, call->input_count);
    return mix_list(hash, call, call->output_list, call->output_count);
}

static uint64_t area_length(uint32_t capacity) { return A_VALUES + (uint64_t)capacity * VALUE_LENGTH; }

static uint32_t capacity_of(uint32_t id) { return get32(heap_content(id)); }

/* Replaces an entry that is too small, with its lists, by a larger one; returns the one in place then, or 0. */
static uint32_t replace(uint8_t *field, uint32_t small, uint32_t values) {
    uint32_t capacity = 8;
    while (capacity < values) {
        capacity *= 2;
    }
    uint64_t length = CAPACITY_LENGTH + 2 * area_length(capacity);
    uint32_t id = heap_allocate(length, 0);
    if (id == 0) {
        return 0;
    }
    put32(heap_content(id), capacity);
    heap_publish(id, HEAP_NEWEST_LISTS, (uint32_t)length);
    if (swap32(field, small, id)) {
        return id;
    }
    heap_abandon(id, (uint32_t)length);
    uint32_t winner = acquire32(field);
    return capacity_of(winner) >= values ? winner : 0;
}

/* Locks the area with the older lists; NULL where it is locked, or both are newer. */
static uint8_t *lock_older(uint32_t id, uint64_t sequence) {
    uint8_t *area = heap_content(id) + CAPACITY_LENGTH;
    uint8_t *second = area + area_length(capacity_of(id));
    if (get64(second + A_SEQUENCE) < get64(area + A_SEQUENCE)) {
        area = second;
    }
    uint64_t version = load64(area + A_VERSION);
    bool locked = !(version & 1) && get64(area + A_SEQUENCE) < sequence && swap64(area + A_VERSION, version, version + 1);
    return locked ? area : NULL;
}

void newest_lists_keep(const struct rollcall_call *call, uint64_t sequence, uint64_t hash) {
    uint32_t values = call->input_count + call->output_count;
    if (values == 0) {
        return;
    }
    uint8_t *field = communicator_entry(call->communicator) + E_NEWEST_LISTS;
    uint32_t id = acquire32(field);
    if (id == 0 || capacity_of(id) < values) {
        id = replace(field, id, values);
    }
    uint8_t *area = id ? lock_older(id, sequence) : NULL;
    if (!area) {
        trace_count_loss(LOSS_LISTS, 1);
        return;
    }
    store_fence();
    put64(area + A_SEQUENCE, sequence);
    put64(area + A_HASH, hash);
    put32(area + A_INPUT_COUNT, call->input_count);
    put32(area + A_OUTPUT_COUNT, call->output_count);
    uint8_t *value = area + A_VALUES;
    for (uint32_t i = 0; i < call->input_count; i++, value += VALUE_LENGTH) {
        put64(value, value_of(call, call->input_list, i));
    }
    for (uint32_t i = 0; i < call->output_count; i++, value += VALUE_LENGTH) {
        put64(value, value_of(call, call->output_list, i));
    }
    release64(area + A_VERSION, get64(area + A_VERSION) + 1);
}
