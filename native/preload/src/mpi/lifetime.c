/* The start and the end of MPI in a process. */
#include <stdio.h>

#include "record.h"

static int initialized(uint32_t world, struct rollcall_function *function, int result) {
    world_joined(world, function, result);
    mpi_inside = false;
    return result;
}

/* Its creation is recorded first: a rank that never comes lets the others wait in here. */
static uint32_t initializing(struct rollcall_function *function, const void *site) {
    bool records = rollcall_recording();
    mpi_inside = true;
    return records ? world_joining(function, site) : ROLLCALL_NO_COMMUNICATOR;
}

EXPORT int MPI_Init(int *argc, char ***argv) {
    FUNCTION("MPI_Init");
    if (!bind_late(SITE)) {
        return MPI_ERR_OTHER;
    }
    uint32_t world = initializing(&function, SITE);
    return initialized(world, &function, PMPI_Init(argc, argv));
}

EXPORT int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
    FUNCTION("MPI_Init_thread");
    if (!bind_late(SITE)) {
        return MPI_ERR_OTHER;
    }
    uint32_t world = initializing(&function, SITE);
    return initialized(world, &function, PMPI_Init_thread(argc, argv, required, provided));
}

/* All ranks wait for each other in here, as in a collective. */
EXPORT int MPI_Finalize(void) {
    FUNCTION("MPI_Finalize");
    struct rollcall_call call;
    if (!mpi_enter(&call, &function, MPI_COMM_WORLD, OP_UNKNOWN, SITE)) {
        return PMPI_Finalize();
    }
    uint64_t position = mpi_blocking(&call);
    int result = mpi_return(position, PMPI_Finalize());
    rollcall_left(call.communicator, &function, SITE);
    return result;
}

EXPORT int MPI_Abort(MPI_Comm comm, int errorcode) {
    char text[64];
    snprintf(text, sizeof text, "MPI_Abort with code %d", errorcode);
    if (rollcall_recording()) {
        rollcall_aborting(errorcode, text, SITE);
    }
    return PMPI_Abort(comm, errorcode);
}
