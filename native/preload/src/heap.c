/*
 * Stores strings, frames, stacks and lists in the heap, equal content once.
 *
 * The index is an open hash table of (hash, id), changed by compare-and-set alone. It has room for as many entries as the heap
 * can hold, up to a bound; the system gives its pages only as they are used. Nothing is ever removed.
 */
#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>

#include "memory.h"
#include "trace.h"

enum { ENTRY_HEADER = 8, SMALLEST_ENTRY = 16, FRAME_WORDS = 4, MAX_PLACES = 1 << 22, MAX_PROBES = 1 << 10 };

static uint64_t *places;
static uint32_t place_mask;

bool heap_start(void) {
    uint32_t count = 64;
    while (count < MAX_PLACES && count < trace.heap_length / SMALLEST_ENTRY * 2) {
        count *= 2;
    }
    if (places) {
        munmap(places, (place_mask + 1) * sizeof *places);
    }
    void *memory = mmap(NULL, count * sizeof *places, PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    places = memory == MAP_FAILED ? NULL : memory;
    place_mask = count - 1;
    return places;
}

uint8_t *heap_content(uint32_t id) { return trace.heap + (uint64_t)id * HEAP_ALIGNMENT + ENTRY_HEADER; }

static uint64_t entry_length(uint64_t content) {
    return ENTRY_HEADER + (content + HEAP_ALIGNMENT - 1) / HEAP_ALIGNMENT * HEAP_ALIGNMENT;
}

static uint64_t entry_header(uint32_t kind, uint32_t content) { return (uint64_t)kind << 32 | content; }

uint32_t heap_allocate(uint64_t content, uint64_t reserved) {
    uint64_t size = entry_length(content);
    /* The last 8 bytes are no entry. */
    uint64_t room = trace.heap_length - HEAP_ALIGNMENT - reserved;
    for (;;) {
        uint64_t used = load64(trace.memory + H_HEAP_USED);
        if (used > room || size > room - used) {
            return 0;
        }
        if (swap64(trace.memory + H_HEAP_USED, used, used + size)) {
            return (uint32_t)(used / HEAP_ALIGNMENT);
        }
    }
}

bool heap_full(void) {
    return load64(trace.memory + H_HEAP_USED) + entry_length(FRAME_WORDS * sizeof(uint32_t)) > trace.heap_length - HEAP_ALIGNMENT;
}

void heap_publish(uint32_t id, uint32_t kind, uint32_t content) {
    release64(heap_content(id) - ENTRY_HEADER, entry_header(kind, content));
}

void heap_abandon(uint32_t id, uint32_t content) {
    heap_publish(id, HEAP_UNUSED, content);
    trace_count_loss(LOSS_HEAP_ABANDONED, entry_length(content));
}

static uint32_t hash_of(uint32_t kind, const uint8_t *content, uint32_t length) {
    uint64_t hash = kind * 31u + length;
    uint32_t at = 0;
    for (; at + 8 <= length; at += 8) {
        uint64_t word;
        memcpy(&word, content + at, 8);
        hash = (hash ^ word) * 0x9E3779B97F4A7C15ull;
        hash ^= hash >> 32;
    }
    for (; at < length; at++) {
        hash = (hash ^ content[at]) * 0x9E3779B97F4A7C15ull;
        hash ^= hash >> 32;
    }
    /* Never 0, which marks an empty place. */
    return (uint32_t)hash | 1;
}

static bool equal(uint32_t id, uint32_t kind, const uint8_t *content, uint32_t length) {
    const uint8_t *stored = heap_content(id);
    return acquire64(stored - ENTRY_HEADER) == entry_header(kind, length) && memcmp(stored, content, length) == 0;
}

static uint32_t intern(uint32_t kind, const void *content, uint32_t length, enum loss loss, uint64_t reserved) {
    uint32_t hash = hash_of(kind, content, length);
    uint32_t stored = 0;
    for (uint32_t probe = 0; probe < MAX_PROBES && probe <= place_mask; probe++) {
        uint64_t *place = &places[(hash / 2 + probe) & place_mask];
        uint64_t found = __atomic_load_n(place, __ATOMIC_ACQUIRE);
        if (found == 0) {
            if (!stored) {
                stored = heap_allocate(length, reserved);
                if (!stored) {
                    break;
                }
                memcpy(heap_content(stored), content, length);
                heap_publish(stored, kind, length);
            }
            if (__atomic_compare_exchange_n(
                        place, &found, (uint64_t)hash << 32 | stored, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
                return stored;
            }
        }
        if (found >> 32 == hash && equal((uint32_t)found, kind, content, length)) {
            if (stored) {
                heap_abandon(stored, length);
            }
            return (uint32_t)found;
        }
    }
    if (stored) {
        heap_abandon(stored, length);
    }
    trace_count_loss(loss, 1);
    return 0;
}

static uint32_t string(const char *text, size_t most, uint64_t reserved) {
    if (!text) {
        return 0;
    }
    size_t length = strnlen(text, most + 1);
    if (length > most) {
        for (length = most; length > 0 && ((uint8_t)text[length] & 0xC0) == 0x80;) {
            length--;
        }
        trace_count_loss(LOSS_STRINGS_CUT, 1);
    }
    return intern(HEAP_STRING, text, (uint32_t)length, LOSS_STRINGS, reserved);
}

uint32_t heap_string(const char *text) { return string(text, trace.heap_length / 8, 0); }

uint32_t heap_text(const char *text) { return string(text, MAX_TEXT, trace.heap_length / 4); }

uint32_t heap_frame(uint32_t type, uint32_t method, uint32_t file, uint32_t line) {
    uint32_t words[FRAME_WORDS] = {type, method, file, line};
    return intern(HEAP_FRAME, words, sizeof words, LOSS_STACKS, 0);
}

uint32_t heap_stack(const uint32_t *frames, uint32_t count) {
    return intern(HEAP_STACK, frames, count * (uint32_t)sizeof *frames, LOSS_STACKS, 0);
}

uint32_t heap_list(const int64_t *values, uint32_t count) {
    return intern(HEAP_LIST, values, count * (uint32_t)sizeof *values, LOSS_LISTS, 0);
}

void heap_read(uint32_t id, char *text, size_t room) {
    uint64_t header = id ? acquire64(heap_content(id) - ENTRY_HEADER) : 0;
    size_t length = header >> 32 == HEAP_STRING ? (uint32_t)header : 0;
    length = length < room ? length : room - 1;
    memcpy(text, id ? heap_content(id) : (uint8_t *)"", length);
    text[length] = 0;
}
