#include "verification.h"

#include <sched.h>
#include <stdlib.h>

#include "evidence.h"
#include "failure.h"

/* Bytes per nanosecond that no link between devices reaches. */
enum { FASTEST_LINK = 1000 };

static void *stream_of(const struct verification *verification) { return (void *)(uintptr_t)verification->copy.stream; }

static bool in_copy_stream(const struct side *side) { return !by_host(side) && !side->own_stream; }

/* Whether both sides are small and summed in the copy's own stream, which one launch can do. */
static bool together(const struct verification *verification) {
    return verification->shape.small && in_copy_stream(&verification->source) && in_copy_stream(&verification->destination);
}

/* Records the event that sums in other streams wait for, if there are any. */
static int mark_copy_stream(struct verification *verification) {
    if (verification->source.own_stream || verification->destination.own_stream) {
        TRY(cuEventRecord, verification->mark, stream_of(verification));
    }
    return CU_SUCCESS;
}

static int sum_source_before(struct verification *verification) {
    struct side *source = &verification->source;
    const struct shape *shape = &verification->shape;
    PASS(side_sum(source, shape, verification->large ? HEADS : WHOLE, BEFORE, verification->mark, true));
    return verification->large ? side_sum(source, shape, BACKGROUND, DURING, verification->mark, false) : CU_SUCCESS;
}

int verification_before(struct verification *verification) {
    struct side *source = &verification->source;
    struct side *destination = &verification->destination;
    const struct shape *shape = &verification->shape;
    if (together(verification)) {
        return side_sum_two(source, destination, shape, BEFORE, shape->head);
    }
    PASS(mark_copy_stream(verification));
    if (by_host(destination)) {
        /* The device works while this thread sums. */
        PASS(sum_source_before(verification));
    }
    PASS(side_sum(destination, shape, HEADS, BEFORE, verification->mark, verification->awaits_heads));
    if (!by_host(destination)) {
        PASS(sum_source_before(verification));
    }
    PASS(side_make_copy_wait(source, stream_of(verification)));
    return verification->awaits_heads ? side_make_copy_wait(destination, stream_of(verification)) : CU_SUCCESS;
}

static int sum_after(struct verification *verification) {
    struct side *source = &verification->source;
    struct side *destination = &verification->destination;
    const struct shape *shape = &verification->shape;
    if (together(verification)) {
        return side_sum_two(source, destination, shape, AFTER, INT32_MAX);
    }
    PASS(mark_copy_stream(verification));
    /* First what runs elsewhere, so that both sums run at the same time. */
    bool destination_first = destination->own_stream || by_host(source);
    PASS(side_sum(destination_first ? destination : source, shape, WHOLE, AFTER, verification->mark, true));
    PASS(side_sum(destination_first ? source : destination, shape, WHOLE, AFTER, verification->mark, true));
    PASS(side_make_copy_wait(destination, stream_of(verification)));
    return side_make_copy_wait(source, stream_of(verification));
}

/* Finds out whether an asynchronous copy to pageable memory of the host is complete. */
static int arrived_on_host(const struct verification *verification, bool soon, bool *arrived) {
    if (soon) {
        TRY(cuStreamSynchronize, stream_of(verification));
        *arrived = true;
    } else {
        /* The driver usually returns from such a copy when it is complete, and then its stream is empty. */
        *arrived = driver.cuStreamQuery(stream_of(verification)) == CU_SUCCESS;
    }
    return CU_SUCCESS;
}

int verification_after(struct verification *verification, bool soon) {
    bool synchronous = verification->copy.synchronous;
    bool arrived = true;
    if (by_host(&verification->destination) && !synchronous) {
        PASS(arrived_on_host(verification, soon, &arrived));
    }
    verification->inconclusive = !arrived;
    if (arrived) {
        PASS(sum_after(verification));
    }
    PASS(side_fetch(&verification->source, soon));
    PASS(side_fetch(&verification->destination, soon));
    TRY(cuEventRecord, verification->mark, stream_of(verification));
    if (synchronous && (by_host(&verification->source) || by_host(&verification->destination))) {
        /* After a synchronous copy the application may change the memory at once, in any stream. The sums must not see that. */
        TRY(cuEventSynchronize, verification->mark);
    }
    return CU_SUCCESS;
}

void verification_abandon(struct verification *verification) {
    verification->inconclusive = true;
    (void)side_drain(&verification->source);
    (void)side_drain(&verification->destination);
    /* What comes next in the stream may free the memory that is still being summed. */
    (void)side_make_copy_wait(&verification->source, stream_of(verification));
    (void)side_make_copy_wait(&verification->destination, stream_of(verification));
    (void)driver.cuEventRecord(verification->mark, stream_of(verification));
}

void verification_restart(struct verification *verification) {
    side_restart(&verification->source);
    side_restart(&verification->destination);
}

static int sides_arrived(const struct verification *verification) {
    PASS(side_arrived(&verification->source));
    return side_arrived(&verification->destination);
}

int verification_finished(const struct verification *verification) {
    if (gpu_ended(verification->owner)) {
        return failed(NULL, CONTEXT_ENDED);
    }
    int result = driver.cuEventQuery(verification->mark);
    if (result != CU_SUCCESS) {
        return result == CU_NOT_READY ? result : failed("cuEventQuery", result);
    }
    return sides_arrived(verification);
}

int verification_await(const struct verification *verification) {
    TRY(cuEventSynchronize, verification->mark);
    int result = sides_arrived(verification);
    while (result == CU_NOT_READY) {
        sched_yield();
        result = sides_arrived(verification);
    }
    return result;
}

/*
 * Whether the sum of the source during the copy stayed ahead of it. On a busy device it may have read what was written after the copy had
 * read it. It begins with the copy, and reads several times as fast unless something delays it.
 */
static bool source_in_time(const struct verification *verification) {
    if (!verification->large) {
        return true;
    }
    uint64_t start = side_totals(&verification->source, BEFORE, &verification->shape).ended;
    uint64_t ended = side_totals(&verification->source, DURING, &verification->shape).ended;
    uint64_t after = side_totals(&verification->source, AFTER, &verification->shape).began;
    return (int64_t)(ended - start) <= (int64_t)(after - start) / 2;
}

/*
 * Whether the heads of the destination were read while most of the copy was still to come, on whatever link. A copy that ended sooner than
 * any link allows wrote hardly anything.
 */
static bool heads_in_time(const struct verification *verification) {
    if (verification->awaits_heads) {
        return true;
    }
    struct totals from_before = side_totals(&verification->source, BEFORE, &verification->shape);
    struct totals from_after = side_totals(&verification->source, AFTER, &verification->shape);
    struct totals to_before = side_totals(&verification->destination, BEFORE, &verification->shape);
    struct totals to_after = side_totals(&verification->destination, AFTER, &verification->shape);
    int64_t left = (int64_t)(to_after.began - to_before.ended);
    int64_t copied = (int64_t)(from_after.began - from_before.ended);
    int64_t least = (int64_t)(verification->shape.bytes / FASTEST_LINK);
    return left >= least / 2 || copied < least;
}

static int read_evidence(const struct verification *verification, uint64_t *blocks, struct evidence *evidence) {
    const struct shape *shape = &verification->shape;
    uint64_t step = 2 * (uint64_t)shape->blocks;
    PASS(side_read(&verification->source, BEFORE, shape, blocks, &evidence->source_before));
    PASS(side_read(&verification->source, AFTER, shape, blocks + step, &evidence->source_after));
    PASS(side_read(&verification->destination, BEFORE, shape, blocks + 2 * step, &evidence->before));
    PASS(side_read(&verification->destination, AFTER, shape, blocks + 3 * step, &evidence->after));
    evidence->source = evidence->source_before;
    if (verification->large) {
        PASS(side_read(&verification->source, DURING, shape, blocks + 4 * step, &evidence->source));
    }
    evidence->source_in_time = source_in_time(verification);
    evidence->before_in_time = heads_in_time(verification);
    return CU_SUCCESS;
}

int verification_check(const struct verification *verification, struct copy_check *check) {
    const struct shape *shape = &verification->shape;
    *check = (struct copy_check){0};
    if (verification->inconclusive) {
        return CU_SUCCESS;
    }
    struct totals sent = side_totals(&verification->source, verification->large ? DURING : BEFORE, shape);
    struct totals arrived = side_totals(&verification->destination, AFTER, shape);
    if (totals_equal(&sent, &arrived)) {
        *check = evidence_intact(shape, &sent);
        return CU_SUCCESS;
    }
    uint64_t *blocks = malloc(5 * 2 * sizeof *blocks * shape->blocks);
    if (!blocks) {
        return failed("malloc", NO_MEMORY);
    }
    struct evidence evidence = {.shape = shape};
    int result = read_evidence(verification, blocks, &evidence);
    if (result == CU_SUCCESS) {
        *check = evidence_check(&evidence);
    }
    free(blocks);
    return result;
}

void verification_release(struct verification *verification) {
    side_release(&verification->source);
    side_release(&verification->destination);
    gpu_release_event(verification->owner, verification->mark);
}
