/* The checksums taken around a copy, and the verdict that follows from them; docs/checksum.md explains it. */
#ifndef ROLLCALL_CUDA_EVIDENCE_H
#define ROLLCALL_CUDA_EVIDENCE_H

#include "../trace.h"
#include "checksum.h"

struct evidence {
    const struct shape *shape;
    struct checksum source;        /* before the copy, or during it if the copy is large */
    struct checksum source_before; /* before the copy; of a large one, only the heads of the blocks are valid */
    struct checksum source_after;
    struct checksum before; /* of the destination; only the heads and the last unit are used */
    struct checksum after;
    bool source_in_time; /* `source` was summed before the copy, or stayed ahead of it */
    bool before_in_time; /* `before` was read ahead of the copy, except perhaps for a few blocks at its beginning */
};

/* The result of a copy whose sides have the same totals. */
struct copy_check evidence_intact(const struct shape *shape, const struct totals *both);
struct copy_check evidence_check(const struct evidence *evidence);

#endif
