#include "shape.h"

/* With blocks of 64 KiB, a GPU reads as fast as it can. Smaller copies have smaller blocks, so that the whole GPU takes part. */
enum { SMALLEST_SHIFT = 8, MIDDLE_SHIFT = 10, USUAL_SHIFT = 12, SMALL = 1 << 20, MIDDLE = 1 << 24, MOST_BLOCKS = 1 << 16 };
enum { HEAD = 256, HEAD_OF_LARGE = 64 };

static uint64_t blocks_of(uint64_t units, uint32_t shift) { return (units + (1ull << shift) - 1) >> shift; }

struct shape shape_of(uint64_t row_bytes, uint32_t rows, uint32_t planes) {
    struct shape shape = {.row_bytes = row_bytes, .rows = rows, .planes = planes};
    shape.units_per_row = (row_bytes + UNIT_BYTES - 1) / UNIT_BYTES;
    shape.units = shape.units_per_row * rows * planes;
    shape.bytes = shape.units * UNIT_BYTES;
    shape.small = shape.bytes <= SMALL;
    shape.shift = shape.small ? SMALLEST_SHIFT : shape.bytes <= MIDDLE ? MIDDLE_SHIFT : USUAL_SHIFT;
    while (blocks_of(shape.units, shape.shift) > MOST_BLOCKS) {
        shape.shift++;
    }
    shape.head = shape.shift < USUAL_SHIFT ? HEAD : HEAD_OF_LARGE;
    shape.blocks = (uint32_t)blocks_of(shape.units, shape.shift);
    return shape;
}

uint64_t region_length(const struct region *region, const struct shape *shape) {
    int64_t planes;
    int64_t rows;
    int64_t length;
    if ((shape->rows > 1 && region->row_pitch < shape->row_bytes) || (int64_t)region->plane_pitch < 0 || (int64_t)region->row_pitch < 0
            || __builtin_mul_overflow((int64_t)shape->planes - 1, (int64_t)region->plane_pitch, &planes)
            || __builtin_mul_overflow((int64_t)shape->rows - 1, (int64_t)region->row_pitch, &rows)
            || __builtin_add_overflow(planes, rows, &length) || __builtin_add_overflow(length, (int64_t)shape->row_bytes, &length)) {
        return 0;
    }
    return (uint64_t)length;
}

uint64_t region_row(const struct region *region, uint32_t plane, uint32_t row) {
    return region->address + plane * region->plane_pitch + row * region->row_pitch;
}

bool region_aligned(const struct region *region, const struct shape *shape) {
    bool contiguous = shape->rows == 1 && shape->planes == 1 && shape->row_bytes >= UNIT_BYTES;
    return contiguous && region->address % UNIT_BYTES == 0;
}
