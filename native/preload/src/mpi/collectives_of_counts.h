/* The collectives for one type of counts; collectives.c includes this for each. */

static int64_t FORM(sum)(const COUNT *counts, int count) {
    int64_t sum = 0;
    for (int i = 0; i < count; i++) {
        sum += counts[i];
    }
    return sum;
}

static void FORM(fill_reduction)(struct rollcall_call *call, const void *sendbuf, const void *recvbuf, COUNT count,
        MPI_Datatype datatype, MPI_Op op) {
    call->buffer = sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf;
    call->count_in = elements(call, datatype, count);
    call->count_out = call->count_in;
    call->reduction = (uint8_t)reduction_of(op);
}

static void FORM(fill_reduce)(struct rollcall_call *call, const void *sendbuf, const void *recvbuf, COUNT count,
        MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm) {
    FORM(fill_reduction)(call, sendbuf, recvbuf, count, datatype, op);
    set_root(call, root);
    if (rank_in(comm) != root) {
        call->count_out = ROLLCALL_NO_COUNT;
    }
}

static void FORM(fill_broadcast)(struct rollcall_call *call, const void *buffer, COUNT count, MPI_Datatype datatype, int root) {
    call->buffer = buffer;
    call->count_in = elements(call, datatype, count);
    set_root(call, root);
}

static void FORM(fill_all_gather)(struct rollcall_call *call, const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype,
        const void *recvbuf, COUNT recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    bool in_place = sendbuf == MPI_IN_PLACE;
    call->buffer = in_place ? recvbuf : sendbuf;
    call->count_in = in_place ? elements(call, recvtype, recvcount) : elements(call, sendtype, sendcount);
    call->count_out = scaled(elements(call, recvtype, recvcount), size_of(comm));
}

static void FORM(fill_all_gather_v)(struct rollcall_call *call, const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype,
        const void *recvbuf, const COUNT recvcounts[], MPI_Datatype recvtype, MPI_Comm comm) {
    bool in_place = sendbuf == MPI_IN_PLACE;
    int size = size_of(comm);
    call->buffer = in_place ? recvbuf : sendbuf;
    call->count_in = in_place ? elements(call, recvtype, recvcounts[rank_in(comm)]) : elements(call, sendtype, sendcount);
    call->count_out = elements(call, recvtype, FORM(sum)(recvcounts, size));
    if (of_elements(call, recvtype)) {
        call->has_lists = true;
        call->long_lists = LONG_LISTS;
        call->output_list = recvcounts;
        call->output_count = (uint32_t)size;
    }
}

static void FORM(fill_gather)(struct rollcall_call *call, const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype,
        const void *recvbuf, COUNT recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
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
static void FORM(fill_gather_v)(struct rollcall_call *call, const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype,
        const void *recvbuf, const COUNT recvcounts[], MPI_Datatype recvtype, int root, MPI_Comm comm) {
    set_root(call, root);
    call->has_lists = true;
    call->long_lists = LONG_LISTS;
    int rank = rank_in(comm);
    if (rank == root) {
        call->output_list = recvcounts;
        call->output_count = (uint32_t)size_of(comm);
        call->count_out = elements(call, recvtype, FORM(sum)(recvcounts, (int)call->output_count));
        call->count_in = elements(call, recvtype, recvcounts[rank]);
    }
    if (sendbuf != MPI_IN_PLACE) {
        call->count_in = elements(call, sendtype, sendcount);
    }
    call->buffer = sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf;
}

static void FORM(fill_scatter)(struct rollcall_call *call, const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype,
        const void *recvbuf, COUNT recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
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

static void FORM(fill_scatter_v)(struct rollcall_call *call, const void *sendbuf, const COUNT sendcounts[], MPI_Datatype sendtype,
        const void *recvbuf, COUNT recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    set_root(call, root);
    call->has_lists = true;
    call->long_lists = LONG_LISTS;
    int rank = rank_in(comm);
    if (rank == root) {
        call->input_list = sendcounts;
        call->input_count = (uint32_t)size_of(comm);
        call->count_in = elements(call, sendtype, FORM(sum)(sendcounts, (int)call->input_count));
        call->count_out = elements(call, sendtype, sendcounts[rank]);
    }
    if (recvbuf != MPI_IN_PLACE) {
        call->count_out = elements(call, recvtype, recvcount);
    }
    call->buffer = rank == root ? sendbuf : recvbuf;
}

static void FORM(fill_reduce_scatter)(struct rollcall_call *call, const void *sendbuf, const void *recvbuf, const COUNT recvcounts[],
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    int size = size_of(comm);
    FORM(fill_reduction)(call, sendbuf, recvbuf, 0, datatype, op);
    call->count_in = elements(call, datatype, FORM(sum)(recvcounts, size));
    call->count_out = elements(call, datatype, recvcounts[rank_in(comm)]);
    if (of_elements(call, datatype)) {
        call->has_lists = true;
        call->long_lists = LONG_LISTS;
        call->input_list = recvcounts;
        call->input_count = (uint32_t)size;
    }
}

static void FORM(fill_reduce_scatter_block)(struct rollcall_call *call, const void *sendbuf, const void *recvbuf, COUNT recvcount,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    FORM(fill_reduction)(call, sendbuf, recvbuf, recvcount, datatype, op);
    call->count_in = scaled(call->count_out, size_of(comm));
}

static void FORM(fill_all_to_all)(struct rollcall_call *call, const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype,
        const void *recvbuf, COUNT recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    bool in_place = sendbuf == MPI_IN_PLACE;
    call->buffer = in_place ? recvbuf : sendbuf;
    call->count_in = in_place ? elements(call, recvtype, recvcount) : elements(call, sendtype, sendcount);
    call->count_in = scaled(call->count_in, size_of(comm));
    call->count_out = scaled(elements(call, recvtype, recvcount), size_of(comm));
}

static void FORM(fill_all_to_all_v)(struct rollcall_call *call, const void *sendbuf, const COUNT sendcounts[], MPI_Datatype sendtype,
        const void *recvbuf, const COUNT recvcounts[], MPI_Datatype recvtype, MPI_Comm comm) {
    bool in_place = sendbuf == MPI_IN_PLACE;
    int size = size_of(comm);
    call->buffer = in_place ? recvbuf : sendbuf;
    call->has_lists = true;
    call->long_lists = LONG_LISTS;
    call->input_list = in_place ? recvcounts : sendcounts;
    call->input_count = (uint32_t)size;
    call->output_list = recvcounts;
    call->output_count = (uint32_t)size;
    call->count_in = elements(call, in_place ? recvtype : sendtype, FORM(sum)(call->input_list, size));
    call->count_out = elements(call, recvtype, FORM(sum)(recvcounts, size));
}

/* Each part may have a type of its own, so that no count of elements is known. */
static void FORM(fill_all_to_all_w)(struct rollcall_call *call, const void *sendbuf, const COUNT sendcounts[], const void *recvbuf,
        const COUNT recvcounts[], MPI_Comm comm) {
    bool in_place = sendbuf == MPI_IN_PLACE;
    call->buffer = in_place ? recvbuf : sendbuf;
    call->has_lists = true;
    call->long_lists = LONG_LISTS;
    call->input_list = in_place ? recvcounts : sendcounts;
    call->output_list = recvcounts;
    call->input_count = call->output_count = (uint32_t)size_of(comm);
}

#ifndef LARGE_COUNTS
COLLECTIVE(Barrier, Ibarrier, OP_BARRIER, LIST(MPI_Comm comm), LIST(comm), (void)0)
#endif

COLLECTIVE(Bcast, Ibcast, OP_BROADCAST, LIST(void *buffer, COUNT count, MPI_Datatype datatype, int root, MPI_Comm comm),
        LIST(buffer, count, datatype, root, comm), FORM(fill_broadcast)(&call, buffer, count, datatype, root))

COLLECTIVE(Allreduce, Iallreduce, OP_ALL_REDUCE,
        LIST(const void *sendbuf, void *recvbuf, COUNT count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
        LIST(sendbuf, recvbuf, count, datatype, op, comm), FORM(fill_reduction)(&call, sendbuf, recvbuf, count, datatype, op))

COLLECTIVE(Reduce, Ireduce, OP_REDUCE,
        LIST(const void *sendbuf, void *recvbuf, COUNT count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm),
        LIST(sendbuf, recvbuf, count, datatype, op, root, comm),
        FORM(fill_reduce)(&call, sendbuf, recvbuf, count, datatype, op, root, comm))

COLLECTIVE(Scan, Iscan, OP_SCAN,
        LIST(const void *sendbuf, void *recvbuf, COUNT count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
        LIST(sendbuf, recvbuf, count, datatype, op, comm), FORM(fill_reduction)(&call, sendbuf, recvbuf, count, datatype, op))

COLLECTIVE(Exscan, Iexscan, OP_EXSCAN,
        LIST(const void *sendbuf, void *recvbuf, COUNT count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
        LIST(sendbuf, recvbuf, count, datatype, op, comm), FORM(fill_reduction)(&call, sendbuf, recvbuf, count, datatype, op))

COLLECTIVE(Reduce_scatter, Ireduce_scatter, OP_REDUCE_SCATTER,
        LIST(const void *sendbuf, void *recvbuf, const COUNT recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
        LIST(sendbuf, recvbuf, recvcounts, datatype, op, comm),
        FORM(fill_reduce_scatter)(&call, sendbuf, recvbuf, recvcounts, datatype, op, comm))

COLLECTIVE(Reduce_scatter_block, Ireduce_scatter_block, OP_REDUCE_SCATTER,
        LIST(const void *sendbuf, void *recvbuf, COUNT recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
        LIST(sendbuf, recvbuf, recvcount, datatype, op, comm),
        FORM(fill_reduce_scatter_block)(&call, sendbuf, recvbuf, recvcount, datatype, op, comm))

COLLECTIVE(Allgather, Iallgather, OP_ALL_GATHER,
        LIST(const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, void *recvbuf, COUNT recvcount, MPI_Datatype recvtype,
                MPI_Comm comm),
        LIST(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm),
        FORM(fill_all_gather)(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))

COLLECTIVE(Allgatherv, Iallgatherv, OP_ALL_GATHER,
        LIST(const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, void *recvbuf, const COUNT recvcounts[],
                const DISPLACEMENT displs[], MPI_Datatype recvtype, MPI_Comm comm),
        LIST(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm),
        FORM(fill_all_gather_v)(&call, sendbuf, sendcount, sendtype, recvbuf, recvcounts, recvtype, comm))

COLLECTIVE(Gather, Igather, OP_GATHER,
        LIST(const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, void *recvbuf, COUNT recvcount, MPI_Datatype recvtype,
                int root, MPI_Comm comm),
        LIST(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm),
        FORM(fill_gather)(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm))

COLLECTIVE(Gatherv, Igatherv, OP_GATHER,
        LIST(const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, void *recvbuf, const COUNT recvcounts[],
                const DISPLACEMENT displs[], MPI_Datatype recvtype, int root, MPI_Comm comm),
        LIST(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm),
        FORM(fill_gather_v)(&call, sendbuf, sendcount, sendtype, recvbuf, recvcounts, recvtype, root, comm))

COLLECTIVE(Scatter, Iscatter, OP_SCATTER,
        LIST(const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, void *recvbuf, COUNT recvcount, MPI_Datatype recvtype,
                int root, MPI_Comm comm),
        LIST(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm),
        FORM(fill_scatter)(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm))

COLLECTIVE(Scatterv, Iscatterv, OP_SCATTER,
        LIST(const void *sendbuf, const COUNT sendcounts[], const DISPLACEMENT displs[], MPI_Datatype sendtype, void *recvbuf,
                COUNT recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm),
        LIST(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm),
        FORM(fill_scatter_v)(&call, sendbuf, sendcounts, sendtype, recvbuf, recvcount, recvtype, root, comm))

COLLECTIVE(Alltoall, Ialltoall, OP_ALL_TO_ALL,
        LIST(const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, void *recvbuf, COUNT recvcount, MPI_Datatype recvtype,
                MPI_Comm comm),
        LIST(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm),
        FORM(fill_all_to_all)(&call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))

COLLECTIVE(Alltoallv, Ialltoallv, OP_ALL_TO_ALL,
        LIST(const void *sendbuf, const COUNT sendcounts[], const DISPLACEMENT sdispls[], MPI_Datatype sendtype, void *recvbuf,
                const COUNT recvcounts[], const DISPLACEMENT rdispls[], MPI_Datatype recvtype, MPI_Comm comm),
        LIST(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm),
        FORM(fill_all_to_all_v)(&call, sendbuf, sendcounts, sendtype, recvbuf, recvcounts, recvtype, comm))

COLLECTIVE(Alltoallw, Ialltoallw, OP_ALL_TO_ALL,
        LIST(const void *sendbuf, const COUNT sendcounts[], const DISPLACEMENT sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
                const COUNT recvcounts[], const DISPLACEMENT rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm),
        LIST(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm),
        FORM(fill_all_to_all_w)(&call, sendbuf, sendcounts, recvbuf, recvcounts, comm))

/*
 * Collectives of neighbours: every rank calls them, and each waits for its neighbours alone. That is an all-to-all in which most
 * pairs exchange nothing; the numbers of neighbours differ, so no total is known.
 */
COLLECTIVE(Neighbor_allgather, Ineighbor_allgather, OP_ALL_TO_ALL,
        LIST(const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, void *recvbuf, COUNT recvcount, MPI_Datatype recvtype,
                MPI_Comm comm),
        LIST(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm), call.buffer = sendbuf)

COLLECTIVE(Neighbor_allgatherv, Ineighbor_allgatherv, OP_ALL_TO_ALL,
        LIST(const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, void *recvbuf, const COUNT recvcounts[],
                const DISPLACEMENT displs[], MPI_Datatype recvtype, MPI_Comm comm),
        LIST(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm), call.buffer = sendbuf)

COLLECTIVE(Neighbor_alltoall, Ineighbor_alltoall, OP_ALL_TO_ALL,
        LIST(const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, void *recvbuf, COUNT recvcount, MPI_Datatype recvtype,
                MPI_Comm comm),
        LIST(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm), call.buffer = sendbuf)

COLLECTIVE(Neighbor_alltoallv, Ineighbor_alltoallv, OP_ALL_TO_ALL,
        LIST(const void *sendbuf, const COUNT sendcounts[], const DISPLACEMENT sdispls[], MPI_Datatype sendtype, void *recvbuf,
                const COUNT recvcounts[], const DISPLACEMENT rdispls[], MPI_Datatype recvtype, MPI_Comm comm),
        LIST(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm), call.buffer = sendbuf)

COLLECTIVE(Neighbor_alltoallw, Ineighbor_alltoallw, OP_ALL_TO_ALL,
        LIST(const void *sendbuf, const COUNT sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
                void *recvbuf, const COUNT recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
                MPI_Comm comm),
        LIST(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm), call.buffer = sendbuf)
