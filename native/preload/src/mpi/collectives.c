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
    EXPORT int FORM(MPI_##NAME)(PARAMETERS) {                                                                           \
        FUNCTION("MPI_" #NAME);                                                                                   \
        struct rollcall_call call;                                                                                \
        if (!mpi_enter(&call, &function, comm, OPERATION, SITE)) {                                                \
            return FORM(PMPI_##NAME)(ARGUMENTS);                                                                        \
        }                                                                                                         \
        FILL;                                                                                                     \
        uint64_t position = mpi_blocking(&call);                                                                  \
        return mpi_return(position, FORM(PMPI_##NAME)(ARGUMENTS));                                                      \
    }                                                                                                             \
    EXPORT int FORM(MPI_##NONBLOCKING)(PARAMETERS, MPI_Request *request) {                                              \
        FUNCTION("MPI_" #NONBLOCKING);                                                                            \
        struct rollcall_call call;                                                                                \
        if (!mpi_enter(&call, &function, comm, OPERATION, SITE)) {                                                \
            return FORM(PMPI_##NONBLOCKING)(ARGUMENTS, request);                                                        \
        }                                                                                                         \
        FILL;                                                                                                     \
        uint64_t position = mpi_nonblocking(&call);                                                               \
        return mpi_requested(position, FORM(PMPI_##NONBLOCKING)(ARGUMENTS, request), request);                          \
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

/* Lists are compared only if their numbers are of elements. */
static bool of_elements(struct rollcall_call *call, MPI_Datatype datatype) { return elements(call, datatype, 1) == 1; }

/* The functions with counts of type int, and since MPI 4 those with MPI_Count, whose names end in _c. */
#define COUNT int
#define DISPLACEMENT int
#define LONG_LISTS false
#define FORM(name) name
#include "collectives_of_counts.h"

#if MPI_VERSION >= 4
#undef COUNT
#undef DISPLACEMENT
#undef LONG_LISTS
#undef FORM
#define LARGE_COUNTS
#define COUNT MPI_Count
#define DISPLACEMENT MPI_Aint
#define LONG_LISTS true
#define FORM(name) name##_c
#include "collectives_of_counts.h"
#endif
