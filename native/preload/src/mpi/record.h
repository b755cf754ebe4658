/*
 * Recording of MPI by its profiling interface: each MPI_ function here records and calls its PMPI_ function.
 *
 * A thread that is inside a recorded function is not recorded again: an implementation may call MPI_ functions itself.
 */
#ifndef ROLLCALL_MPI_RECORD_H
#define ROLLCALL_MPI_RECORD_H

#include <mpi.h>

#include "rollcall.h"

#define EXPORT __attribute__((visibility("default")))

/* Where the application called the function that this is written in. */
#define SITE __builtin_return_address(0)

/* A handle, which is a pointer or an int, as a number. */
#define HANDLE(handle) ((uint64_t)(uintptr_t)(handle))

#define FUNCTION(name) static struct rollcall_function function = {name, 0}

/* Whether this thread is inside a recorded function. */
extern __thread bool mpi_inside;

/*
 * Starts a call on a communicator; false if it is not recorded. The caller fills in the rest, and then issues it with
 * mpi_blocking or mpi_nonblocking.
 */
bool mpi_enter(struct rollcall_call *call, struct rollcall_function *function, MPI_Comm communicator, enum operation operation,
        const void *site);
/* Records that a blocking call begins; mpi_return records its end, and returns the result. */
uint64_t mpi_blocking(struct rollcall_call *call);
int mpi_return(uint64_t position, int result);
/* Records that a nonblocking call begins; mpi_requested records that it has returned, and returns the result. */
uint64_t mpi_nonblocking(struct rollcall_call *call);
int mpi_requested(uint64_t position, int result, const MPI_Request *request);
/* Records the end of a call by MPI's result. */
void mpi_ended(uint64_t position, int result);

/* requests.c: the call that a request stands for; ROLLCALL_NO_CALL if none. */
void request_put(MPI_Request request, uint64_t position);

/* datatypes.c */
/* Sets the element type; returns the number of elements in `count` of a datatype, -1 if unknown. */
int64_t elements(struct rollcall_call *call, MPI_Datatype datatype, int64_t count);
enum reduction reduction_of(MPI_Op operation);

/* communicators.c */
/* The number of a communicator; ROLLCALL_NO_COMMUNICATOR for one that is not recorded, such as MPI_COMM_SELF. */
uint32_t communicator_number(MPI_Comm communicator);
uint32_t world_joining(struct rollcall_function *function, const void *site);
void world_joined(uint32_t world, struct rollcall_function *function, int result);

/* late_binding.c: finds an MPI that was loaded after this library; false if there is none. */
bool bind_late(const void *caller);

/* The text of an error. */
void error_text(int result, char text[MPI_MAX_ERROR_STRING]);

#endif
