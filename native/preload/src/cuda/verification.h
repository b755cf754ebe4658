/*
 * The verification of one copy: takes the checksums around it, in the order of its stream, and compares them. Before the copy, both sides
 * are summed at the same time. A large source is summed whole only during the copy, and only the heads of its blocks before: the copy
 * would have to wait for a pass over all of it. For one thread at a time; the context of the copy's stream must be current where it says so.
 */
#ifndef ROLLCALL_CUDA_VERIFICATION_H
#define ROLLCALL_CUDA_VERIFICATION_H

#include "copy.h"
#include "side.h"

struct verification {
    struct verification *next;
    struct copy copy;
    uint64_t position;
    struct shape shape;
    struct gpu *owner; /* of the copy's stream */
    struct side source, destination;
    void *mark;         /* an event of the owner */
    bool large;         /* the source is summed during the copy */
    bool awaits_heads;  /* the copy waits for the heads of its destination */
    bool inconclusive;  /* there can be no result: the copy was not made, or the destination could not be summed in time */
};

/* plan.c: why a copy is not verified; docs/gpu.md lists it. */
extern const char UNVERIFIED_NO_CONTEXT[];
extern const char UNVERIFIED_NO_BUFFER[];
/*
 * Plans the verification of a copy, whose stream's context must be current. Sets the reason why it is not verified, or the one that there
 * will be if there is no verdict; NULL for none. Returns CU_SUCCESS with no mark in `planned` if it is not verified, or an error.
 */
int verification_plan(struct gpu *owner, const struct copy *copy, const struct allocation *from, const struct allocation *to,
        struct verification *planned, const char **reason);

/* Enqueue what precedes and what follows the copy; the context must be current. `soon`: a thread waits for the result. */
int verification_before(struct verification *verification);
int verification_after(struct verification *verification, bool soon);
/* Gives up, because the copy was not made; the context must be current. */
void verification_abandon(struct verification *verification);
/* Begins again with a repetition of the copy. */
void verification_restart(struct verification *verification);
/* Whether all totals are on the host: CU_SUCCESS, CU_NOT_READY or an error. */
int verification_finished(const struct verification *verification);
/* Waits until they are. */
int verification_await(const struct verification *verification);
/* What the copy did, once this is finished. */
int verification_check(const struct verification *verification, struct copy_check *check);
/* Gives back what it used. */
void verification_release(struct verification *verification);

/* route.c: makes the copy again through memory of the recorder on the host, and waits for it. */
int route_copy(const struct verification *verification);

#endif
