/* A copy of CUDA's runtime as it is recorded: the fields of a COPY in docs/trace-format.md. */
#ifndef ROLLCALL_CUDA_COPY_H
#define ROLLCALL_CUDA_COPY_H

#include "../codes.h"
#include "../rollcall.h"
#include "../trace.h"
#include "shape.h"

/* One side's arguments. */
struct copy_side {
    uint64_t address; /* where the whole box begins */
    int32_t device;   /* that the arguments name, and then that of the memory; HOST if unknown */
    bool on_host;     /* the arguments say that the memory is the host's */
    bool array;       /* it is a CUDA array, whose layout is not documented */
    uint64_t pitch;   /* distance of two rows in bytes; 0 with one row */
    uint64_t height;  /* rows of a plane of the box; 0 with one plane */
    uint64_t x, y, z; /* where the copied part begins in the box: in bytes, rows and planes */
};

struct copy {
    struct rollcall_function *function;
    const void *site;
    struct copy_side source, destination;
    uint64_t bytes; /* of a row */
    uint64_t rows;  /* of a plane */
    uint64_t planes;
    uint64_t stream;
    bool synchronous; /* it is complete when the function returns, if a side is the host's */
    uint8_t kind;
    uint8_t path;
    uint32_t stack;
    uint32_t thread;
};

/* Whether it has a third dimension. */
static inline bool copy_has_volume(const struct copy *copy) {
    return copy->planes > 1 || copy->source.z != 0 || copy->destination.z != 0;
}

/* The address of the first byte of a side; 0 where it is unknown. */
static inline uint64_t copy_first(const struct copy_side *side) {
    return side->address ? side->address + side->x + side->pitch * (side->y + side->height * side->z) : 0;
}

/* Where the rows of a side lie. */
static inline struct region copy_region(const struct copy *copy, const struct copy_side *side) {
    return (struct region){copy_first(side), side->pitch, copy_has_volume(copy) ? side->pitch * side->height : 0};
}

/* Records that a copy is issued, with this thread's stack and name; returns its position. `text`: why it is not verified, or NULL. */
uint64_t copy_record(struct copy *copy, const char *text);
/* Records the same copy again, on its path of now. */
uint64_t copy_record_again(const struct copy *copy);

#endif
