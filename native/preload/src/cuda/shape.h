/* What a copy moves and where it lies; docs/checksum.md defines units, blocks and heads. */
#ifndef ROLLCALL_CUDA_SHAPE_H
#define ROLLCALL_CUDA_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

enum { UNIT_BYTES = 16 };

/* How much a copy moves, whatever the pitches of its sides: planes of rows. All numbers are from 1. */
struct shape {
    uint64_t row_bytes; /* of the whole copy if it is linear */
    uint32_t rows;      /* of a plane */
    uint32_t planes;
    uint64_t units_per_row;
    uint64_t units;
    uint64_t bytes; /* of all units, padding included */
    uint32_t shift; /* a block has 1 << shift units; the last one may have fewer */
    uint32_t head;  /* the units of a block that have a sum of their own */
    uint32_t blocks;
    bool small; /* the time of a sum is that of its launch, and not of its work */
};

struct shape shape_of(uint64_t row_bytes, uint32_t rows, uint32_t planes);

/* Where one side's rows and planes lie. */
struct region {
    uint64_t address;
    uint64_t row_pitch;   /* distance of two rows in bytes; unused with one row */
    uint64_t plane_pitch; /* of two planes */
};

/* The bytes from the first to the last, gaps included; 0 where that overflows or rows overlap. */
uint64_t region_length(const struct region *region, const struct shape *shape);
uint64_t region_row(const struct region *region, uint32_t plane, uint32_t row);
/* Whether it is contiguous and begins at a multiple of 16, so that the faster kernel can read it. */
bool region_aligned(const struct region *region, const struct shape *shape);

#endif
