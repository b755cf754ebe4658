/*
 * How requests end: by the functions that wait for them and test them. From its start until then, nobody watches a nonblocking
 * call, so that it is neither pending nor done. A test that finds it under way makes it pending.
 */
#include <stdlib.h>
#include <string.h>

#include "record.h"

enum { PLACES = 1 << 16, SOME = 64 };

/* From a request to the position of its call plus one; from a persistent request to what it starts. */
static struct rollcall_map *calls;
static struct rollcall_map *persistent;

__attribute__((constructor)) static void make_maps(void) {
    calls = rollcall_new_map(PLACES);
    persistent = rollcall_new_map(PLACES);
}

void request_put(MPI_Request request, uint64_t position) {
    if (request != MPI_REQUEST_NULL && position != ROLLCALL_NO_CALL) {
        rollcall_put(calls, HANDLE(request), position + 1);
    }
}

/* NO_CALL is all ones, so that 0, for no call, turns into it. */
static uint64_t request_get(MPI_Request request) { return rollcall_get(calls, HANDLE(request)) - 1; }

static uint64_t request_take(MPI_Request request) { return rollcall_take(calls, HANDLE(request)) - 1; }

void persistent_put(MPI_Request request, const struct rollcall_call *call);

void persistent_put(MPI_Request request, const struct rollcall_call *call) {
    struct rollcall_call *kept = malloc(sizeof *kept);
    if (kept) {
        *kept = *call;
        if (!rollcall_put(persistent, HANDLE(request), (uintptr_t)kept)) {
            free(kept);
        }
    }
}

/* Begins what a persistent request starts. */
static uint64_t begin_persistent(MPI_Request request, struct rollcall_function *function, const void *site) {
    const struct rollcall_call *kept = (const struct rollcall_call *)(uintptr_t)rollcall_get(persistent, HANDLE(request));
    if (!kept || mpi_inside || !rollcall_recording()) {
        return ROLLCALL_NO_CALL;
    }
    struct rollcall_call call = *kept;
    call.function = function;
    call.site = site;
    return rollcall_begin(&call);
}

static void started(uint64_t position, MPI_Request request, int result) {
    if (result == MPI_SUCCESS) {
        rollcall_unknown(position);
        request_put(request, position);
    } else {
        mpi_ended(position, result);
    }
}

EXPORT int MPI_Start(MPI_Request *request) {
    FUNCTION("MPI_Start");
    uint64_t position = begin_persistent(*request, &function, SITE);
    int result = PMPI_Start(request);
    started(position, *request, result);
    return result;
}

EXPORT int MPI_Startall(int count, MPI_Request requests[]) {
    FUNCTION("MPI_Startall");
    uint64_t some[SOME];
    uint64_t *positions = count <= SOME ? some : malloc((size_t)count * sizeof *positions);
    for (int i = 0; positions && i < count; i++) {
        positions[i] = begin_persistent(requests[i], &function, SITE);
    }
    int result = PMPI_Startall(count, requests);
    for (int i = 0; positions && i < count; i++) {
        started(positions[i], requests[i], result);
    }
    if (positions != some) {
        free(positions);
    }
    return result;
}

EXPORT int MPI_Request_free(MPI_Request *request) {
    MPI_Request freed = *request;
    int result = PMPI_Request_free(request);
    if (result == MPI_SUCCESS) {
        request_take(freed);
        free((void *)(uintptr_t)rollcall_take(persistent, HANDLE(freed)));
    }
    return result;
}

/* The requests as they were before a function that may clear them. */
struct requests {
    MPI_Request *handles; /* NULL if nothing is recorded */
    int count;
    MPI_Request some[SOME];
};

/* Remembers the requests. Without memory for them, their calls' ends are not seen. */
static void keep(struct requests *kept, int count, const MPI_Request requests[]) {
    kept->handles = NULL;
    kept->count = 0;
    if (mpi_inside || !rollcall_recording() || count <= 0) {
        return;
    }
    kept->handles = count <= SOME ? kept->some : malloc((size_t)count * sizeof *requests);
    if (kept->handles) {
        memcpy(kept->handles, requests, (size_t)count * sizeof *requests);
        kept->count = count;
    }
}

static void discard(struct requests *kept) {
    if (kept->handles != kept->some) {
        free(kept->handles);
    }
}

static void wait_begins(const struct requests *requests, const void *site) {
    if (!requests->handles) {
        return;
    }
    mpi_inside = true;
    rollcall_waiting(site);
    for (int i = 0; i < requests->count && i < SOME; i++) {
        rollcall_pending(request_get(requests->handles[i]));
    }
}

static void wait_ends(struct requests *requests) {
    if (requests->handles) {
        rollcall_waiting(NULL);
        mpi_inside = false;
    }
    discard(requests);
}

static void end_one(MPI_Request request, int result) { mpi_ended(request_take(request), result); }

/* Ends all requests of a function that completes all or none. */
static void end_all(const struct requests *requests, const MPI_Status *statuses, bool has_statuses, int result) {
    for (int i = 0; i < requests->count; i++) {
        int own = result == MPI_ERR_IN_STATUS && has_statuses ? statuses[i].MPI_ERROR : result;
        if (own != MPI_ERR_PENDING) {
            end_one(requests->handles[i], own);
        }
    }
}

/* Records that requests are still under way, or, after a wait, that nobody watches them any more. */
static void left_open(const struct requests *requests, void (*record)(uint64_t position)) {
    for (int i = 0; i < requests->count && i < SOME; i++) {
        record(request_get(requests->handles[i]));
    }
}

EXPORT int MPI_Wait(MPI_Request *request, MPI_Status *status) {
    struct requests requests;
    keep(&requests, 1, request);
    wait_begins(&requests, SITE);
    int result = PMPI_Wait(request, status);
    if (requests.handles) {
        end_one(requests.handles[0], result);
    }
    wait_ends(&requests);
    return result;
}

EXPORT int MPI_Waitall(int count, MPI_Request array[], MPI_Status *statuses) {
    struct requests requests;
    keep(&requests, count, array);
    wait_begins(&requests, SITE);
    int result = PMPI_Waitall(count, array, statuses);
    end_all(&requests, statuses, statuses != MPI_STATUSES_IGNORE, result);
    wait_ends(&requests);
    return result;
}

EXPORT int MPI_Waitany(int count, MPI_Request array[], int *index, MPI_Status *status) {
    struct requests requests;
    keep(&requests, count, array);
    wait_begins(&requests, SITE);
    int result = PMPI_Waitany(count, array, index, status);
    if (requests.handles && *index != MPI_UNDEFINED) {
        end_one(requests.handles[*index], result);
    }
    left_open(&requests, rollcall_unknown);
    wait_ends(&requests);
    return result;
}

EXPORT int MPI_Waitsome(int count, MPI_Request array[], int *done, int indices[], MPI_Status *statuses) {
    struct requests requests;
    keep(&requests, count, array);
    wait_begins(&requests, SITE);
    int result = PMPI_Waitsome(count, array, done, indices, statuses);
    for (int i = 0; requests.handles && *done != MPI_UNDEFINED && i < *done; i++) {
        end_one(requests.handles[indices[i]], result);
    }
    left_open(&requests, rollcall_unknown);
    wait_ends(&requests);
    return result;
}

EXPORT int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status) {
    struct requests requests;
    keep(&requests, 1, request);
    int result = PMPI_Test(request, flag, status);
    if (requests.handles && (*flag || result != MPI_SUCCESS)) {
        end_one(requests.handles[0], result);
    } else {
        left_open(&requests, rollcall_pending);
    }
    discard(&requests);
    return result;
}

EXPORT int MPI_Testall(int count, MPI_Request array[], int *flag, MPI_Status *statuses) {
    struct requests requests;
    keep(&requests, count, array);
    int result = PMPI_Testall(count, array, flag, statuses);
    if (*flag || result != MPI_SUCCESS) {
        end_all(&requests, statuses, statuses != MPI_STATUSES_IGNORE, result);
    }
    /* One that is not done is enough for a negative answer, so nothing is known of each. */
    discard(&requests);
    return result;
}

EXPORT int MPI_Testany(int count, MPI_Request array[], int *index, int *flag, MPI_Status *status) {
    struct requests requests;
    keep(&requests, count, array);
    int result = PMPI_Testany(count, array, index, flag, status);
    if (requests.handles && *flag && *index != MPI_UNDEFINED) {
        end_one(requests.handles[*index], result);
    } else if (!*flag) {
        left_open(&requests, rollcall_pending);
    }
    discard(&requests);
    return result;
}

EXPORT int MPI_Testsome(int count, MPI_Request array[], int *done, int indices[], MPI_Status *statuses) {
    struct requests requests;
    keep(&requests, count, array);
    int result = PMPI_Testsome(count, array, done, indices, statuses);
    for (int i = 0; requests.handles && *done != MPI_UNDEFINED && i < *done; i++) {
        end_one(requests.handles[indices[i]], result);
    }
    if (*done == 0) {
        left_open(&requests, rollcall_pending);
    }
    discard(&requests);
    return result;
}
