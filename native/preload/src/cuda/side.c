#include "side.h"

#include <stdlib.h>
#include <string.h>

#include "failure.h"

int side_make_room(struct side *side, const struct shape *shape) {
    uint64_t *memory = malloc(AREAS * 2 * sizeof *memory * shape->blocks);
    for (int area = 0; memory && area < AREAS; area++) {
        side->blocks[area] = memory + (uint64_t)area * 2 * shape->blocks;
    }
    return memory ? CU_SUCCESS : failed("malloc", NO_MEMORY);
}

static int enter(const struct side *side, bool *entered) {
    *entered = false;
    return side->foreign ? gpu_enter(side->gpu, entered) : CU_SUCCESS;
}

/* Records the event that others wait for. */
static int mark_done(struct side *side) {
    if (side->own_stream || !side->buffer->on_host) {
        TRY(cuEventRecord, side->buffer->done, side->stream);
    }
    return CU_SUCCESS;
}

static int sum(struct side *side, const struct shape *shape, enum pass pass, int area, void *mark, bool awaited) {
    if (side->own_stream) {
        TRY(cuStreamWaitEvent, side->stream, mark, 0);
    }
    struct task task = task_of(&side->region, shape, pass == HEADS ? shape->head : INT32_MAX, side->buffer, area);
    PASS(kernel_sum(side->gpu, side->stream, pass, &task, region_aligned(&side->region, shape), side->buffer->on_host));
    return awaited ? mark_done(side) : CU_SUCCESS;
}

int side_sum(struct side *side, const struct shape *shape, enum pass pass, int area, void *mark, bool awaited) {
    if (by_host(side)) {
        checksum_host(&side->region, shape, pass == HEADS, &side->totals[area], side->blocks[area]);
        return CU_SUCCESS;
    }
    bool entered;
    PASS(enter(side, &entered));
    int result = sum(side, shape, pass, area, mark, awaited);
    gpu_leave(entered);
    return result;
}

int side_sum_two(struct side *first, struct side *second, const struct shape *shape, int area, uint32_t limit) {
    struct task one = task_of(&first->region, shape, INT32_MAX, first->buffer, area);
    struct task other = task_of(&second->region, shape, limit, second->buffer, area);
    return kernel_sum_two(first->gpu, first->stream, &one, &other);
}

int side_make_copy_wait(struct side *side, void *copies) {
    if (!by_host(side) && side->own_stream) {
        TRY(cuStreamWaitEvent, copies, side->buffer->done, 0);
    }
    return CU_SUCCESS;
}

static int fetch(struct side *side, bool soon) {
    if (!soon) {
        TRY(cuStreamWaitEvent, side->gpu->fetch_stream, side->buffer->done, 0);
    }
    return buffer_fetch(side->buffer, soon ? side->stream : side->gpu->fetch_stream);
}

int side_fetch(struct side *side, bool soon) {
    if (by_host(side) || side->buffer->on_host) {
        return CU_SUCCESS;
    }
    bool entered;
    PASS(enter(side, &entered));
    int result = fetch(side, soon);
    gpu_leave(entered);
    return result;
}

int side_drain(struct side *side) {
    if (by_host(side)) {
        return CU_SUCCESS;
    }
    bool entered;
    PASS(enter(side, &entered));
    int result = mark_done(side);
    gpu_leave(entered);
    return result == CU_SUCCESS ? side_fetch(side, false) : result;
}

int side_arrived(const struct side *side) {
    if (by_host(side)) {
        return CU_SUCCESS;
    }
    if (gpu_ended(side->gpu)) {
        return failed(NULL, CONTEXT_ENDED);
    }
    if (side->buffer->on_host) {
        return CU_SUCCESS;
    }
    int result = driver.cuEventQuery(side->buffer->fetched);
    return result == CU_SUCCESS || result == CU_NOT_READY ? result : failed("cuEventQuery", result);
}

struct totals side_totals(const struct side *side, int area, const struct shape *shape) {
    return by_host(side) ? side->totals[area] : buffer_totals(side->buffer, area, shape);
}

int side_read(const struct side *side, int area, const struct shape *shape, uint64_t *blocks, struct checksum *checksum) {
    *checksum = (struct checksum){side_totals(side, area, shape), blocks};
    if (by_host(side)) {
        checksum->blocks = side->blocks[area];
        return CU_SUCCESS;
    }
    bool entered;
    PASS(gpu_enter(side->gpu, &entered));
    int result = buffer_blocks(side->buffer, area, shape, side->gpu->independent_stream, blocks);
    gpu_leave(entered);
    return result;
}

void side_restart(struct side *side) {
    if (!by_host(side)) {
        buffer_reuse(side->buffer);
    }
}

void side_release(struct side *side) {
    if (by_host(side)) {
        free(side->blocks[0]);
    } else {
        gpu_release_buffer(side->gpu, side->buffer);
    }
}
