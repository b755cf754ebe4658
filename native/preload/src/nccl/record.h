/*
 * Recording of NCCL: each nccl function here records and calls the next definition, with the meaning that the agent's recording has
 * (docs/gpu.md, "NCCL"). There is no NCCL where this is built, so the stable parts of its interface are declared here.
 *
 * A thread that is inside a recorded function is not recorded again: NCCL may call its own functions.
 */
#ifndef ROLLCALL_NCCL_RECORD_H
#define ROLLCALL_NCCL_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../cuda/device_errors.h"
#include "../process.h"
#include "../rollcall.h"
#include "../trace.h"

#define EXPORT __attribute__((visibility("default")))
#define HIDDEN __attribute__((visibility("hidden")))

/* Where the application called the function that this is written in. */
#define SITE __builtin_return_address(0)

#define FUNCTION(name) static struct rollcall_function function = {name, 0}

/* NCCL's types. Its enumerations are ints, a CUDA stream is a pointer. */
typedef struct ncclComm *ncclComm_t;
typedef struct {
    char internal[128];
} ncclUniqueId;
typedef int ncclResult_t;
typedef void *nccl_stream;

enum { NCCL_SUCCESS = 0, NCCL_UNHANDLED_CUDA_ERROR = 1, NCCL_INVALID_ARGUMENT = 4, NCCL_INVALID_USAGE = 5, NCCL_IN_PROGRESS = 7 };

/* The beginning of ncclConfig_t since NCCL 2.27. */
struct nccl_config {
    size_t size;
    unsigned magic;
    unsigned version;
    int numbers[4];
    const char *net_name;
    int more[2];
    const char *name;
};

EXPORT ncclResult_t ncclAllReduce(const void *input, void *output, size_t count, int type, int reduction, ncclComm_t comm, nccl_stream stream);
EXPORT ncclResult_t ncclReduce(const void *input, void *output, size_t count, int type, int reduction, int root, ncclComm_t comm, nccl_stream stream);
EXPORT ncclResult_t ncclBroadcast(const void *input, void *output, size_t count, int type, int root, ncclComm_t comm, nccl_stream stream);
EXPORT ncclResult_t ncclBcast(void *input, size_t count, int type, int root, ncclComm_t comm, nccl_stream stream);
EXPORT ncclResult_t ncclReduceScatter(const void *input, void *output, size_t count, int type, int reduction, ncclComm_t comm, nccl_stream stream);
EXPORT ncclResult_t ncclAllGather(const void *input, void *output, size_t count, int type, ncclComm_t comm, nccl_stream stream);
EXPORT ncclResult_t ncclAlltoAll(const void *input, void *output, size_t count, int type, ncclComm_t comm, nccl_stream stream);
EXPORT ncclResult_t ncclGather(const void *input, void *output, size_t count, int type, int root, ncclComm_t comm, nccl_stream stream);
EXPORT ncclResult_t ncclScatter(const void *input, void *output, size_t count, int type, int root, ncclComm_t comm, nccl_stream stream);
EXPORT ncclResult_t ncclSend(const void *input, size_t count, int type, int peer, ncclComm_t comm, nccl_stream stream);
EXPORT ncclResult_t ncclRecv(void *output, size_t count, int type, int peer, ncclComm_t comm, nccl_stream stream);
EXPORT ncclResult_t ncclGroupStart(void);
EXPORT ncclResult_t ncclGroupEnd(void);
EXPORT ncclResult_t ncclGroupSimulateEnd(void *information);
EXPORT ncclResult_t ncclCommInitRank(ncclComm_t *made, int size, ncclUniqueId id, int rank);
EXPORT ncclResult_t ncclCommInitRankConfig(ncclComm_t *made, int size, ncclUniqueId id, int rank, struct nccl_config *config);
EXPORT ncclResult_t ncclCommInitRankScalable(ncclComm_t *made, int size, int rank, int id_count, ncclUniqueId *ids, struct nccl_config *config);
EXPORT ncclResult_t ncclCommInitAll(ncclComm_t *made, int size, const int *devices);
EXPORT ncclResult_t ncclCommSplit(ncclComm_t comm, int colour, int key, ncclComm_t *made, struct nccl_config *config);
EXPORT ncclResult_t ncclCommShrink(ncclComm_t comm, int *excluded, int excluded_count, ncclComm_t *made, struct nccl_config *config, int flags);
EXPORT ncclResult_t ncclCommGrow(ncclComm_t comm, int size, const ncclUniqueId *id, int rank, ncclComm_t *made, struct nccl_config *config);
EXPORT ncclResult_t ncclCommFinalize(ncclComm_t comm);
EXPORT ncclResult_t ncclCommDestroy(ncclComm_t comm);
EXPORT ncclResult_t ncclCommAbort(ncclComm_t comm);
EXPORT ncclResult_t ncclCommRevoke(ncclComm_t comm, int flags);
EXPORT ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *error);

/* The recorded functions, without `nccl`. */
#define NCCL_FUNCTIONS(X)                                                                                                              \
    X(AllReduce) X(Reduce) X(Broadcast) X(Bcast) X(ReduceScatter) X(AllGather) X(AlltoAll) X(Gather) X(Scatter) X(Send) X(Recv)         \
    X(GroupStart) X(GroupEnd) X(GroupSimulateEnd) X(CommInitRank) X(CommInitRankConfig) X(CommInitRankScalable) X(CommInitAll)          \
    X(CommSplit) X(CommShrink) X(CommGrow) X(CommFinalize) X(CommDestroy) X(CommAbort) X(CommRevoke) X(CommGetAsyncError)

/* One NCCL of the process. NULL for what it does not have. */
struct nccl_library {
#define X(name) __typeof__(nccl##name) *name;
    NCCL_FUNCTIONS(X)
#undef X
    ncclResult_t (*CommUserRank)(ncclComm_t comm, int *rank);
    ncclResult_t (*CommCount)(ncclComm_t comm, int *count);
    ncclResult_t (*CommCuDevice)(ncclComm_t comm, int *device);
};

/* binding.c: the NCCL that the code at this address means; one without functions if there is none. */
const struct nccl_library *nccl_library_of(const void *site);

/* Calls a function of NCCL, if it has that. */
#define NEXT(library, NAME, ...) ((library)->NAME ? (library)->NAME(__VA_ARGS__) : NCCL_INVALID_USAGE)

/* record.c */
/* The text of a result, such as `5 (ncclInvalidUsage)`. */
void nccl_text(ncclResult_t result, char text[64]);

/*
 * Operations that were requested and are not known to be issued, or not known to have ended: calls, and creations, whose position is
 * NO_POSITION. They come from a pool, and form lists; a list is the number of its first, 0 for an empty one.
 */
struct unfinished {
    uint64_t position;
    uint64_t stream;
    uint32_t communicator;
    uint32_t next;
};
struct unfinished *operation_at(uint32_t number);
/* Puts an operation before a list; without room, its outcome stays unknown. */
void operation_put(uint32_t *list, uint64_t position, uint32_t communicator, const void *stream);
void operation_free(uint32_t number);
/* Returns the list in the reverse order. */
uint32_t operations_reversed(uint32_t list);
void operations_start(void);

/* What a communicator's calls need, by its number in the trace. */
struct nccl_communicator {
    const struct nccl_library *library;
    struct rollcall_function *function; /* that created it */
    ncclComm_t *made;                   /* where NCCL writes it; NULL once it is created */
    ncclComm_t handle;
    uint32_t parent;
    int32_t size; /* -1 if unknown, like the others */
    int32_t rank;
    int32_t global_rank;
    int32_t device;
    bool world;
    bool aborted;
    uint32_t waiting; /* what a nonblocking communicator may not have issued */
};
enum { NCCL_COMMUNICATORS = 1024 };

/* communicators.c */
struct nccl_communicator *nccl_communicator(uint32_t number);
/* The number of a communicator, also of one whose creation was not seen. */
uint32_t nccl_number(const struct nccl_library *library, ncclComm_t comm);
/* Records that a communicator has been created, or that this failed, for this reason; false if NCCL has not written it yet. */
bool nccl_created(uint32_t number, const char *failure);
/* Keeps a creation until the application asks how far it is: a split's parent, or the communicator itself. */
void creation_waits(uint32_t number);
void communicators_start(void);

/* groups.c */
/* The number of this thread's group, 0 outside of groups. Counts a call of the group. */
uint32_t group_of_call(void);
bool in_group(void);
/* Keeps an operation until the group ends. */
void group_add(uint64_t position, uint32_t communicator, const void *stream);
void groups_start(void);

/* completion.c */
/* Whether a stream is being captured into a graph. */
bool stream_capturing(const void *stream);
/* The ordinal of the current device, -1 if unknown. Writes the devices' UUIDs into the trace at its first use. */
int32_t current_device(void);
/* Records an event behind operations, one for each communicator and stream; the list is given away. Creations have succeeded. */
void operations_issued(uint32_t list);
/* The operations were not issued, for this reason. */
void operations_failed(uint32_t list, const char *text);
/* Nothing will show the end of the operations. */
void operations_unknown(uint32_t list);
/* The calls of a communicator that are in flight fail. */
void completions_failed(uint32_t communicator, const char *text);
/* No event of the communicator is touched any more; what is pending stays so. */
void completions_aborted(uint32_t communicator);
void completions_start(void);
/* The calls of a device that are in flight. */
void completions_left(int32_t device, struct calls_left *left);
/* Records the ends of the calls whose events are done. */
void completions_poll(void);
bool completions_in_flight(void);
/* No event is touched any more. */
void completions_stop(void);

#endif
