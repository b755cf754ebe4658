/*
 * MPI's communicators. Creating one is a call of all ranks of its parent, and recorded as such: reports show it by the function's
 * name. The new communicator has an entry once it exists.
 *
 * Its identity is the parent's, the ordinal of the creation among the parent's, and its lowest rank in the parent, which no other
 * communicator of that creation has. Intercommunicators and MPI_COMM_SELF are not recorded.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record.h"

enum { PLACES = 1 << 13, GROUP_PLACES = 1 << 12, MAX_IDENTITY = 1024, NAME_LENGTH = 96 };

static const char WORLD[] = "world";
static const char PREFIX[] = "mpi:";

/* From a handle to the communicator's number, which is 0 for one that is not recorded, with a bit that says that it is known. */
static struct rollcall_map *numbers;
static const uint64_t KNOWN = 1ull << 32;

static struct rollcall_map *groups;
static uint32_t epoch;

__attribute__((constructor)) static void make_maps(void) {
    numbers = rollcall_new_map(PLACES);
    groups = rollcall_new_map(GROUP_PLACES);
}

static void put_number(uint64_t handle, uint32_t number) { rollcall_put(numbers, handle, KNOWN | number); }

static bool recordable(MPI_Comm communicator) {
    int inter = 0;
    return communicator != MPI_COMM_NULL && communicator != MPI_COMM_SELF
            && PMPI_Comm_test_inter(communicator, &inter) == MPI_SUCCESS && !inter;
}

static struct rollcall_creation creation_of(MPI_Comm communicator, struct rollcall_function *function, const void *site) {
    struct rollcall_creation creation = {
        .function = function,
        .site = site,
        .library = ROLLCALL_MPI,
        .size = -1,
        .rank = -1,
        .global_rank = -1,
        .split_colour = -1,
        .handle = HANDLE(communicator),
    };
    if (communicator != MPI_COMM_NULL) {
        int own = -1;
        PMPI_Comm_size(communicator, &creation.size);
        PMPI_Comm_rank(communicator, &creation.rank);
        PMPI_Comm_rank(MPI_COMM_WORLD, &own);
        creation.global_rank = own;
    }
    return creation;
}

uint32_t world_joining(struct rollcall_function *function, const void *site) {
    struct rollcall_creation creation = creation_of(MPI_COMM_NULL, function, site);
    creation.identity = "mpi:world";
    creation.name = WORLD;
    return rollcall_joining(&creation);
}

void world_joined(uint32_t world, struct rollcall_function *function, int result) {
    struct rollcall_creation creation = creation_of(result == MPI_SUCCESS ? MPI_COMM_WORLD : MPI_COMM_NULL, function, NULL);
    creation.identity = "mpi:world";
    creation.name = WORLD;
    if (result != MPI_SUCCESS) {
        rollcall_not_joined(world, &creation, "MPI_Init failed");
        return;
    }
    rollcall_world(creation.rank, creation.size);
    rollcall_joined(world, &creation);
    epoch = rollcall_epoch();
    put_number(creation.handle, world);
}

/* Records a communicator whose creation was not seen: only the world's identity is known then. */
static uint32_t adopt(MPI_Comm communicator) {
    FUNCTION("MPI_Init");
    if (communicator == MPI_COMM_NULL) {
        return ROLLCALL_NO_COMMUNICATOR;
    }
    if (!recordable(communicator)) {
        put_number(HANDLE(communicator), ROLLCALL_NO_COMMUNICATOR);
        return ROLLCALL_NO_COMMUNICATOR;
    }
    if (communicator == MPI_COMM_WORLD) {
        uint32_t world = world_joining(&function, NULL);
        world_joined(world, &function, MPI_SUCCESS);
        return world;
    }
    struct rollcall_creation creation = creation_of(communicator, &function, NULL);
    uint32_t number = rollcall_joining(&creation);
    rollcall_joined(number, &creation);
    put_number(creation.handle, number);
    return number;
}

uint32_t communicator_number(MPI_Comm communicator) {
    if (__atomic_load_n(&epoch, __ATOMIC_RELAXED) != rollcall_epoch()) {
        rollcall_clear(numbers);
        rollcall_clear(groups);
        __atomic_store_n(&epoch, rollcall_epoch(), __ATOMIC_RELAXED);
    }
    uint64_t found = rollcall_get(numbers, HANDLE(communicator));
    return found ? (uint32_t)found : adopt(communicator);
}

/* The members of a communicator by their ranks in another one; NULL without memory. The caller frees them. */
static int *ranks_in(MPI_Comm communicator, MPI_Comm other, int size) {
    int *own = malloc((size_t)size * sizeof *own);
    int *translated = malloc((size_t)size * sizeof *translated);
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Group others = MPI_GROUP_NULL;
    bool known = own && translated && PMPI_Comm_group(communicator, &group) == MPI_SUCCESS
            && PMPI_Comm_group(other, &others) == MPI_SUCCESS;
    for (int i = 0; known && i < size; i++) {
        own[i] = i;
    }
    known = known && PMPI_Group_translate_ranks(group, size, own, others, translated) == MPI_SUCCESS;
    if (group != MPI_GROUP_NULL) {
        PMPI_Group_free(&group);
    }
    if (others != MPI_GROUP_NULL) {
        PMPI_Group_free(&others);
    }
    free(own);
    if (!known) {
        free(translated);
        return NULL;
    }
    return translated;
}

/* Sets the members of a communicator by their global ranks; the caller frees them. */
static void set_members(struct rollcall_creation *creation, MPI_Comm communicator) {
    int *ranks = ranks_in(communicator, MPI_COMM_WORLD, creation->size);
    int64_t *members = ranks ? malloc((size_t)creation->size * sizeof *members) : NULL;
    for (int i = 0; members && i < creation->size; i++) {
        members[i] = ranks[i] == MPI_UNDEFINED ? -1 : ranks[i];
    }
    creation->members = members;
    creation->member_count = members ? (uint32_t)creation->size : 0;
    free(ranks);
}

static int lowest(MPI_Comm communicator, MPI_Comm parent, int size) {
    int *ranks = ranks_in(communicator, parent, size);
    int least = -1;
    for (int i = 0; ranks && i < size; i++) {
        least = least < 0 || ranks[i] < least ? ranks[i] : least;
    }
    free(ranks);
    return least;
}

/* Records a communicator that all ranks of its parent have created, which this rank may not belong to. */
static void created(MPI_Comm parent, MPI_Comm communicator, const struct rollcall_call *call, uint32_t ordinal,
        const char *kind, int colour, uint64_t began) {
    if (!recordable(communicator)) {
        return;
    }
    struct rollcall_creation creation = creation_of(communicator, call->function, call->site);
    char identity[MAX_IDENTITY];
    rollcall_identity(call->communicator, identity, sizeof identity - NAME_LENGTH);
    if (*identity) {
        size_t length = strlen(identity);
        snprintf(identity + length, sizeof identity - length, "/%s %u of %d", kind, ordinal,
                lowest(communicator, parent, creation.size));
        creation.identity = identity;
        creation.name = identity + strlen(PREFIX);
        /* The world's communicators are named without it. */
        if (!strncmp(creation.name, "world/", 6)) {
            creation.name += 6;
        }
    }
    creation.parent = call->communicator;
    creation.split_ordinal = ordinal;
    creation.split_colour = colour;
    creation.began = began;
    set_members(&creation, communicator);
    uint32_t number = rollcall_joining(&creation);
    rollcall_joined(number, &creation);
    put_number(creation.handle, number);
    free((void *)(uintptr_t)creation.members);
}

/* Defines a function by which all ranks of `comm` create communicators. */
#define CREATION(NAME, KIND, COLOUR, PARAMETERS, ARGUMENTS)                                                       \
    EXPORT int MPI_##NAME(PARAMETERS, MPI_Comm *newcomm) {                                                        \
        FUNCTION("MPI_" #NAME);                                                                                   \
        struct rollcall_call call;                                                                                \
        if (!mpi_enter(&call, &function, comm, OP_UNKNOWN, SITE)) {                                               \
            return PMPI_##NAME(ARGUMENTS, newcomm);                                                               \
        }                                                                                                         \
        uint32_t ordinal = rollcall_next_split(call.communicator);                                                \
        uint64_t began = rollcall_now();                                                                          \
        uint64_t position = mpi_blocking(&call);                                                                  \
        int result = PMPI_##NAME(ARGUMENTS, newcomm);                                                             \
        mpi_ended(position, result);                                                                              \
        if (result == MPI_SUCCESS) {                                                                              \
            created(comm, *newcomm, &call, ordinal, KIND, COLOUR, began);                                         \
        }                                                                                                         \
        mpi_inside = false;                                                                                       \
        return result;                                                                                            \
    }

#define LIST(...) __VA_ARGS__

CREATION(Comm_dup, "dup", -1, LIST(MPI_Comm comm), LIST(comm))
CREATION(Comm_dup_with_info, "dup", -1, LIST(MPI_Comm comm, MPI_Info info), LIST(comm, info))
CREATION(Comm_split, "split", color, LIST(MPI_Comm comm, int color, int key), LIST(comm, color, key))
CREATION(Comm_split_type, "split", -1, LIST(MPI_Comm comm, int split_type, int key, MPI_Info info),
        LIST(comm, split_type, key, info))
CREATION(Comm_create, "create", -1, LIST(MPI_Comm comm, MPI_Group group), LIST(comm, group))
CREATION(Cart_create, "cart", -1,
        LIST(MPI_Comm comm, int ndims, const int dims[], const int periods[], int reorder),
        LIST(comm, ndims, dims, periods, reorder))
CREATION(Cart_sub, "cart", -1, LIST(MPI_Comm comm, const int remain_dims[]), LIST(comm, remain_dims))
CREATION(Graph_create, "graph", -1,
        LIST(MPI_Comm comm, int nnodes, const int index[], const int edges[], int reorder),
        LIST(comm, nnodes, index, edges, reorder))
CREATION(Dist_graph_create, "graph", -1,
        LIST(MPI_Comm comm, int n, const int sources[], const int degrees[], const int destinations[], const int weights[],
                MPI_Info info, int reorder),
        LIST(comm, n, sources, degrees, destinations, weights, info, reorder))
CREATION(Dist_graph_create_adjacent, "graph", -1,
        LIST(MPI_Comm comm, int indegree, const int sources[], const int sourceweights[], int outdegree,
                const int destinations[], const int destweights[], MPI_Info info, int reorder),
        LIST(comm, indegree, sources, sourceweights, outdegree, destinations, destweights, info, reorder))

EXPORT int MPI_Comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request) {
    FUNCTION("MPI_Comm_idup");
    struct rollcall_call call;
    if (!mpi_enter(&call, &function, comm, OP_UNKNOWN, SITE)) {
        return PMPI_Comm_idup(comm, newcomm, request);
    }
    uint32_t ordinal = rollcall_next_split(call.communicator);
    struct rollcall_creation creation = creation_of(comm, &function, call.site);
    char identity[MAX_IDENTITY];
    rollcall_identity(call.communicator, identity, sizeof identity - NAME_LENGTH);
    size_t length = strlen(identity);
    snprintf(identity + length, sizeof identity - length, "/dup %u of 0", ordinal);
    creation.identity = length ? identity : NULL;
    creation.name = length ? identity + strlen(PREFIX) : NULL;
    creation.parent = call.communicator;
    creation.split_ordinal = ordinal;
    uint64_t position = mpi_nonblocking(&call);
    int result = PMPI_Comm_idup(comm, newcomm, request);
    if (result == MPI_SUCCESS) {
        /* The handle is known now, but may not be asked for anything before the request has ended. */
        creation.handle = HANDLE(*newcomm);
        set_members(&creation, comm);
        uint32_t number = rollcall_joining(&creation);
        rollcall_joined(number, &creation);
        put_number(creation.handle, number);
        free((void *)(uintptr_t)creation.members);
    }
    return mpi_requested(position, result, request);
}

/* The ranks of a group meet by its members and a tag; the n-th time is the n-th communicator. */
EXPORT int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm) {
    FUNCTION("MPI_Comm_create_group");
    uint32_t parent = mpi_inside || !rollcall_recording() ? ROLLCALL_NO_COMMUNICATOR : communicator_number(comm);
    char identity[MAX_IDENTITY];
    int size = 0;
    rollcall_identity(parent, identity, sizeof identity - NAME_LENGTH);
    if (!*identity || PMPI_Group_size(group, &size) != MPI_SUCCESS || size == 0) {
        return PMPI_Comm_create_group(comm, group, tag, newcomm);
    }
    uint64_t members = 0xCBF29CE484222325ull ^ (uint64_t)(unsigned)tag;
    MPI_Group all = MPI_GROUP_NULL;
    PMPI_Comm_group(comm, &all);
    for (int i = 0; i < size; i++) {
        int rank = -1;
        PMPI_Group_translate_ranks(group, 1, &i, all, &rank);
        members = (members ^ (uint64_t)(unsigned)rank) * 0x9E3779B97F4A7C15ull;
        members ^= members >> 32;
    }
    PMPI_Group_free(&all);
    uint64_t key = members ^ (uint64_t)parent << 40;
    uint64_t ordinal = rollcall_take(groups, key) + 1;
    rollcall_put(groups, key, ordinal);
    size_t length = strlen(identity);
    snprintf(identity + length, sizeof identity - length, "/group %d of %d members %016llx #%llu", tag, size,
            (unsigned long long)members, (unsigned long long)ordinal);
    struct rollcall_creation creation = creation_of(MPI_COMM_NULL, &function, SITE);
    char name[NAME_LENGTH];
    snprintf(name, sizeof name, "group %d of %d", tag, size);
    creation.identity = identity;
    creation.name = name;
    creation.size = size;
    creation.parent = parent;
    PMPI_Group_rank(group, &creation.rank);
    PMPI_Comm_rank(MPI_COMM_WORLD, &creation.global_rank);
    mpi_inside = true;
    uint32_t number = rollcall_joining(&creation);
    int result = PMPI_Comm_create_group(comm, group, tag, newcomm);
    if (result == MPI_SUCCESS && *newcomm != MPI_COMM_NULL) {
        creation.handle = HANDLE(*newcomm);
        set_members(&creation, *newcomm);
        rollcall_joined(number, &creation);
        put_number(creation.handle, number);
        free((void *)(uintptr_t)creation.members);
    } else {
        char text[MPI_MAX_ERROR_STRING];
        error_text(result, text);
        rollcall_not_joined(number, &creation, text);
    }
    mpi_inside = false;
    return result;
}

static void leave(MPI_Comm communicator, struct rollcall_function *function, const void *site) {
    if (!mpi_inside && communicator != MPI_COMM_NULL && rollcall_recording()) {
        uint32_t number = (uint32_t)rollcall_take(numbers, HANDLE(communicator));
        rollcall_left(number, function, site);
    }
}

EXPORT int MPI_Comm_free(MPI_Comm *comm) {
    FUNCTION("MPI_Comm_free");
    leave(*comm, &function, SITE);
    return PMPI_Comm_free(comm);
}

EXPORT int MPI_Comm_disconnect(MPI_Comm *comm) {
    FUNCTION("MPI_Comm_disconnect");
    leave(*comm, &function, SITE);
    return PMPI_Comm_disconnect(comm);
}

EXPORT int MPI_Comm_set_name(MPI_Comm comm, const char *name) {
    if (!mpi_inside && comm != MPI_COMM_WORLD && rollcall_recording()) {
        rollcall_named((uint32_t)rollcall_get(numbers, HANDLE(comm)), name);
    }
    return PMPI_Comm_set_name(comm, name);
}
