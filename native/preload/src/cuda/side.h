/*
 * The checksums of one side of a copy: of memory that a device sums, its own or the host's that it can read; or of the host's memory that
 * the copying thread sums itself, before the function returns, because the memory may be freed after that. For one thread at a time.
 */
#ifndef ROLLCALL_CUDA_SIDE_H
#define ROLLCALL_CUDA_SIDE_H

#include "gpu.h"

struct side {
    struct gpu *gpu; /* in whose context it is summed; NULL where the thread does */
    struct region region;
    struct checksum_buffer *buffer;
    void *stream;    /* in which it is summed: the copy's, or one of the recorder's */
    bool foreign;    /* the context is not that of the copy's stream, which must be current in every call */
    bool own_stream; /* the stream is the recorder's: it waits for the copy's, and the copy's for it */
    struct totals totals[AREAS];
    uint64_t *blocks[AREAS]; /* of the host's sums */
};

static inline bool by_host(const struct side *side) { return !side->gpu; }

/* Makes room for the sums of the host. */
int side_make_room(struct side *side, const struct shape *shape);
/*
 * Sums the memory into an area. `mark`: an event in the copy's stream, which a sum in another stream waits for; `awaited`: whether
 * side_make_copy_wait makes the copy wait for this sum.
 */
int side_sum(struct side *side, const struct shape *shape, enum pass pass, int area, void *mark, bool awaited);
/* Sums both sides of a small copy in its own stream in one launch; `limit`: how many units of each block of the second. */
int side_sum_two(struct side *first, struct side *second, const struct shape *shape, int area, uint32_t limit);
/* Makes the copy's stream wait for the last awaited sum, where that is in another stream. */
int side_make_copy_wait(struct side *side, void *copies);
/* Enqueues a copy of the totals to the host, behind all sums; `soon`: a thread waits for them. */
int side_fetch(struct side *side, bool soon);
/* Fetches the totals of a copy that was not made. */
int side_drain(struct side *side);
/* Whether all totals are on the host: CU_SUCCESS, CU_NOT_READY or an error. */
int side_arrived(const struct side *side);
struct totals side_totals(const struct side *side, int area, const struct shape *shape);
/* Reads the checksum of an area, once its totals are on the host, with memory for its blocks. */
int side_read(const struct side *side, int area, const struct shape *shape, uint64_t *blocks, struct checksum *checksum);
/* Makes it ready for another copy of the same memory. */
void side_restart(struct side *side);
void side_release(struct side *side);

#endif
