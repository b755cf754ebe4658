/* The sends and receives for one type of counts; messages.c includes this for each. */

SEND(Send, Isend, Send_init)
SEND(Ssend, Issend, Ssend_init)
SEND(Bsend, Ibsend, Bsend_init)
SEND(Rsend, Irsend, Rsend_init)

MESSAGE(Recv, Irecv, Recv_init, OP_RECV, source,
        LIST(void *buf, COUNT count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm),
        LIST(buf, count, datatype, source, tag, comm), LIST(, MPI_Status *status), LIST(, status),
        fill(&call, buf, datatype, count, source, tag))

EXPORT int FORM(MPI_Sendrecv)(const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
        COUNT recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status) {
    FUNCTION("MPI_Sendrecv");
    struct rollcall_call call;
    if (!mpi_enter(&call, &function, comm, OP_SEND, SITE)) {
        return FORM(PMPI_Sendrecv)(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm,
                status);
    }
    uint64_t send = begin_half(&call, OP_SEND, sendbuf, sendtype, sendcount, dest, sendtag);
    uint64_t receive = begin_half(&call, OP_RECV, recvbuf, recvtype, recvcount, source, recvtag);
    int result = FORM(PMPI_Sendrecv)(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag,
            comm, status);
    mpi_ended(send, result);
    return mpi_return(receive, result);
}

EXPORT int FORM(MPI_Sendrecv_replace)(void *buf, COUNT count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag,
        MPI_Comm comm, MPI_Status *status) {
    FUNCTION("MPI_Sendrecv_replace");
    struct rollcall_call call;
    if (!mpi_enter(&call, &function, comm, OP_SEND, SITE)) {
        return FORM(PMPI_Sendrecv_replace)(buf, count, datatype, dest, sendtag, source, recvtag, comm, status);
    }
    uint64_t send = begin_half(&call, OP_SEND, buf, datatype, count, dest, sendtag);
    uint64_t receive = begin_half(&call, OP_RECV, buf, datatype, count, source, recvtag);
    int result = FORM(PMPI_Sendrecv_replace)(buf, count, datatype, dest, sendtag, source, recvtag, comm, status);
    mpi_ended(send, result);
    return mpi_return(receive, result);
}
