// NCCL for tests, over the streams of streams.h: ranks in threads or processes. A collective is done when all ranks have issued as
// many, and its result, if all ranks must have the same, is noise that depends only on how many calls there were; sends and receives are done at once. The ranks of several processes meet in the file that the environment
// variable ROLLCALL_NCCL names. Its other variable, ROLLCALL_NCCL_ERROR, is the asynchronous error of every communicator after
// its second collective. With ROLLCALL_NCCL_DISTINCT, the creation by ncclCommInitRank waits for all ranks, and fails where two have one
// device.
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "streams.h"

enum { SUCCESS = 0, INVALID_ARGUMENT = 4, INVALID_USAGE = 5, IN_PROGRESS = 7, MAX_COMMUNICATORS = 256, ID_BYTES = 128 };
enum { NO_COLOUR = -1, MAX_GROUPED = 64 };

typedef struct {
    char bytes[ID_BYTES];
} Id;

struct config {
    size_t size;
    unsigned magic, version;
    int blocking;
};

typedef struct communicator {
    struct issued* issued;
    uint64_t identity;
    int rank, ranks, device, splits, blocking, begun;
    volatile int aborted;
} * Communicator;

struct request {
    Communicator communicator;
    void* stream;
    Communicator made;
    Communicator* target;
    void* out;
    size_t bytes;
};

static _Thread_local int depth;
static _Thread_local int requests;
static _Thread_local int grouped_error;
static _Thread_local struct request grouped[MAX_GROUPED];

static struct issued* table(void) {
    static struct issued* shared;
    struct issued* known = __atomic_load_n(&shared, __ATOMIC_ACQUIRE);
    if (known) return known;
    const char* name = getenv("ROLLCALL_NCCL");
    size_t bytes = MAX_COMMUNICATORS * sizeof *known;
    if (name) {
        int file = open(name, O_RDWR | O_CREAT, 0600);
        if (file < 0 || ftruncate(file, bytes)) abort();
        known = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    } else {
        known = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    }
    struct issued* none = NULL;
    return __atomic_compare_exchange_n(&shared, &none, known, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) ? known : shared;
}

static struct issued* find(uint64_t identity) {
    for (struct issued* each = table();; each++) {
        unsigned long long none = 0;
        if (each->communicator == identity) return each;
        if (__atomic_compare_exchange_n(&each->communicator, &none, identity, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) return each;
        if (each->communicator == identity) return each;
    }
}

static uint64_t hash(uint64_t before, const void* bytes, size_t count) {
    for (size_t i = 0; i < count; i++) before = before * 33 ^ ((const unsigned char*)bytes)[i];
    return before | 1;
}

static Communicator make(uint64_t identity, int rank, int ranks, int device, int blocking) {
    Communicator made = calloc(1, sizeof *made);
    *made = (struct communicator){find(identity), identity, rank, ranks, device, 0, blocking, 0, 0};
    return made;
}

int ncclGetVersion(int* version) {
    *version = 22907;
    return SUCCESS;
}

int ncclGetUniqueId(Id* id) {
    static int made;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    memset(id, 0, sizeof *id);
    long words[] = {now.tv_sec, now.tv_nsec, getpid(), __atomic_add_fetch(&made, 1, __ATOMIC_SEQ_CST)};
    memcpy(id, words, sizeof words);
    return SUCCESS;
}

int ncclCommInitRankConfig(Communicator* made, int ranks, Id id, int rank, const struct config* config) {
    if (rank < 0 || rank >= ranks || ranks > MAX_RANKS) return INVALID_ARGUMENT;
    rollcall_log("create", made);
    int blocking = !config || config->blocking != 0;
    *made = make(hash(5381, &id, sizeof id), rank, ranks, *rollcall_device(), blocking);
    (*made)->begun = !blocking;
    return blocking ? SUCCESS : IN_PROGRESS;
}

// Waits for the devices of all ranks, and refuses to give two of them one device.
static int distinct(uint64_t identity, int ranks, int rank) {
    struct issued* shared = find(identity);
    shared->devices[rank] = *rollcall_device() + 1;
    for (int other = 0; other < ranks; other++) {
        while (!shared->devices[other]) usleep(1000);
        if (other != rank && shared->devices[other] == shared->devices[rank]) return 0;
    }
    return 1;
}

int ncclCommInitRank(Communicator* made, int ranks, Id id, int rank) {
    if (getenv("ROLLCALL_NCCL_DISTINCT") && !distinct(hash(5381, &id, sizeof id), ranks, rank)) return INVALID_USAGE;
    return ncclCommInitRankConfig(made, ranks, id, rank, NULL);
}

int ncclCommInitAll(Communicator* made, int ranks, const int* devices) {
    Id id;
    ncclGetUniqueId(&id);
    uint64_t identity = hash(5381, &id, sizeof id);
    for (int rank = 0; rank < ranks; rank++) made[rank] = make(identity, rank, ranks, devices ? devices[rank] : rank, 1);
    return SUCCESS;
}

// Colour 0 is to be given by all ranks of the parent; with any other, each rank is alone.
int ncclCommSplit(Communicator parent, int colour, int key, Communicator* made, const struct config* config) {
    (void)key;
    (void)config;
    int rank = colour ? 0 : parent->rank;
    int ranks = colour ? 1 : parent->ranks;
    uint64_t parts[] = {parent->identity, ++parent->splits, colour, colour ? parent->rank : 0};
    Communicator child = NULL;
    if (colour != NO_COLOUR) {
        child = make(hash(77, parts, sizeof parts), rank, ranks, parent->device, 1);
    }
    *made = NULL;
    if (depth) grouped[requests++] = (struct request){NULL, NULL, child, made, NULL, 0};
    else *made = child;
    return SUCCESS;
}

int ncclCommUserRank(Communicator communicator, int* rank) {
    *rank = communicator->rank;
    return SUCCESS;
}

int ncclCommCount(Communicator communicator, int* ranks) {
    *ranks = communicator->ranks;
    return SUCCESS;
}

int ncclCommGetAsyncError(Communicator communicator, int* error) {
    const char* injected = getenv("ROLLCALL_NCCL_ERROR");
    if (injected && communicator->issued->calls[communicator->rank] >= 2) {
        *error = atoi(injected);
    } else {
        *error = communicator->begun ? IN_PROGRESS : SUCCESS;
        communicator->begun = 0;
    }
    return SUCCESS;
}

int ncclCommFinalize(Communicator communicator) {
    communicator->begun = !communicator->blocking;
    return communicator->blocking ? SUCCESS : IN_PROGRESS;
}

int ncclCommDestroy(Communicator communicator) {
    (void)communicator;
    return SUCCESS;
}

int ncclCommAbort(Communicator communicator) {
    rollcall_log("abort", communicator);
    communicator->aborted = 1;
    return SUCCESS;
}

static void issue(Communicator communicator, void* handle, void* out, size_t bytes) {
    struct stream* stream = rollcall_stream(handle);
    if (stream->capturing) return;
    long number = communicator->issued->calls[communicator->rank] + 1;
    for (size_t i = 0; i < bytes; i++) ((unsigned char*)out)[i] = (number * 2654435761u + i * 40503u) >> 13;
    communicator->issued->calls[communicator->rank] = number;
    int at = 0;
    while (at < stream->count && stream->calls[at].of != communicator->issued) at++;
    if (at == MAX_CALLS) abort();
    stream->calls[at] = (struct call){communicator->issued, communicator->ranks, number, &communicator->aborted};
    if (at == stream->count) stream->count++;
}

// The output is null where ranks get different results.
static int collective(Communicator communicator, int type, void* out, size_t count, void* stream) {
    static const size_t sizes[] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2, 1, 1};
    if (type < 0 || type > 11) {
        grouped_error = INVALID_ARGUMENT;
        return INVALID_ARGUMENT;
    }
    size_t bytes = out ? count * sizes[type] : 0;
    if (depth) {
        grouped[requests++] = (struct request){communicator, stream, NULL, NULL, out, bytes};
        return SUCCESS;
    }
    issue(communicator, stream, out, bytes);
    communicator->begun = !communicator->blocking;
    return communicator->blocking ? SUCCESS : IN_PROGRESS;
}

int ncclGroupStart(void) {
    depth++;
    return SUCCESS;
}

int ncclGroupEnd(void) {
    if (!depth) return INVALID_USAGE;
    if (--depth) return SUCCESS;
    int error = grouped_error;
    for (int i = 0; i < requests && !error; i++) {
        if (grouped[i].communicator) issue(grouped[i].communicator, grouped[i].stream, grouped[i].out, grouped[i].bytes);
        else *grouped[i].target = grouped[i].made;
    }
    requests = 0;
    grouped_error = SUCCESS;
    return error;
}

#define UNUSED(x) (void)(x)

int ncclAllReduce(const void* in, void* out, size_t count, int type, int op, Communicator communicator, void* stream) {
    UNUSED(in), UNUSED(op);
    return collective(communicator, type, out, count, stream);
}

int pncclAllReduce(const void* in, void* out, size_t count, int type, int op, Communicator communicator, void* stream) {
    return ncclAllReduce(in, out, count, type, op, communicator, stream);
}

int ncclReduce(const void* in, void* out, size_t count, int type, int op, int root, Communicator communicator, void* stream) {
    UNUSED(in), UNUSED(out), UNUSED(count), UNUSED(op), UNUSED(root);
    return collective(communicator, type, NULL, 0, stream);
}

int ncclReduceScatter(const void* in, void* out, size_t count, int type, int op, Communicator communicator, void* stream) {
    UNUSED(in), UNUSED(out), UNUSED(count), UNUSED(op);
    return collective(communicator, type, NULL, 0, stream);
}

int ncclBroadcast(const void* in, void* out, size_t count, int type, int root, Communicator communicator, void* stream) {
    UNUSED(in), UNUSED(root);
    return collective(communicator, type, out, count, stream);
}

int ncclBcast(void* buffer, size_t count, int type, int root, Communicator communicator, void* stream) {
    UNUSED(root);
    return collective(communicator, type, buffer, count, stream);
}

int ncclGather(const void* in, void* out, size_t count, int type, int root, Communicator communicator, void* stream) {
    UNUSED(in), UNUSED(out), UNUSED(count), UNUSED(root);
    return collective(communicator, type, NULL, 0, stream);
}

int ncclScatter(const void* in, void* out, size_t count, int type, int root, Communicator communicator, void* stream) {
    return ncclGather(in, out, count, type, root, communicator, stream);
}

int ncclAllGather(const void* in, void* out, size_t count, int type, Communicator communicator, void* stream) {
    UNUSED(in);
    return collective(communicator, type, out, count * communicator->ranks, stream);
}

int ncclAlltoAll(const void* in, void* out, size_t count, int type, Communicator communicator, void* stream) {
    UNUSED(in), UNUSED(out), UNUSED(count);
    return collective(communicator, type, NULL, 0, stream);
}

int ncclSend(const void* buffer, size_t count, int type, int peer, Communicator communicator, void* stream) {
    UNUSED(buffer), UNUSED(count), UNUSED(type), UNUSED(peer), UNUSED(communicator), UNUSED(stream);
    return SUCCESS;
}

int ncclRecv(void* buffer, size_t count, int type, int peer, Communicator communicator, void* stream) {
    UNUSED(buffer), UNUSED(count), UNUSED(type), UNUSED(peer), UNUSED(communicator), UNUSED(stream);
    return SUCCESS;
}
