#define _GNU_SOURCE
#include "reader.h"

#include <string.h>
#include <unistd.h>

void reader_open(struct reader *reader) {
    reader->direct = false;
    reader->start = 0;
}

bool reader_gather(const struct reader *reader, const struct iovec *to, const struct iovec *from, size_t count) {
    size_t length = 0;
    for (size_t i = 0; i < count; i++) {
        if (reader->direct) {
            memcpy(to[i].iov_base, from[i].iov_base, to[i].iov_len);
        }
        length += to[i].iov_len;
    }
    return reader->direct || process_vm_readv(getpid(), to, count, from, count, 0) == (ssize_t)length;
}

bool reader_read(struct reader *reader, uint64_t address, void *to, size_t length) {
    if (reader->direct) {
        memcpy(to, (const void *)(uintptr_t)address, length);
        return true;
    }
    uint64_t end = address + length;
    if (!reader->start || address < reader->start || end > reader->start + READER_PAGE) {
        /* The page of the first byte, or as much in front of the last one: each page that this touches is needed. */
        uint64_t page = address & ~(uint64_t)(READER_PAGE - 1);
        uint64_t start = end > page + READER_PAGE ? end - READER_PAGE : page;
        struct iovec local = {reader->bytes, READER_PAGE};
        struct iovec remote = {(void *)(uintptr_t)start, READER_PAGE};
        reader->start = reader_gather(reader, &local, &remote, 1) ? start : 0;
        if (!reader->start) {
            return false;
        }
    }
    memcpy(to, reader->bytes + (address - reader->start), length);
    return true;
}
