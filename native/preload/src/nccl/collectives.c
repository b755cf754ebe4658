/* NCCL's collectives, sends and receives. docs/catalogue.md says what is counted for each operation. */
#include <string.h>

#include "../codes.h"
#include "placement.h"
#include "record.h"

#define LIST(...) __VA_ARGS__

static enum element_type type_of(int type) {
    static const uint8_t TYPES[] = {TYPE_I8, TYPE_U8, TYPE_I32, TYPE_U32, TYPE_I64, TYPE_U64, TYPE_F16, TYPE_F32, TYPE_F64, TYPE_BF16,
            TYPE_F8E4M3, TYPE_F8E5M2};
    return type >= 0 && type < (int)sizeof TYPES ? TYPES[type] : TYPE_UNKNOWN;
}

/* The application's own, which multiply first, have higher numbers. */
static enum reduction reduction_of(int reduction) {
    static const uint8_t REDUCTIONS[] = {REDUCE_SUM, REDUCE_PRODUCT, REDUCE_MAX, REDUCE_MIN, REDUCE_AVG};
    return reduction < 0 ? REDUCE_NONE : reduction < (int)sizeof REDUCTIONS ? REDUCTIONS[reduction] : REDUCE_PREMULSUM;
}

/* The arguments of a call. */
struct arguments {
    const void *input; /* NULL for the output */
    const void *output;
    size_t count;
    int type;
    int reduction; /* -1 for none */
    int root;      /* or peer; -1 for none */
};

/* NCCL counts the part of one rank in calls that give each rank another part. */
static void set_counts(struct rollcall_call *call, int64_t count, int32_t ranks, bool root) {
    int64_t whole = ranks < 0 ? ROLLCALL_NO_COUNT : count * ranks;
    call->count_in = ROLLCALL_NO_COUNT;
    call->count_out = ROLLCALL_NO_COUNT;
    switch (call->operation) {
        case OP_RECV:
        case OP_REDUCE_SCATTER:
            call->count_out = count;
            break;
        case OP_ALL_TO_ALL:
            call->count_in = whole;
            call->count_out = whole;
            break;
        case OP_GATHER:
            call->count_in = count;
            call->count_out = root ? whole : ROLLCALL_NO_COUNT;
            break;
        case OP_SCATTER:
            call->count_in = root ? whole : ROLLCALL_NO_COUNT;
            call->count_out = count;
            break;
        default:
            call->count_in = count;
    }
}

/* Records that a call begins; returns its position. */
static uint64_t begin(struct rollcall_call *call, const struct nccl_library *library, ncclComm_t comm, nccl_stream stream,
        const struct arguments *arguments) {
    call->communicator = nccl_number(library, comm);
    if (!call->communicator) {
        return ROLLCALL_NO_CALL;
    }
    const struct nccl_communicator *communicator = nccl_communicator(call->communicator);
    bool root = communicator->rank >= 0 && communicator->rank == arguments->root;
    const void *input = arguments->input ? arguments->input : arguments->output;
    /* What only receives passes anything as its input. */
    bool receives = !root && communicator->rank >= 0 && (call->operation == OP_BROADCAST || call->operation == OP_SCATTER);
    call->buffer = receives && arguments->output && input != arguments->output ? NULL : input;
    call->type = type_of(arguments->type);
    call->reduction = reduction_of(arguments->reduction);
    call->has_root_or_peer = arguments->root >= 0;
    call->root_or_peer = arguments->root;
    call->stream = stream;
    call->may_block = true;
    call->captured = stream_capturing(stream);
    call->group = group_of_call();
    set_counts(call, (int64_t)arguments->count, communicator->size, root);
    uint64_t position = rollcall_begin(call);
    if (call->captured) {
        rollcall_unknown(position);
    }
    return position;
}

/* Notes the buffers that a call uses on this rank, if they are another device's. NCCL ignores the others. */
static void note_placement(const struct rollcall_call *call, uint64_t position, const struct arguments *arguments) {
    const struct nccl_communicator *communicator = nccl_communicator(call->communicator);
    bool root_alone = call->operation == OP_REDUCE || call->operation == OP_GATHER;
    const void *output = root_alone && communicator->rank != arguments->root ? NULL : arguments->output;
    placement_note(position, communicator->device, call->buffer, 1);
    if (output != call->buffer) {
        placement_note(position, communicator->device, output, 2);
    }
}

/* Records how far a call is that has returned. */
static ncclResult_t issued(const struct rollcall_call *call, uint64_t position, const struct arguments *arguments, ncclResult_t result) {
    rollcall_returned();
    if (position == ROLLCALL_NO_CALL) {
        /* It has no slot. */
    } else if (result != NCCL_SUCCESS && result != NCCL_IN_PROGRESS) {
        char text[64];
        nccl_text(result, text);
        rollcall_failed(position, text);
        device_error_check(call->stream, call->site);
        if (result == NCCL_UNHANDLED_CUDA_ERROR || result == NCCL_INVALID_ARGUMENT || result == NCCL_INVALID_USAGE) {
            placement_of_stream(position, nccl_communicator(call->communicator)->device, call->stream);
        }
    } else if (call->captured) {
        /* Its end cannot be known. */
    } else if (in_group()) {
        note_placement(call, position, arguments);
        group_add(position, call->communicator, call->stream);
    } else if (result == NCCL_IN_PROGRESS) {
        operation_put(&nccl_communicator(call->communicator)->waiting, position, call->communicator, call->stream);
    } else {
        uint32_t list = 0;
        operation_put(&list, position, call->communicator, call->stream);
        operations_issued(list);
        note_placement(call, position, arguments);
        placement_judge(true);
    }
    inside_recorded = false;
    return result;
}

#define CALL(NAME, OPERATION, PARAMETERS, PASSED, INPUT, OUTPUT, REDUCTION, ROOT)                                                      \
    ncclResult_t nccl##NAME(PARAMETERS, ncclComm_t comm, nccl_stream stream) {                                                         \
        FUNCTION("nccl" #NAME);                                                                                                        \
        const struct nccl_library *library = nccl_library_of(SITE);                                                                    \
        if (!enter_recorded()) {                                                                                                       \
            return NEXT(library, NAME, PASSED, comm, stream);                                                                          \
        }                                                                                                                              \
        struct rollcall_call call = {.function = &function, .site = SITE, .operation = OPERATION};                                     \
        struct arguments arguments = {INPUT, OUTPUT, count, type, REDUCTION, ROOT};                                                    \
        uint64_t position = begin(&call, library, comm, stream, &arguments);                                                           \
        return issued(&call, position, &arguments, NEXT(library, NAME, PASSED, comm, stream));                                         \
    }

CALL(AllReduce, OP_ALL_REDUCE, LIST(const void *input, void *output, size_t count, int type, int reduction),
        LIST(input, output, count, type, reduction), input, output, reduction, -1)
CALL(Reduce, OP_REDUCE, LIST(const void *input, void *output, size_t count, int type, int reduction, int root),
        LIST(input, output, count, type, reduction, root), input, output, reduction, root)
CALL(Broadcast, OP_BROADCAST, LIST(const void *input, void *output, size_t count, int type, int root),
        LIST(input, output, count, type, root), input, output, -1, root)
CALL(Bcast, OP_BROADCAST, LIST(void *input, size_t count, int type, int root), LIST(input, count, type, root), input, NULL, -1, root)
CALL(ReduceScatter, OP_REDUCE_SCATTER, LIST(const void *input, void *output, size_t count, int type, int reduction),
        LIST(input, output, count, type, reduction), input, output, reduction, -1)
CALL(AllGather, OP_ALL_GATHER, LIST(const void *input, void *output, size_t count, int type), LIST(input, output, count, type), input,
        output, -1, -1)
CALL(AlltoAll, OP_ALL_TO_ALL, LIST(const void *input, void *output, size_t count, int type), LIST(input, output, count, type), input,
        output, -1, -1)
CALL(Gather, OP_GATHER, LIST(const void *input, void *output, size_t count, int type, int root),
        LIST(input, output, count, type, root), input, output, -1, root)
CALL(Scatter, OP_SCATTER, LIST(const void *input, void *output, size_t count, int type, int root),
        LIST(input, output, count, type, root), input, output, -1, root)
CALL(Send, OP_SEND, LIST(const void *input, size_t count, int type, int peer), LIST(input, count, type, peer), input, NULL, -1, peer)
CALL(Recv, OP_RECV, LIST(void *output, size_t count, int type, int peer), LIST(output, count, type, peer), NULL, output, -1, peer)
