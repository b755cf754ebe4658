/* Records the begin and the end of MPI's calls. */
#include "record.h"

#include <stdio.h>
#include <string.h>

__thread bool mpi_inside;

bool mpi_enter(struct rollcall_call *call, struct rollcall_function *function, MPI_Comm communicator, enum operation operation,
        const void *site) {
    if (mpi_inside || !rollcall_recording()) {
        return false;
    }
    uint32_t number = communicator_number(communicator);
    if (number == ROLLCALL_NO_COMMUNICATOR) {
        return false;
    }
    memset(call, 0, sizeof *call);
    call->function = function;
    call->site = site;
    call->communicator = number;
    call->operation = (uint8_t)operation;
    call->count_in = ROLLCALL_NO_COUNT;
    call->count_out = ROLLCALL_NO_COUNT;
    return true;
}

uint64_t mpi_blocking(struct rollcall_call *call) {
    call->blocking = true;
    return mpi_nonblocking(call);
}

uint64_t mpi_nonblocking(struct rollcall_call *call) {
    mpi_inside = true;
    return rollcall_begin(call);
}

void error_text(int result, char text[MPI_MAX_ERROR_STRING]) {
    int length = 0;
    if (PMPI_Error_string(result, text, &length) != MPI_SUCCESS) {
        snprintf(text, MPI_MAX_ERROR_STRING, "MPI error %d", result);
    }
}

void mpi_ended(uint64_t position, int result) {
    if (result == MPI_SUCCESS) {
        rollcall_completed(position);
        return;
    }
    char text[MPI_MAX_ERROR_STRING];
    error_text(result, text);
    rollcall_failed(position, text);
}

int mpi_return(uint64_t position, int result) {
    mpi_ended(position, result);
    mpi_inside = false;
    return result;
}

int mpi_requested(uint64_t position, int result, const MPI_Request *request) {
    if (result == MPI_SUCCESS) {
        /* Nobody watches it until the program waits for it or tests it. */
        rollcall_unknown(position);
        request_put(*request, position);
    } else {
        mpi_ended(position, result);
    }
    mpi_inside = false;
    return result;
}
