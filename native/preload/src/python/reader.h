/*
 * Reads memory of this process that may not be there any more: the frames of a thread whose interpreter ends meanwhile. The kernel
 * copies it (process_vm_readv), which fails where a load would be a SIGSEGV. For one walk of one thread.
 */
#ifndef ROLLCALL_PYTHON_READER_H
#define ROLLCALL_PYTHON_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

enum { READER_PAGE = 4096 };

struct reader {
    bool direct;    /* loads: the memory is known to be there */
    uint64_t start; /* of the bytes that were read last; 0 for none */
    uint8_t bytes[READER_PAGE];
};

void reader_open(struct reader *reader);
/* Reads at most READER_PAGE bytes; false, with nothing, if they are not there. What is read next is mostly near. */
bool reader_read(struct reader *reader, uint64_t address, void *to, size_t length);
/* Reads several places at once. */
bool reader_gather(const struct reader *reader, const struct iovec *to, const struct iovec *from, size_t count);

#endif
