#define _GNU_SOURCE
#include "reader.h"

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../compatibility.h"

static pthread_key_t key;
static bool started;
static __thread struct reader_memory *own;

static void give_back(void *memory) {
    own = NULL;
    munmap(memory, sizeof(struct reader_memory));
}

void reader_start(void) { started = started || pthread_key_create(&key, give_back) == 0; }

/* The memory of this thread, which has it until it ends; NULL if there is none. */
static struct reader_memory *own_memory(void) {
    if (!own && started) {
        void *memory = mmap(NULL, sizeof *own, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory != MAP_FAILED && pthread_setspecific(key, memory) == 0) {
            own = memory;
        } else if (memory != MAP_FAILED) {
            munmap(memory, sizeof *own);
        }
    }
    return own;
}

static bool copy(const struct iovec *to, size_t places, const struct iovec *from, size_t count, size_t length) {
    return process_vm_readv(getpid(), to, places, from, count, 0) == (ssize_t)length;
}

bool reader_copy(uint64_t address, void *to, size_t length) {
    struct iovec local = {to, length};
    struct iovec remote = {(void *)(uintptr_t)address, length};
    return copy(&local, 1, &remote, 1, length);
}

static struct reader_places *places_of(struct reader_memory *memory, uint32_t walk) { return &memory->places[walk & 1]; }

bool reader_open(struct reader *reader, bool direct) {
    struct reader_memory *memory = direct ? NULL : own_memory();
    reader->memory = memory;
    if (direct) {
        return true;
    }
    if (!memory || memory->used) {
        return false;
    }
    memory->used = true;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    struct reader_places *last = places_of(memory, memory->walk + 1);
    struct iovec all = {memory->copies, last->length};
    if (last->count > 0 && !copy(&all, 1, last->places, last->count, last->length)) {
        last->count = 0;
    }
    memory->start = 0;
    places_of(memory, memory->walk)->count = places_of(memory, memory->walk)->length = 0;
    return true;
}

void reader_close(const struct reader *reader) {
    if (reader->memory) {
        reader->memory->walk++;
        __atomic_signal_fence(__ATOMIC_SEQ_CST);
        reader->memory->used = false;
    }
}

/* Notes a place that was read; in the place before it if both are in one page. */
static void note(struct reader_places *read, uint64_t address, size_t length) {
    uint64_t end = address + length;
    for (uint32_t i = read->count; i-- > 0;) {
        struct iovec *place = &read->places[i];
        uint64_t start = (uintptr_t)place->iov_base;
        uint64_t first = start < address ? start : address;
        uint64_t last_end = start + place->iov_len > end ? start + place->iov_len : end;
        if (first / READER_PAGE == (last_end - 1) / READER_PAGE) {
            if (read->length + (last_end - first) - place->iov_len <= READER_COPIED) {
                read->length += (uint32_t)(last_end - first - place->iov_len);
                *place = (struct iovec){(void *)(uintptr_t)first, last_end - first};
            }
            return;
        }
    }
    if (read->count < READER_PLACES && read->length + length <= READER_COPIED) {
        read->places[read->count++] = (struct iovec){(void *)(uintptr_t)address, length};
        read->length += (uint32_t)length;
    }
}

/* Finds bytes among those that were copied when the walk began; NULL if they are not there. */
static const uint8_t *find(struct reader_memory *memory, uint64_t address, size_t length) {
    const struct reader_places *last = places_of(memory, memory->walk + 1);
    const uint8_t *copied = memory->copies;
    for (uint32_t i = 0; i < last->count; i++) {
        const struct iovec *place = &last->places[i];
        uint64_t offset = address - (uintptr_t)place->iov_base;
        if (offset < place->iov_len && length <= place->iov_len - offset) {
            return copied + offset;
        }
        copied += place->iov_len;
    }
    return NULL;
}

bool reader_gather(struct reader *reader, const struct iovec *to, const struct iovec *from, size_t count) {
    struct reader_memory *memory = reader->memory;
    size_t absent = 0;
    size_t length = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t address = (uintptr_t)from[i].iov_base;
        const uint8_t *found = memory ? find(memory, address, from[i].iov_len) : from[i].iov_base;
        if (found) {
            memcpy(to[i].iov_base, found, from[i].iov_len);
        } else {
            memory->to[absent] = to[i];
            memory->from[absent++] = from[i];
            length += from[i].iov_len;
        }
        if (memory) {
            note(places_of(memory, memory->walk), address, from[i].iov_len);
        }
    }
    return absent == 0 || copy(memory->to, absent, memory->from, absent, length);
}

bool reader_read(struct reader *reader, uint64_t address, void *to, size_t length) {
    struct reader_memory *memory = reader->memory;
    if (!memory) {
        memcpy(to, (const void *)(uintptr_t)address, length);
        return true;
    }
    const uint8_t *found = find(memory, address, length);
    if (!found) {
        uint64_t end = address + length;
        if (!memory->start || address < memory->start || end > memory->start + READER_PAGE) {
            /* The page of the first byte, or as much in front of the last one: each page that this touches is needed. */
            uint64_t page = address & ~(uint64_t)(READER_PAGE - 1);
            uint64_t start = end > page + READER_PAGE ? end - READER_PAGE : page;
            memory->start = reader_copy(start, memory->bytes, READER_PAGE) ? start : 0;
            if (!memory->start) {
                return false;
            }
        }
        found = memory->bytes + (address - memory->start);
    }
    memcpy(to, found, length);
    note(places_of(memory, memory->walk), address, length);
    return true;
}
