#define _GNU_SOURCE
#include "reader.h"

#include <string.h>
#include <unistd.h>

/* What this thread read in its last walk. */
static __thread struct reader_places last;

static bool copy(const struct iovec *to, size_t places, const struct iovec *from, size_t count, size_t length) {
    return process_vm_readv(getpid(), to, places, from, count, 0) == (ssize_t)length;
}

void reader_open(struct reader *reader, bool direct) {
    reader->direct = direct;
    reader->start = 0;
    reader->read.count = reader->read.length = 0;
    reader->copied.count = 0;
    struct iovec all = {reader->copies, last.length};
    if (!direct && last.count > 0 && copy(&all, 1, last.places, last.count, last.length)) {
        memcpy(&reader->copied, &last, offsetof(struct reader_places, places) + last.count * sizeof *last.places);
    }
}

void reader_close(const struct reader *reader) {
    if (!reader->direct) {
        memcpy(&last, &reader->read, offsetof(struct reader_places, places) + reader->read.count * sizeof *last.places);
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
static const uint8_t *find(const struct reader *reader, uint64_t address, size_t length) {
    const uint8_t *copied = reader->copies;
    for (uint32_t i = 0; i < reader->copied.count; i++) {
        const struct iovec *place = &reader->copied.places[i];
        uint64_t offset = address - (uintptr_t)place->iov_base;
        if (offset < place->iov_len && length <= place->iov_len - offset) {
            return copied + offset;
        }
        copied += place->iov_len;
    }
    return NULL;
}

bool reader_gather(struct reader *reader, const struct iovec *to, const struct iovec *from, size_t count) {
    struct iovec absent_to[READER_PLACES];
    struct iovec absent_from[READER_PLACES];
    size_t absent = 0;
    size_t length = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t address = (uintptr_t)from[i].iov_base;
        const uint8_t *found = reader->direct ? from[i].iov_base : find(reader, address, from[i].iov_len);
        if (found) {
            memcpy(to[i].iov_base, found, from[i].iov_len);
        } else {
            absent_to[absent] = to[i];
            absent_from[absent++] = from[i];
            length += from[i].iov_len;
        }
        if (!reader->direct) {
            note(&reader->read, address, from[i].iov_len);
        }
    }
    return absent == 0 || copy(absent_to, absent, absent_from, absent, length);
}

bool reader_read(struct reader *reader, uint64_t address, void *to, size_t length) {
    if (reader->direct) {
        memcpy(to, (const void *)(uintptr_t)address, length);
        return true;
    }
    const uint8_t *found = find(reader, address, length);
    if (!found) {
        uint64_t end = address + length;
        if (!reader->start || address < reader->start || end > reader->start + READER_PAGE) {
            /* The page of the first byte, or as much in front of the last one: each page that this touches is needed. */
            uint64_t page = address & ~(uint64_t)(READER_PAGE - 1);
            uint64_t start = end > page + READER_PAGE ? end - READER_PAGE : page;
            struct iovec local = {reader->bytes, READER_PAGE};
            struct iovec remote = {(void *)(uintptr_t)start, READER_PAGE};
            reader->start = copy(&local, 1, &remote, 1, READER_PAGE) ? start : 0;
            if (!reader->start) {
                return false;
            }
        }
        found = reader->bytes + (address - reader->start);
    }
    memcpy(to, found, length);
    note(&reader->read, address, length);
    return true;
}
