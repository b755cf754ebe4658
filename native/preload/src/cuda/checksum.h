/* The checksum of one side of a copy, as docs/checksum.md defines it: its arithmetic, and its computation by the host. */
#ifndef ROLLCALL_CUDA_CHECKSUM_H
#define ROLLCALL_CUDA_CHECKSUM_H

#include <stdbool.h>
#include <stdint.h>

#include "shape.h"

/* Sixteen bytes in the order of memory; those beyond the end of a row are zero. */
struct unit {
    uint8_t bytes[UNIT_BYTES];
};

/* What the kernel writes: the part of a checksum that shows whether two are equal, and when it began and ended. */
struct totals {
    uint64_t total; /* over the blocks, which depends on their order */
    uint64_t bag;   /* over all words, which does not depend on their order */
    struct unit first;
    struct unit last;
    uint64_t began; /* in nanoseconds of the device */
    uint64_t ended;
};

/* The totals, and of each block two sums: of all its units, and of its head. */
struct checksum {
    struct totals totals;
    const uint64_t *blocks;
};

static inline uint64_t whole_of(const struct checksum *checksum, uint32_t block) { return checksum->blocks[2 * (uint64_t)block]; }
static inline uint64_t head_of(const struct checksum *checksum, uint32_t block) { return checksum->blocks[2 * (uint64_t)block + 1]; }

/* Whether sums and units are equal. */
bool totals_equal(const struct totals *one, const struct totals *other);
/* What the sum of a block adds to the total. */
uint64_t checksum_placed_block(uint64_t sum, uint32_t block);
/* The sum of a block of zeros. */
uint64_t checksum_of_zeros(uint64_t units);
/* Sums memory that the host can read into the sums of the blocks, or only the heads; then of the totals the first and last unit are valid. */
void checksum_host(const struct region *region, const struct shape *shape, bool heads_only, struct totals *totals, uint64_t *blocks);

#endif
