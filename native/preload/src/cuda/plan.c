/*
 * Chooses who sums the sides of a copy, and in which context and stream. A device sums its own memory. For the host's memory it depends on
 * who may touch it: if the copy is synchronous or the memory is not pinned, the copying thread sums it, within the call; if it is pinned
 * and may be copied later, a device sums it in the order of the copy's stream.
 */
#include "failure.h"
#include "verification.h"

/* Up to this size, a pass over the source before the copy costs less than one more launch. */
enum { LARGE = 8 << 20 };

/* Above this size, a large copy does not wait for the heads of its destination: they are read while it begins. */
enum { NO_WAIT_FOR_HEADS = 32 << 20 };

const char UNVERIFIED_NO_CONTEXT[] = "there is no CUDA context to sum it in";
const char UNVERIFIED_NO_BUFFER[] = "too many copies were in flight";
static const char EMPTY[] = "nothing is copied";
static const char UNKNOWN_MEMORY[] = "the memory of a side is not known";
static const char MANAGED[] = "the memory of a side is managed";
static const char OUT_OF_BOUNDS[] = "the copy goes beyond the memory of a side";
static const char SLOW_MEMORY[] = "the host's memory is write-combined, and slow to read";
static const char NOT_COMPLETE[] = "the host's memory is not pinned, and the copy was not complete when the call returned";
static const char PAGEABLE_MEMORY[] = "the host's memory is not pinned, and this device reads it after the call has returned";

/* What the two sides have in common. */
struct circumstances {
    const struct gpu *owner;
    const struct copy *copy;
    const struct shape *shape;
    bool large;
};

static int by_device(const struct circumstances *common, const struct allocation *memory, struct gpu *gpu, struct side *side,
        uint64_t length, const char **reason) {
    /* A kernel that reads memory unknown to the driver would break the application's context. */
    if (!allocation_covers(memory, side->region.address, length)) {
        *reason = OUT_OF_BOUNDS;
        return CU_SUCCESS;
    }
    side->foreign = gpu != common->owner;
    side->own_stream = common->large || side->foreign;
    side->stream = (void *)(uintptr_t)common->copy->stream;
    if (side->own_stream) {
        PASS(gpu_side_stream(gpu, common->owner->context, common->copy->stream, &side->stream));
    }
    if (!side->own_stream || side->stream) {
        PASS(gpu_buffer(gpu, common->shape, &side->buffer));
    }
    if (!side->buffer) {
        *reason = UNVERIFIED_NO_BUFFER;
        return CU_SUCCESS;
    }
    side->region.address += memory->mapped;
    side->gpu = gpu;
    return CU_SUCCESS;
}

/* Chooses how a side is summed; there is a reason if it is not. */
static int choose(const struct circumstances *common, const struct copy_side *arguments, const struct allocation *memory, struct gpu *gpu,
        struct side *side, const char **reason) {
    side->region = copy_region(common->copy, arguments);
    uint64_t length = region_length(&side->region, common->shape);
    if (memory->device != HOST || (memory->pinned && !common->copy->synchronous)) {
        return by_device(common, memory, gpu, side, length, reason);
    }
    /* An address that neither the driver nor the application calls the host's may not be mapped. */
    if (memory->slow) {
        *reason = SLOW_MEMORY;
    } else if (!arguments->on_host && !memory->pinned) {
        *reason = UNKNOWN_MEMORY;
    } else if (length < 1) {
        *reason = OUT_OF_BOUNDS;
    } else if (!common->copy->synchronous && common->owner->reads_pageable) {
        *reason = PAGEABLE_MEMORY;
    } else {
        return side_make_room(side, common->shape);
    }
    return CU_SUCCESS;
}

static int choose_both(const struct circumstances *common, const struct allocation *from, const struct allocation *to, struct gpu *source,
        struct gpu *destination, struct verification *planned, const char **reason) {
    const struct copy *copy = common->copy;
    PASS(choose(common, &copy->source, from, source ? source : destination, &planned->source, reason));
    if (*reason) {
        return CU_SUCCESS;
    }
    int result = choose(common, &copy->destination, to, destination ? destination : source, &planned->destination, reason);
    if (result == CU_SUCCESS && !*reason) {
        result = gpu_event(planned->owner, &planned->mark);
        if (result != CU_SUCCESS) {
            side_release(&planned->destination);
        }
    }
    if (result != CU_SUCCESS || *reason) {
        side_release(&planned->source);
    }
    return result;
}

int verification_plan(struct gpu *owner, const struct copy *copy, const struct allocation *from, const struct allocation *to,
        struct verification *planned, const char **reason) {
    struct gpu *source = NULL;
    struct gpu *destination = NULL;
    *planned = (struct verification){.copy = *copy, .position = NO_POSITION, .owner = owner};
    *reason = NULL;
    if ((int64_t)copy->bytes < 1 || copy->rows < 1 || copy->planes < 1) {
        *reason = EMPTY;
    } else if (copy->rows > INT32_MAX || copy->planes > INT32_MAX) {
        *reason = OUT_OF_BOUNDS;
    } else if (from->managed || to->managed) {
        *reason = MANAGED;
    } else if (from->device == HOST && to->device == HOST) {
        *reason = UNKNOWN_MEMORY;
    }
    if (*reason) {
        return CU_SUCCESS;
    }
    if (from->device != HOST) {
        PASS(gpu_of_memory(from, &source));
    }
    if (to->device != HOST) {
        PASS(gpu_of_memory(to, &destination));
    }
    if ((from->device != HOST && !source) || (to->device != HOST && !destination)) {
        *reason = UNVERIFIED_NO_CONTEXT;
        return CU_SUCCESS;
    }
    planned->shape = shape_of(copy->bytes, (uint32_t)copy->rows, (uint32_t)copy->planes);
    /* Within one device, a sum is no faster than the copy that it would have to stay ahead of. */
    planned->large = source && destination && source != destination && planned->shape.bytes > LARGE;
    planned->awaits_heads = !planned->large || planned->shape.bytes <= NO_WAIT_FOR_HEADS;
    struct circumstances common = {owner, &planned->copy, &planned->shape, planned->large};
    PASS(choose_both(&common, from, to, source, destination, planned, reason));
    if (!*reason && by_host(&planned->destination) && !copy->synchronous) {
        *reason = NOT_COMPLETE;
    }
    return CU_SUCCESS;
}
