/*
 * MPI's collectives, blocking and nonblocking. docs/native.md says what of their arguments is recorded.
 *
 * A rank that passes MPI_IN_PLACE contributes what is in the buffer of the results; the arguments that describe its own
 * contribution have no meaning then.
 */
#include "record.h"

#define LIST(...) __VA_ARGS__

/* Defines a blocking collective and its nonblocking form. FILL sets the fields of `call`. */
#define COLLECTIVE(NAME, NONBLOCKING, OPERATION, PARAMETERS, ARGUMENTS, FILL)                                     \
    EXPORT int MPI_##NAME(PARAMETERS) {                                                                           \
        FUNCTION("MPI_" #NAME);                                                                                   \
        struct rollcall_call call;                                                                                \
        if (!mpi_enter(&call, &function, comm, OPERATION, SITE)) {                                                \
            return PMPI_##NAME(ARGUMENTS);                                                                        \
        }                                                                                                         \
        FILL;                                                                                                     \
        uint64_t position = mpi_blocking(&call);                                                                  \
        return mpi_return(position, PMPI_##NAME(ARGUMENTS));                                                      \
    }                                                                                                             \
    EXPORT int MPI_##NONBLOCKING(PARAMETERS, MPI_Request *request) {                                              \
        FUNCTION("MPI_" #NONBLOCKING);                                                                            \
        struct rollcall_call call;                                                                                \
        if (!mpi_enter(&call, &function, comm, OPERATION, SITE)) {                                                \
            return PMPI_##NONBLOCKING(ARGUMENTS, request);                                                        \
        }                                                                                                         \
        FILL;                                                                                                     \
        uint64_t position = mpi_nonblocking(&call);                                                               \
        return mpi_requested(position, PMPI_##NONBLOCKING(ARGUMENTS, request), request);                          \
    }

static int size_of(MPI_Comm comm) {
    int size = 0;
    PMPI_Comm_size(comm, &size);
    return size;
}

static int rank_in(MPI_Comm comm) {
    int rank = 0;
    PMPI_Comm_rank(comm, &rank);
    return rank;
}

static void set_root(struct rollcall_call *call, int root) {
    call->has_root_or_peer = true;
    call->root_or_peer = root;
}

static int64_t scaled(int64_t count, int64_t factor) { return count < 0 ? ROLLCALL_NO_COUNT : count * factor; }

static int64_t sum(const int *counts, int count) {
    int64_t sum = 0;
    for (int i = 0; i < count; i++) {
        sum += counts[i];
    }
    return sum;
}

static void fill_reduction(struct rollcall_call *call, const void *sendbuf, const void *recvbuf, int count,
        MPI_Datatype datatype, MPI_Op op) {
    call->buffer = sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf;
    call->count_in = elements(call, datatype, count);
    call->count_out = call->count_in;
    call->reduction = (uint8_t)reduction_of(op);
}

static void fill_reduce(struct rollcall_call *call, const void *sendbuf, const void *recvbuf, int count,
        MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm) {
    fill_reduction(call, sendbuf, recvbuf, count, datatype, op);
    set_root(call, root);
    if (rank_in(comm) != root) {
        call->count_out = ROLLCALL_NO_COUNT;
    }
}

static void fill_broadcast(struct rollcall_call *call, const void *buffer, int count, MPI_Datatype datatype, int root) {
    call->buffer = buffer;
    call->count_in = elements(call, datatype, count);
    set_root(call, root);
}

static void fill_all_gather(struct rollcall_call *call, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
        const void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    bool in_place = sendbuf == MPI_IN_PLACE;
    call->buffer = in_place ? recvbuf : sendbuf;
    call->count_in = in_place ? elements(call, recvtype, recvcount) : elements(call, sendtype, sendcount);
    call->count_out = scaled(elements(call, recvtype, recvcount), size_of(comm));
}

/* Lists are compared only if their numbers are of elements. */
static bool of_elements(struct rollcall_call *call, MPI_Datatype datatype) { return elements(call, datatype, 1) == 1; }

static void fill_all_gather_v(struct rollcall_call *call, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
        const void *recvbuf, const int recvcounts[], MPI_Datatype recvtype, MPI_Comm comm) {
    bool in_place = sendbuf == MPI_IN_PLACE;
    int size = size_of(comm);
    call->buffer = in_place ? recvbuf : sendbuf;
    call->count_in = in_place ? elements(call, recvtype, recvcounts[rank_in(comm)]) : elements(call, sendtype, sendcount);
    call->count_out = elements(call, recvtype, sum(recvcounts, size));
    if (of_elements(call, recvtype)) {
        call->has_lists = true;
        call->output_list = recvcounts;
        call->output_count = (uint32_t)size;
    }
}

static void fill_gather(struct rollcall_call *call, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
        const void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    set_root(call, root);
    if (rank_in(comm) == root) {
        call->count_in = elements(call, recvtype, recvcount);
        call->count_out = scaled(call->count_in, size_of(comm));
    }
    if (sendbuf != MPI_IN_PLACE) {
        call->count_in = elements(call, sendtype, sendcount);
    }
    call->buffer = sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf;
}

/* Each rank has a count of its own, which the root alone knows: the lists say that counts differ. */
static void fill_gather_v(struct rollcall_call *call, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
        const void *recvbuf, const int recvcounts[], MPI_Datatype recvtype, int root, MPI_Comm comm) {
    set_root(call, root);
    call->has_lists = true;
    int rank = rank_in(comm);
    if (rank == root) {
        call->output_list = recvcounts;
        call->output_count = (uint32_t)size_of(comm);
        call->count_out = elements(call, recvtype, sum(recvcounts, (int)call->output_count));
        call->count_in = elements(call, recvtype, recvcounts[rank]);
    }
    if (sendbuf != MPI_IN_PLACE) {
        call->count_in = elements(call, sendtype, sendcount);
    }
    call->buffer = sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf;
}

static void fill_scatter(struct rollcall_call *call, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
        const void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    set_root(call, root);
    bool is_root = rank_in(comm) == root;
    if (is_root) {
        call->count_out = elements(call, sendtype, sendcount);
        call->count_in = scaled(call->count_out, size_of(comm));
    }
    if (recvbuf != MPI_IN_PLACE) {
        call->count_out = elements(call, recvtype, recvcount);
    }
    call->buffer = is_root ? sendbuf : recvbuf;
}

static void fill_scatter_v(struct rollcall_call *call, const void *sendbuf, const int sendcounts[], MPI_Datatype sendtype,
        const void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    set_root(call, root);
    call->has_lists = true;
    int rank = rank_in(comm);
    if (rank == root) {
        call->input_list = sendcounts;
        call->input_count = (uint32_t)size_of(comm);
        call->count_in = elements(call, sendtype, sum(sendcounts, (int)call->input_count));
        call->count_out = elements(call, sendtype, sendcounts[rank]);
    }
    if (recvbuf != MPI_IN_PLACE) {
        call->count_out = elements(call, recvtype, recvcount);
    }
    call->buffer = rank == root ? sendbuf : recvbuf;
}

static void fill_reduce_scatter(struct rollcall_call *call, const void *sendbuf, const void *recvbuf, const int recvcounts[],
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    int size = size_of(comm);
    fill_reduction(call, sendbuf, recvbuf, 0, datatype, op);
    call->count_in = elements(call, datatype, sum(recvcounts, size));
    call->count_out = elements(call, datatype, recvcounts[rank_in(comm)]);
    if (of_elements(call, datatype)) {
        call->has_lists = true;
        call->input_list = recvcounts;
        call->input_count = (uint32_t)size;
    }
}

static void fill_reduce_scatter_block(struct rollcall_call *call, const void *sendbuf, const void *recvbuf, int recvcount,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    fill_reduction(call, sendbuf, recvbuf, recvcount, datatype, op);
    call->count_in = scaled(call->count_out, size_of(comm));
}

static void fill_all_to_all(struct rollcall_call *call, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
        const void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    bool in_place = sendbuf == MPI_IN_PLACE;
    call->buffer = in_place ? recvbuf : sendbuf;
    call->count_in = in_place ? elements(call, recvtype, recvcount) : elements(call, sendtype, sendcount);
    call->count_in = scaled(call->count_in, size_of(comm));
    call->count_out = scaled(elements(call, recvtype, recvcount), size_of(comm));
}

static void fill_all_to_all_v(struct rollcall_call *call, const void *sendbuf, const int sendcounts[], MPI_Datatype sendtype,
        const void *recvbuf, const int recvcounts[], MPI_Datatype recvtype, MPI_Comm comm) {
    bool in_place = sendbuf == MPI_IN_PLACE;
    int size = size_of(comm);
    call->buffer = in_place ? recvbuf : sendbuf;
    call->has_lists = true;
    call->input_list = in_place ? recvcounts : sendcounts;
    call->input_count = (uint32_t)size;
    call->output_list = recvcounts;
    call->output_count = (uint32_t)size;
    call->count_in = elements(call, in_place ? recvtype : sendtype, sum(call->input_list, size));
    call->count_out = elements(call, recvtype, sum(recvcounts, size));
}

/* Each part may have a type of its own, so that no count of elements is known. */
static void fill_all_to_all_w(struct rollcall_call *call, const void *sendbuf, const int sendcounts[], const void *recvbuf,
        const int recvcounts[], MPI_Comm comm) {
    bool in_place = sendbuf == MPI_IN_PLACE;
    call->buffer = in_place ? recvbuf : sendbuf;
    call->has_lists = true;
    call->input_list = in_place ? recvcounts : sendcounts;
    call->output_list = recvcounts;
    call->input_count = call->output_count = (uint32_t)size_of(comm);
}

COLLECTIVE(Barrier, Ibarrier, OP_BARRIER, LIST(MPI_Comm comm), LIST(comm), (void)0)

COLLECTIVE(Bcast, Ibcast, OP_BROADCAST, LIST(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm),
        LIST(buffer, count, datatype, root, comm), fill_broadcast(&call, buffer, count, datatype, root))

COLLECTIVE(Allreduce, Iallreduce, OP_ALL_REDUCE,
        LIST(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
        LIST(sendbuf, recvbuf, count, datatype, op, comm), fill_reduction(&call, sendbuf, recvbuf, count, datatype, op))

COLLECTIVE(Reduce, Ireduce, OP_REDUCE,
        LIST(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm),
        LIST(sendbuf, recvbuf, count, datatype, op, root, comm),
        fill_reduce(&call, sendbuf, recvbuf, count, datatype, op, root, comm))

COLLECTIVE(Scan, Iscan, OP_SCAN,
        LIST(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
        LIST(sendbuf, recvbuf, count, datatype, op, comm), fill_reduction(&call, sendbuf, recvbuf, count, datatype, op))

COLLECTIVE(Exscan, Iexscan, OP_EXSCAN,
        LIST(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
        LIST(sendbuf, recvbuf, count, datatype, op, comm), fill_reduction(&call, sendbuf, recvbuf, count, datatype, op))

COLLECTIVE(Reduce_scatter, Ireduce_scatter, OP_REDUCE_SCATTER,
        LIST(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
        LIST(sendbuf, recvbuf, recvcounts, datatype, op, comm),
        fill_reduce_scatter(&call, sendbuf, recvbuf, recvcounts, datatype, op, comm))

COLLECTIVE(Reduce_scatter_block, Ireduce_scatter_block, OP_REDUCE_SCATTER,
        LIST(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
        LIST(sendbuf, recvbuf, recvcount, datatype, op, comm),
        fill_reduce_scatter_block(&call, sendbuf, recvbuf, recvcount, datatype, op, comm))

COLLECTIVE(Allgather, Iallgather, OP_ALL_GATHER,
        LIST(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                MPI_Comm comm),
        LIST(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm),
        fill_all_gather(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))

COLLECTIVE(Allgatherv, Iallgatherv, OP_ALL_GATHER,
        LIST(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                const int displs[], MPI_Datatype recvtype, MPI_Comm comm),
        LIST(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm),
        fill_all_gather_v(&call, sendbuf, sendcount, sendtype, recvbuf, recvcounts, recvtype, comm))

COLLECTIVE(Gather, Igather, OP_GATHER,
        LIST(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                int root, MPI_Comm comm),
        LIST(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm),
        fill_gather(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm))

COLLECTIVE(Gatherv, Igatherv, OP_GATHER,
        LIST(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm),
        LIST(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm),
        fill_gather_v(&call, sendbuf, sendcount, sendtype, recvbuf, recvcounts, recvtype, root, comm))

COLLECTIVE(Scatter, Iscatter, OP_SCATTER,
        LIST(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                int root, MPI_Comm comm),
        LIST(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm),
        fill_scatter(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm))

COLLECTIVE(Scatterv, Iscatterv, OP_SCATTER,
        LIST(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void *recvbuf,
                int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm),
        LIST(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm),
        fill_scatter_v(&call, sendbuf, sendcounts, sendtype, recvbuf, recvcount, recvtype, root, comm))

COLLECTIVE(Alltoall, Ialltoall, OP_ALL_TO_ALL,
        LIST(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                MPI_Comm comm),
        LIST(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm),
        fill_all_to_all(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))

COLLECTIVE(Alltoallv, Ialltoallv, OP_ALL_TO_ALL,
        LIST(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf,
                const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm),
        LIST(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm),
        fill_all_to_all_v(&call, sendbuf, sendcounts, sendtype, recvbuf, recvcounts, recvtype, comm))

COLLECTIVE(Alltoallw, Ialltoallw, OP_ALL_TO_ALL,
        LIST(const void *sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
                const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm),
        LIST(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm),
        fill_all_to_all_w(&call, sendbuf, sendcounts, recvbuf, recvcounts, comm))

/*
 * Collectives of neighbours: every rank calls them, and each waits for its neighbours alone. That is an all-to-all in which most
 * pairs exchange nothing; the numbers of neighbours differ, so no total is known.
 */
COLLECTIVE(Neighbor_allgather, Ineighbor_allgather, OP_ALL_TO_ALL,
        LIST(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                MPI_Comm comm),
        LIST(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm), call.buffer = sendbuf)

COLLECTIVE(Neighbor_allgatherv, Ineighbor_allgatherv, OP_ALL_TO_ALL,
        LIST(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                const int displs[], MPI_Datatype recvtype, MPI_Comm comm),
        LIST(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm), call.buffer = sendbuf)

COLLECTIVE(Neighbor_alltoall, Ineighbor_alltoall, OP_ALL_TO_ALL,
        LIST(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                MPI_Comm comm),
        LIST(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm), call.buffer = sendbuf)

COLLECTIVE(Neighbor_alltoallv, Ineighbor_alltoallv, OP_ALL_TO_ALL,
        LIST(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf,
                const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm),
        LIST(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm), call.buffer = sendbuf)

COLLECTIVE(Neighbor_alltoallw, Ineighbor_alltoallw, OP_ALL_TO_ALL,
        LIST(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
                void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
                MPI_Comm comm),
        LIST(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm), call.buffer = sendbuf)
