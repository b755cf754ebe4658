/*
 * NCCL's communicators. Their identities are those that the agent gives: a hash of the unique id; of a split the parent's, its
 * ordinal among the parent's splits and its colour. The first communicator that may be of all ranks is the world.
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "../memory.h"
#include "record.h"

enum { MAX_IDENTITY = 1024, MAX_LABEL = 256, COUNTS = 4096, DEVICES = 64, PLACES = 1 << 12 };

static const char WORLD[] = "world";
static const char GROUP[] = "group";

static struct nccl_communicator communicators[NCCL_COMMUNICATORS + 1];
static struct rollcall_map *numbers;
static int32_t rank_of_device[DEVICES]; /* the global rank plus one */
static uint32_t in_one_process;

/* How often a text was counted. A text whose place another one took is not counted. */
static struct {
    uint64_t hash;
    uint32_t count;
} counts[COUNTS];

__attribute__((constructor)) static void make_map(void) { numbers = rollcall_new_map(PLACES); }

void communicators_start(void) {
    memset(communicators, 0, sizeof communicators);
    memset(counts, 0, sizeof counts);
    memset(rank_of_device, 0, sizeof rank_of_device);
    in_one_process = 0;
    rollcall_clear(numbers);
}

struct nccl_communicator *nccl_communicator(uint32_t number) { return &communicators[number]; }

/* Counts a text; returns how often that was. */
static uint32_t count(const char *text, bool only_look) {
    uint64_t hash = 0xCBF29CE484222325ull;
    for (; *text; text++) {
        hash = (hash ^ (uint8_t)*text) * 0x100000001B3ull;
    }
    hash |= 1;
    for (uint32_t probe = 0; probe < COUNTS; probe++) {
        uint32_t place = (uint32_t)(hash + probe) % COUNTS;
        uint64_t found = __atomic_load_n(&counts[place].hash, __ATOMIC_ACQUIRE);
        if (found == 0) {
            if (only_look) {
                return 0;
            }
            if (__atomic_compare_exchange_n(&counts[place].hash, &found, hash, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
                found = hash;
            }
        }
        if (found == hash) {
            return only_look ? counts[place].count : __atomic_add_fetch(&counts[place].count, 1, __ATOMIC_RELAXED);
        }
    }
    return 1;
}

/* hashUniqueId in NCCL's init.cc. */
static uint64_t hash_of(const ncclUniqueId *id) {
    uint64_t hash = 0xdeadbeef;
    for (size_t i = 0; i < sizeof id->internal; i++) {
        hash ^= hash >> 32;
        hash *= 0x8db3db47fa2994adull;
        hash += (uint64_t)(int64_t)(int8_t)id->internal[i];
    }
    return hash;
}

static void identity_of(const ncclUniqueId *id, char identity[MAX_IDENTITY]) {
    snprintf(identity, MAX_IDENTITY, "nccl:0x%" PRIx64, hash_of(id));
}

/* The name in a configuration, which NCCL has since 2.27; an empty one without. */
static const char *label_of(const struct nccl_config *config) {
    bool known = config && config->magic == 0xcafebeef && config->size >= sizeof *config && config->version >= 22700;
    return known && config->name ? config->name : "";
}

/* A communicator that is to be created. */
struct plan {
    const char *identity; /* empty if unknown */
    const char *label;
    bool unique; /* whether the identity is by a unique id */
    int32_t size;
    int32_t rank;
    int32_t device;
    uint32_t parent;
    uint32_t ordinal;
    int32_t colour;
};

/* Names a communicator; returns whether it is the world. */
static bool name_of(const struct plan *plan, int32_t world, char name[MAX_LABEL]) {
    char counted[MAX_LABEL + 32];
    int32_t creator = plan->rank >= 0 || !plan->parent ? plan->rank : communicators[plan->parent].rank;
    bool may_be = world < 0 ? *plan->identity && !plan->parent : plan->size == world;
    snprintf(counted, sizeof counted, "%s of rank %d", WORLD, creator);
    bool is_world = (!*plan->label || (plan->unique && !plan->parent)) && may_be && count(counted, true) == 0;
    const char *base = is_world ? WORLD : *plan->label ? plan->label : GROUP;
    snprintf(counted, sizeof counted, "%.200s of rank %d", base, creator);
    uint32_t ordinal = count(counted, false);
    if (ordinal == 1 && strcmp(base, GROUP) != 0) {
        snprintf(name, MAX_LABEL, "%.200s", base);
    } else {
        snprintf(name, MAX_LABEL, "%.200s#%u", base, ordinal);
    }
    return is_world;
}

static int32_t global_rank_of(const struct plan *plan, bool world) {
    if (world) {
        return plan->rank;
    }
    if (plan->parent) {
        return communicators[plan->parent].global_rank;
    }
    return plan->device >= 0 && plan->device < DEVICES ? rank_of_device[plan->device] - 1 : -1;
}

/* Records that a creation begins, which may block; returns the communicator's number. */
static uint32_t joining(const struct plan *plan, const struct nccl_library *library, struct rollcall_function *function,
        const void *site, ncclComm_t *made) {
    uint64_t known = acquire64(trace.memory + H_RANK_AND_WORLD);
    char name[MAX_LABEL];
    bool world = name_of(plan, (int32_t)(known >> 32), name);
    int32_t global = global_rank_of(plan, world);
    if (world && plan->rank >= 0 && (int32_t)known < 0) {
        rollcall_world(plan->rank, plan->size);
    }
    if (global >= 0 && plan->device >= 0 && plan->device < DEVICES && !rank_of_device[plan->device]) {
        rank_of_device[plan->device] = global + 1;
    }
    struct rollcall_creation creation = {
        .function = function,
        .site = site,
        .library = "nccl",
        .identity = *plan->identity ? plan->identity : NULL,
        .name = name,
        .size = plan->size,
        .rank = plan->rank,
        .global_rank = global,
        .parent = plan->parent,
        .split_ordinal = plan->ordinal,
        .split_colour = plan->colour,
    };
    uint32_t number = rollcall_joining(&creation);
    if (!number) {
        return number;
    }
    release32(communicator_entry(number) + E_DEVICE, (uint32_t)plan->device);
    communicators[number] = (struct nccl_communicator){
        .library = library,
        .function = function,
        .made = made,
        .parent = plan->parent,
        .size = plan->size,
        .rank = plan->rank,
        .global_rank = global,
        .device = plan->device,
        .world = world,
    };
    return number;
}

/* Gives a communicator its handle, which an earlier one may have had. */
static void set_handle(uint32_t number, ncclComm_t comm) {
    if (comm && communicators[number].handle != comm) {
        (void)rollcall_take(numbers, (uintptr_t)comm);
        communicators[number].handle = comm;
        release64(communicator_entry(number) + E_HANDLE, (uintptr_t)comm);
        rollcall_put(numbers, (uintptr_t)comm, number);
    }
}

/* Asks NCCL for what only it knows of a communicator that exists. */
static void learn(uint32_t number) {
    struct nccl_communicator *communicator = &communicators[number];
    const struct nccl_library *library = communicator->library;
    uint8_t *entry = communicator_entry(number);
    int value;
    (void)current_device();
    if (communicator->rank < 0 && library->CommUserRank && library->CommUserRank(communicator->handle, &value) == NCCL_SUCCESS) {
        communicator->rank = value;
        release32(entry + E_RANK, (uint32_t)value);
    }
    if (communicator->size < 0 && library->CommCount && library->CommCount(communicator->handle, &value) == NCCL_SUCCESS) {
        communicator->size = value;
        release32(entry + E_SIZE, (uint32_t)value);
    }
    if (library->CommCuDevice && library->CommCuDevice(communicator->handle, &value) == NCCL_SUCCESS) {
        communicator->device = value;
        release32(entry + E_DEVICE, (uint32_t)value);
        if (communicator->global_rank >= 0 && value >= 0 && value < DEVICES && !rank_of_device[value]) {
            rank_of_device[value] = communicator->global_rank + 1;
        }
    }
}

/* The communicator that NCCL has written there, NULL if none; the application may have freed that place. */
static ncclComm_t written(const ncclComm_t *made) {
    ncclComm_t comm = NULL;
    struct iovec to = {&comm, sizeof comm};
    struct iovec from = {(void *)(uintptr_t)made, sizeof comm};
    return process_vm_readv(getpid(), &to, 1, &from, 1, 0) == (ssize_t)sizeof comm ? comm : NULL;
}

bool nccl_created(uint32_t number, const char *failure) {
    struct nccl_communicator *communicator = &communicators[number];
    ncclComm_t *made = __atomic_load_n(&communicator->made, __ATOMIC_ACQUIRE);
    if (!made) {
        return true;
    }
    ncclComm_t comm = written(made);
    if (!failure && !comm && !communicator->handle) {
        return false;
    }
    if (!__atomic_compare_exchange_n(&communicator->made, &made, NULL, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
        return true;
    }
    if (!failure) {
        set_handle(number, comm);
        learn(number);
    }
    creation_ended(number, communicator->function, failure ? PHASE_FAILED : PHASE_JOINED, failure);
    return true;
}

void creation_waits(uint32_t number) {
    uint32_t asked = communicators[number].parent ? communicators[number].parent : number;
    operation_put(&communicators[asked].waiting, NO_POSITION, number, NULL);
}

/* Records how far a creation is that has returned. */
static void returned(uint32_t number, ncclResult_t result) {
    if (!number) {
        return;
    }
    struct nccl_communicator *communicator = &communicators[number];
    bool running = result == NCCL_IN_PROGRESS;
    if (!running && (result != NCCL_SUCCESS || !in_group())) {
        char text[64];
        nccl_text(result, text);
        if (!nccl_created(number, result == NCCL_SUCCESS ? NULL : text)) {
            /* The split of a nonblocking communicator may return success before it has begun. */
            creation_waits(number);
        }
        return;
    }
    /* Calls and questions may name it before it is complete. */
    set_handle(number, *communicator->made);
    if (in_group()) {
        group_add(NO_POSITION, number, NULL);
    } else {
        creation_waits(number);
    }
}

/* Records a communicator whose creation was not seen. It has no identity: nothing says which ranks it joins. */
static uint32_t adopt(const struct nccl_library *library, ncclComm_t comm) {
    FUNCTION("ncclCommInitRank");
    struct plan plan = {.identity = "", .label = "", .size = -1, .rank = -1, .device = -1, .colour = -1};
    int value;
    if (library->CommUserRank && library->CommUserRank(comm, &value) == NCCL_SUCCESS) {
        plan.rank = value;
    }
    if (library->CommCount && library->CommCount(comm, &value) == NCCL_SUCCESS) {
        plan.size = value;
    }
    if (library->CommCuDevice && library->CommCuDevice(comm, &value) == NCCL_SUCCESS) {
        plan.device = value;
    }
    uint32_t number = joining(&plan, library, &function, NULL, NULL);
    if (number) {
        set_handle(number, comm);
        creation_ended(number, &function, PHASE_JOINED, NULL);
    }
    return number;
}

/* A nonblocking split writes its communicator at any time. */
static uint32_t find_written(ncclComm_t comm) {
    for (uint32_t number = 1; number <= communicators_used() && number <= NCCL_COMMUNICATORS; number++) {
        const ncclComm_t *made = __atomic_load_n(&communicators[number].made, __ATOMIC_ACQUIRE);
        if (made && written(made) == comm) {
            set_handle(number, comm);
            return number;
        }
    }
    return 0;
}

static uint32_t known(ncclComm_t comm) {
    uint32_t number = comm ? (uint32_t)rollcall_get(numbers, (uintptr_t)comm) : 0;
    return number || !comm ? number : find_written(comm);
}

uint32_t nccl_number(const struct nccl_library *library, ncclComm_t comm) {
    uint32_t number = known(comm);
    return number || !comm ? number : adopt(library, comm);
}

/* Defines a function that creates a communicator, which PLAN fills in; it may set `joins` to false. */
#define CREATION(NAME, PARAMETERS, ARGUMENTS, PLAN)                                                                                    \
    ncclResult_t nccl##NAME(PARAMETERS) {                                                                                              \
        FUNCTION("nccl" #NAME);                                                                                                        \
        const struct nccl_library *library = nccl_library_of(SITE);                                                                    \
        if (!enter_recorded()) {                                                                                                       \
            return NEXT(library, NAME, ARGUMENTS);                                                                                     \
        }                                                                                                                              \
        char identity[MAX_IDENTITY] = "";                                                                                              \
        struct plan plan = {.identity = identity, .label = "", .size = -1, .rank = -1, .device = current_device(), .colour = -1};      \
        bool joins = made;                                                                                                             \
        PLAN;                                                                                                                          \
        uint32_t number = joins ? joining(&plan, library, &function, SITE, made) : 0;                                                  \
        rollcall_waiting(SITE);                                                                                                        \
        ncclResult_t result = NEXT(library, NAME, ARGUMENTS);                                                                          \
        rollcall_returned();                                                                                                           \
        returned(number, result);                                                                                                      \
        inside_recorded = false;                                                                                                       \
        return result;                                                                                                                 \
    }

#define LIST(...) __VA_ARGS__

static void plan_rank(struct plan *plan, char identity[MAX_IDENTITY], const ncclUniqueId *id, int size, int rank,
        const struct nccl_config *config) {
    if (id) {
        identity_of(id, identity);
    }
    plan->unique = id != NULL;
    plan->label = label_of(config);
    plan->size = size;
    plan->rank = rank;
}

CREATION(CommInitRank, LIST(ncclComm_t *made, int size, ncclUniqueId id, int rank), LIST(made, size, id, rank),
        plan_rank(&plan, identity, &id, size, rank, NULL))
CREATION(CommInitRankConfig, LIST(ncclComm_t *made, int size, ncclUniqueId id, int rank, struct nccl_config *config),
        LIST(made, size, id, rank, config), plan_rank(&plan, identity, &id, size, rank, config))
CREATION(CommInitRankScalable, LIST(ncclComm_t *made, int size, int rank, int id_count, ncclUniqueId *ids, struct nccl_config *config),
        LIST(made, size, rank, id_count, ids, config), plan_rank(&plan, identity, id_count > 0 ? ids : NULL, size, rank, config))
CREATION(CommGrow, LIST(ncclComm_t comm, int size, const ncclUniqueId *id, int rank, ncclComm_t *made, struct nccl_config *config),
        LIST(comm, size, id, rank, made, config), plan_rank(&plan, identity, id, size, rank, config))

/* Sets what a communicator has from its parent, and counts the split. */
static void plan_child(struct plan *plan, char identity[MAX_IDENTITY], const struct nccl_library *library, ncclComm_t comm,
        const struct nccl_config *config) {
    plan->parent = nccl_number(library, comm);
    plan->ordinal = rollcall_next_split(plan->parent);
    plan->label = label_of(config);
    plan->device = plan->parent ? communicators[plan->parent].device : -1;
    rollcall_identity(plan->parent, identity, MAX_IDENTITY / 2);
}

/* A rank without a colour only counts the split. */
static bool plan_split(struct plan *plan, char identity[MAX_IDENTITY], int colour) {
    size_t length = strlen(identity);
    if (length > 0) {
        snprintf(identity + length, MAX_IDENTITY - length, "/split %u colour %d", plan->ordinal, colour);
    }
    plan->unique = length > 0;
    plan->colour = colour;
    return colour >= 0;
}

CREATION(CommSplit, LIST(ncclComm_t comm, int colour, int key, ncclComm_t *made, struct nccl_config *config),
        LIST(comm, colour, key, made, config),
        plan_child(&plan, identity, library, comm, config);
        joins &= plan.parent && plan_split(&plan, identity, colour))

static bool contains(const int *ranks, int count, int32_t rank) {
    for (int i = 0; i < count; i++) {
        if (ranks[i] == rank) {
            return true;
        }
    }
    return false;
}

/* The identity names the ranks that are left; where they have no room in it, it is unknown. */
static bool plan_shrink(struct plan *plan, char identity[MAX_IDENTITY], const int *excluded, int excluded_count) {
    const struct nccl_communicator *parent = &communicators[plan->parent];
    size_t length = strlen(identity);
    bool identified = length > 0;
    bool whole = true;
    int32_t size = 0;
    length += (size_t)snprintf(identity + length, MAX_IDENTITY - length, "/%.100s of", plan->label);
    for (int32_t rank = 0; rank < parent->size; rank++) {
        if (contains(excluded, excluded_count, rank)) {
            continue;
        }
        if (rank == parent->rank) {
            plan->rank = size;
        }
        size++;
        if (length < MAX_IDENTITY - 64) {
            length += (size_t)snprintf(identity + length, MAX_IDENTITY - length, " %d", rank);
        } else {
            whole = false;
        }
    }
    plan->size = size;
    if (!identified || !whole) {
        *identity = 0;
    } else {
        char counted[MAX_IDENTITY + 32];
        snprintf(identity + length, MAX_IDENTITY - length, " size %d", size);
        snprintf(counted, sizeof counted, "%s of rank %d", identity, plan->rank);
        char own[MAX_IDENTITY];
        snprintf(own, sizeof own, "nccl:%.900s #%u", identity, count(counted, false));
        memcpy(identity, own, sizeof own);
    }
    return plan->rank >= 0;
}

CREATION(CommShrink,
        LIST(ncclComm_t comm, int *excluded, int excluded_count, ncclComm_t *made, struct nccl_config *config, int flags),
        LIST(comm, excluded, excluded_count, made, config, flags),
        plan_child(&plan, identity, library, comm, config);
        joins &= plan.parent && plan_shrink(&plan, identity, excluded, excluded ? excluded_count : 0))

/* The communicators of all ranks of a job, in one process. */
ncclResult_t ncclCommInitAll(ncclComm_t *made, int size, const int *devices) {
    FUNCTION("ncclCommInitAll");
    const struct nccl_library *library = nccl_library_of(SITE);
    if (!enter_recorded()) {
        return NEXT(library, CommInitAll, made, size, devices);
    }
    char identity[MAX_IDENTITY];
    char host[256];
    uint32_t begun[NCCL_COMMUNICATORS];
    int count = !made || size < 0 ? 0 : size < NCCL_COMMUNICATORS ? size : NCCL_COMMUNICATORS;
    uint32_t ordinal = __atomic_add_fetch(&in_one_process, 1, __ATOMIC_RELAXED);
    heap_read(get32(trace.memory + H_HOST), host, sizeof host);
    snprintf(identity, sizeof identity, "nccl:%s:%" PRIu64 ":%" PRIu64 "#%u", host, get64(trace.memory + H_PID),
            get64(trace.memory + H_START_TIME), ordinal);
    (void)current_device();
    for (int rank = 0; rank < count; rank++) {
        struct plan plan = {.identity = identity, .label = "", .unique = true, .size = size, .rank = rank,
                .device = devices ? devices[rank] : rank, .colour = -1};
        begun[rank] = joining(&plan, library, &function, SITE, &made[rank]);
    }
    rollcall_waiting(SITE);
    ncclResult_t result = NEXT(library, CommInitAll, made, size, devices);
    rollcall_returned();
    for (int rank = 0; rank < count; rank++) {
        returned(begun[rank], result);
    }
    inside_recorded = false;
    return result;
}

static uint32_t take_waiting(uint32_t number) {
    return operations_reversed(__atomic_exchange_n(&communicators[number].waiting, 0, __ATOMIC_ACQ_REL));
}

/* Records that this process leaves a communicator, before NCCL frees its handle; returns its number. */
static uint32_t leaving(ncclComm_t comm, struct rollcall_function *function, const void *site, bool frees, bool aborts) {
    uint32_t number = frees && comm ? (uint32_t)rollcall_take(numbers, (uintptr_t)comm) : known(comm);
    if (number) {
        rollcall_left(number, function, site);
    }
    if (number && aborts) {
        /* Its pending calls stay pending. */
        for (uint32_t list = take_waiting(number); list;) {
            uint32_t next = operation_at(list)->next;
            operation_free(list);
            list = next;
        }
        completions_aborted(number);
    }
    return number;
}

/* Defines a function by which a process leaves a communicator. Nobody can ask any more how far its calls are. */
#define END(NAME, PARAMETERS, ARGUMENTS, FREES, ABORTS)                                                                                \
    ncclResult_t nccl##NAME(PARAMETERS) {                                                                                              \
        FUNCTION("nccl" #NAME);                                                                                                        \
        const struct nccl_library *library = nccl_library_of(SITE);                                                                    \
        if (!enter_recorded()) {                                                                                                       \
            return NEXT(library, NAME, ARGUMENTS);                                                                                     \
        }                                                                                                                              \
        uint32_t number = leaving(comm, &function, SITE, FREES, ABORTS);                                                               \
        rollcall_waiting(SITE);                                                                                                        \
        ncclResult_t result = NEXT(library, NAME, ARGUMENTS);                                                                          \
        rollcall_returned();                                                                                                           \
        if (number && result == NCCL_SUCCESS) {                                                                                        \
            operations_unknown(take_waiting(number));                                                                                  \
        }                                                                                                                              \
        inside_recorded = false;                                                                                                       \
        return result;                                                                                                                 \
    }

END(CommFinalize, ncclComm_t comm, comm, false, false)
END(CommDestroy, ncclComm_t comm, comm, true, false)
END(CommAbort, ncclComm_t comm, comm, true, true)
END(CommRevoke, LIST(ncclComm_t comm, int flags), LIST(comm, flags), false, true)

/* The answer to the application's question shows how far a nonblocking communicator is. */
ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *error) {
    const struct nccl_library *library = nccl_library_of(SITE);
    ncclResult_t result = NEXT(library, CommGetAsyncError, comm, error);
    if (result != NCCL_SUCCESS || !error || *error == NCCL_IN_PROGRESS || !enter_recorded()) {
        return result;
    }
    ncclResult_t answer = *error;
    uint32_t number = known(comm);
    if (number) {
        uint32_t list = __atomic_load_n(&communicators[number].waiting, __ATOMIC_RELAXED) ? take_waiting(number) : 0;
        if (answer == NCCL_SUCCESS) {
            (void)nccl_created(number, NULL);
            if (communicators[number].rank < 0) {
                learn(number);
            }
            operations_issued(list);
        } else {
            char text[64];
            char said[96];
            nccl_text(answer, text);
            snprintf(said, sizeof said, "asynchronous error %s", text);
            operations_failed(list, said);
            completions_failed(number, said);
        }
    }
    inside_recorded = false;
    return result;
}
