/*
 * Reads memory of this process that may not be there any more: the frames of a thread whose interpreter ends meanwhile. The kernel
 * copies it (process_vm_readv), which fails where a load would be a SIGSEGV. For one walk of one thread, during which the memory does
 * not change: a thread mostly reads the same places as in its last walk, so these are copied by one call when a walk begins.
 */
#ifndef ROLLCALL_PYTHON_READER_H
#define ROLLCALL_PYTHON_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

enum { READER_PAGE = 4096, READER_PLACES = 64, READER_COPIED = 8192 };

/* Places that were read, each a few bytes of a page or one read that crosses pages. */
struct reader_places {
    uint32_t count;
    uint32_t length; /* of all */
    struct iovec places[READER_PLACES];
};

/* What a thread needs to read by copies. A thread's stack may have no room for it. */
struct reader_memory {
    bool used; /* by a walk, which a signal may have interrupted */
    uint32_t walk; /* the index of this walk's places; those of the last one are the other */
    struct reader_places places[2];
    uint64_t start; /* of the bytes that were read last beside those; 0 for none */
    uint8_t bytes[READER_PAGE];
    uint8_t copies[READER_COPIED]; /* of the last walk's places */
    struct iovec to[READER_PLACES];
    struct iovec from[READER_PLACES];
};

struct reader {
    struct reader_memory *memory; /* NULL: loads */
};

/* Before the first reader. */
void reader_start(void);
/*
 * Begins a walk; false if there is no memory for it, or this thread is in one. With true, reader_close has to end it.
 *
 * direct: loads, because the memory is known to be there
 */
bool reader_open(struct reader *reader, bool direct);
/* Keeps in mind what was read. */
void reader_close(const struct reader *reader);
/* Reads at most READER_PAGE bytes; false, with nothing, if they are not there. What is read next is mostly near. */
bool reader_read(struct reader *reader, uint64_t address, void *to, size_t length);
/* Reads up to READER_PLACES places at once. */
bool reader_gather(struct reader *reader, const struct iovec *to, const struct iovec *from, size_t count);
/* Has the kernel copy bytes, outside of a walk. */
bool reader_copy(uint64_t address, void *to, size_t length);

#endif
