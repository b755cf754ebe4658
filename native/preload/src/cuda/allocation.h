/* An allocation or registration of memory, as the driver knows it. */
#ifndef ROLLCALL_CUDA_ALLOCATION_H
#define ROLLCALL_CUDA_ALLOCATION_H

#include <stdbool.h>
#include <stdint.h>

enum { HOST = -1 };

struct allocation {
    uint64_t start; /* 0, with size 0, where the driver does not say */
    uint64_t size;
    int32_t device;  /* ordinal; HOST for the host's memory and for memory that the driver does not know */
    bool pinned;     /* it is the host's and devices can read it */
    bool slow;       /* the host reads it many times slower than other memory */
    bool managed;    /* it migrates between the host and devices */
    void *context;   /* NULL for memory of a pool, which belongs to none */
    uint64_t mapped; /* what to add to an address of the host for the address that devices use */
};

/* The memory of an address; the driver must be open. */
struct allocation allocation_of(uint64_t address);
/* Whether the current context can reach an address. */
bool allocation_reachable(uint64_t address);
/* Whether bytes from an address on are all in it, or in memory of the same kind that follows without a gap. */
bool allocation_covers(const struct allocation *allocation, uint64_t address, uint64_t bytes);

#endif
