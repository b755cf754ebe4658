/*
 * MPI's sends and receives, blocking, nonblocking and persistent. A message to or from MPI_PROC_NULL moves nothing and is not
 * recorded. A receive's count is a bound and not the message's size, so it is not recorded.
 */
#include <stdlib.h>
#include <string.h>

#include "record.h"

#define LIST(...) __VA_ARGS__

/* Defines a blocking function, its nonblocking form and its persistent one. FILL sets the fields of `call`. */
#define MESSAGE(NAME, NONBLOCKING, PERSISTENT, OPERATION, PEER, PARAMETERS, ARGUMENTS, LAST_PARAMETER, LAST_ARGUMENT, FILL) \
    EXPORT int FORM(MPI_##NAME)(PARAMETERS LAST_PARAMETER) {                                                            \
        FUNCTION("MPI_" #NAME);                                                                                   \
        struct rollcall_call call;                                                                                \
        if (PEER == MPI_PROC_NULL || !mpi_enter(&call, &function, comm, OPERATION, SITE)) {                       \
            return FORM(PMPI_##NAME)(ARGUMENTS LAST_ARGUMENT);                                                          \
        }                                                                                                         \
        FILL;                                                                                                     \
        uint64_t position = begin(&call, comm, true);                                                             \
        return mpi_return(position, FORM(PMPI_##NAME)(ARGUMENTS LAST_ARGUMENT));                                        \
    }                                                                                                             \
    EXPORT int FORM(MPI_##NONBLOCKING)(PARAMETERS, MPI_Request *request) {                                              \
        FUNCTION("MPI_" #NONBLOCKING);                                                                            \
        struct rollcall_call call;                                                                                \
        if (PEER == MPI_PROC_NULL || !mpi_enter(&call, &function, comm, OPERATION, SITE)) {                       \
            return FORM(PMPI_##NONBLOCKING)(ARGUMENTS, request);                                                        \
        }                                                                                                         \
        FILL;                                                                                                     \
        uint64_t position = begin(&call, comm, false);                                                            \
        return mpi_requested(position, FORM(PMPI_##NONBLOCKING)(ARGUMENTS, request), request);                          \
    }                                                                                                             \
    EXPORT int FORM(MPI_##PERSISTENT)(PARAMETERS, MPI_Request *request) {                                               \
        FUNCTION("MPI_" #PERSISTENT);                                                                             \
        struct rollcall_call call;                                                                                \
        int result = FORM(PMPI_##PERSISTENT)(ARGUMENTS, request);                                                       \
        if (PEER != MPI_PROC_NULL && result == MPI_SUCCESS                                                        \
                && mpi_enter(&call, &function, comm, OPERATION, SITE)) {                                          \
            FILL;                                                                                                 \
            persistent_put(*request, &call);                                                                      \
        }                                                                                                         \
        return result;                                                                                            \
    }

void persistent_put(MPI_Request request, const struct rollcall_call *call);

static void fill(struct rollcall_call *call, const void *buffer, MPI_Datatype datatype, int64_t count, int peer, int tag) {
    int64_t number = elements(call, datatype, count);
    call->count_in = call->operation == OP_SEND ? number : ROLLCALL_NO_COUNT;
    call->buffer = buffer;
    call->has_root_or_peer = peer != MPI_ANY_SOURCE;
    call->root_or_peer = peer;
    call->has_tag = tag != MPI_ANY_TAG;
    call->tag = tag;
}

/*
 * The message that this thread probed last: its receive began with the probe, in which a rank may wait for ever. The receive that
 * fetches the message goes on with the same call.
 */
static __thread struct {
    bool valid;
    uint32_t epoch;
    uint64_t position;
    MPI_Comm communicator;
    int source;
    int tag;
} probed;

static bool fetches_probed(const struct rollcall_call *call, MPI_Comm communicator) {
    return probed.valid && probed.epoch == rollcall_epoch() && call->operation == OP_RECV
            && communicator == probed.communicator && (!call->has_root_or_peer || call->root_or_peer == probed.source)
            && (!call->has_tag || call->tag == probed.tag);
}

static uint64_t begin(struct rollcall_call *call, MPI_Comm communicator, bool blocking) {
    if (!fetches_probed(call, communicator)) {
        return blocking ? mpi_blocking(call) : mpi_nonblocking(call);
    }
    mpi_inside = true;
    probed.valid = false;
    rollcall_pending(probed.position);
    if (blocking) {
        rollcall_waiting(call->site);
    }
    return probed.position;
}

/* Begins one half of an exchange, unless its peer is MPI_PROC_NULL. */
static uint64_t begin_half(struct rollcall_call *call, enum operation operation, const void *buffer, MPI_Datatype datatype,
        int64_t count, int peer, int tag) {
    if (peer == MPI_PROC_NULL) {
        return ROLLCALL_NO_CALL;
    }
    call->operation = (uint8_t)operation;
    fill(call, buffer, datatype, count, peer, tag);
    return mpi_blocking(call);
}

#define SEND(NAME, NONBLOCKING, PERSISTENT)                                                                       \
    MESSAGE(NAME, NONBLOCKING, PERSISTENT, OP_SEND, dest,                                                         \
            LIST(const void *buf, COUNT count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm),            \
            LIST(buf, count, datatype, dest, tag, comm), , , fill(&call, buf, datatype, count, dest, tag))

/* As in collectives.c. */
#define COUNT int
#define FORM(name) name
#include "messages_of_counts.h"

#if MPI_VERSION >= 4
#undef COUNT
#undef FORM
#define COUNT MPI_Count
#define FORM(name) name##_c
#include "messages_of_counts.h"
#endif

EXPORT int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status) {
    FUNCTION("MPI_Probe");
    struct rollcall_call call;
    MPI_Status own;
    if (source == MPI_PROC_NULL || !mpi_enter(&call, &function, comm, OP_RECV, SITE)) {
        return PMPI_Probe(source, tag, comm, status);
    }
    MPI_Status *seen = status == MPI_STATUS_IGNORE ? &own : status;
    fill(&call, NULL, MPI_DATATYPE_NULL, 0, source, tag);
    uint64_t position = begin(&call, comm, true);
    int result = PMPI_Probe(source, tag, comm, seen);
    if (result != MPI_SUCCESS) {
        return mpi_return(position, result);
    }
    rollcall_unknown(position);
    rollcall_waiting(NULL);
    probed.valid = true;
    probed.epoch = rollcall_epoch();
    probed.position = position;
    probed.communicator = comm;
    probed.source = seen->MPI_SOURCE;
    probed.tag = seen->MPI_TAG;
    mpi_inside = false;
    return result;
}

/* A matched probe takes the message, which MPI_Mrecv only fetches: it is the receive. */
EXPORT int MPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status) {
    FUNCTION("MPI_Mprobe");
    struct rollcall_call call;
    if (source == MPI_PROC_NULL || !mpi_enter(&call, &function, comm, OP_RECV, SITE)) {
        return PMPI_Mprobe(source, tag, comm, message, status);
    }
    fill(&call, NULL, MPI_DATATYPE_NULL, 0, source, tag);
    uint64_t position = mpi_blocking(&call);
    return mpi_return(position, PMPI_Mprobe(source, tag, comm, message, status));
}

EXPORT int MPI_Improbe(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message, MPI_Status *status) {
    FUNCTION("MPI_Improbe");
    struct rollcall_call call;
    int result = PMPI_Improbe(source, tag, comm, flag, message, status);
    if (result == MPI_SUCCESS && *flag && source != MPI_PROC_NULL && mpi_enter(&call, &function, comm, OP_RECV, SITE)) {
        fill(&call, NULL, MPI_DATATYPE_NULL, 0, source, tag);
        mpi_return(mpi_blocking(&call), result);
    }
    return result;
}
