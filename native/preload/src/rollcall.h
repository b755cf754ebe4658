/*
 * What the recorder of a library uses: librollcall.so records its calls into the trace of the process.
 *
 * All functions are thread-safe, keep errno, and do nothing when nothing is recorded.
 */
#ifndef ROLLCALL_H
#define ROLLCALL_H

#include <stdbool.h>
#include <stdint.h>

#include "codes.h"

#define ROLLCALL_API __attribute__((visibility("default")))

/* A call or communicator that is not recorded. */
#define ROLLCALL_NO_CALL UINT64_MAX
#define ROLLCALL_NO_COMMUNICATOR 0

/* A count that is not known. */
#define ROLLCALL_NO_COUNT (-1)

/* A function of the library; a static one for each, whose id is filled in here. */
struct rollcall_function {
    const char *name;
    uint64_t id; /* heap id and epoch of the trace that it belongs to */
};

/* One call. A field that is not set is unknown. */
struct rollcall_call {
    struct rollcall_function *function;
    const void *site; /* the return address of the library's function: where the application called it */
    uint32_t communicator;
    uint8_t operation;
    uint8_t type;
    uint8_t reduction;
    bool blocking;
    bool may_block; /* the function may wait for other ranks, although the call is not done when it returns */
    bool captured;  /* into a graph: it is not issued now */
    bool has_root_or_peer;
    bool has_tag;
    bool has_lists;
    int32_t root_or_peer; /* by rank in the communicator */
    int32_t tag;
    int64_t count_in;  /* elements that it reads */
    int64_t count_out; /* elements that it writes */
    const void *buffer;
    const void *stream;
    uint32_t group; /* 0 for none */
    bool long_lists;        /* the lists are of int64_t and not of int */
    const void *input_list; /* elements for each rank; not kept */
    const void *output_list;
    uint32_t input_count;
    uint32_t output_count;
};

/* A communicator that this process joins. */
struct rollcall_creation {
    struct rollcall_function *function;
    const void *site;
    const char *library;
    const char *identity; /* equal on all its ranks, and only there; NULL if unknown */
    const char *name;
    int32_t size; /* -1 if unknown, like the ranks */
    int32_t rank;
    int32_t global_rank;
    uint64_t handle;
    const int64_t *members; /* global ranks; NULL if unknown */
    uint32_t member_count;
    uint32_t parent;
    uint32_t split_ordinal;
    int32_t split_colour;
    uint64_t began; /* rollcall_now at its start; 0 for now */
};

/* Whether calls are recorded. Creates the trace at the first use in a process. */
ROLLCALL_API bool rollcall_recording(void);
ROLLCALL_API uint64_t rollcall_now(void);

/* Records that a call begins; returns its position, by which its end is recorded. */
ROLLCALL_API uint64_t rollcall_begin(const struct rollcall_call *call);
/* Records that a call has succeeded. */
ROLLCALL_API void rollcall_completed(uint64_t position);
/* Records that a call has failed, with the error's text. */
ROLLCALL_API void rollcall_failed(uint64_t position, const char *text);
/* Records that nobody watches the call any more: it may be under way or done. */
ROLLCALL_API void rollcall_unknown(uint64_t position);
/* Records that such a call is known to be under way. */
ROLLCALL_API void rollcall_pending(uint64_t position);
/* Notes that the function of a call that may block has returned. */
ROLLCALL_API void rollcall_returned(void);
/* Notes that this thread is in a function that waits for calls, which the application called here; NULL at its end. */
ROLLCALL_API void rollcall_waiting(const void *site);

/* Records that the creation of a communicator begins, which may block; returns its number. */
ROLLCALL_API uint32_t rollcall_joining(const struct rollcall_creation *creation);
/* Records that it was created, with what is known now. */
ROLLCALL_API void rollcall_joined(uint32_t communicator, const struct rollcall_creation *creation);
ROLLCALL_API void rollcall_not_joined(uint32_t communicator, const struct rollcall_creation *creation, const char *text);
ROLLCALL_API void rollcall_left(uint32_t communicator, struct rollcall_function *function, const void *site);
ROLLCALL_API void rollcall_named(uint32_t communicator, const char *name);
/* Counts the creations that all ranks of a communicator take part in; returns the ordinal, from 1. */
ROLLCALL_API uint32_t rollcall_next_split(uint32_t communicator);
/* Copies the identity of a communicator; an empty one if it is unknown. */
ROLLCALL_API void rollcall_identity(uint32_t communicator, char *text, uint32_t room);
/* The global rank and the world size, if the library knows them. */
ROLLCALL_API void rollcall_world(int32_t rank, int32_t size);
/* Records that the process ends here. */
ROLLCALL_API void rollcall_aborting(int32_t code, const char *text, const void *site);

/* A map from handles of a library, neither 0 nor all ones, to numbers that are not 0. Lock-free; several values may have one key. */
struct rollcall_map;
ROLLCALL_API struct rollcall_map *rollcall_new_map(uint32_t places); /* a power of two; NULL without memory */
ROLLCALL_API bool rollcall_put(struct rollcall_map *map, uint64_t key, uint64_t value);
ROLLCALL_API uint64_t rollcall_get(struct rollcall_map *map, uint64_t key);  /* 0 if there is none */
ROLLCALL_API uint64_t rollcall_take(struct rollcall_map *map, uint64_t key); /* removes it */
ROLLCALL_API void rollcall_clear(struct rollcall_map *map);

/* Raised whenever a new trace begins, as in a forked process: what belongs to the old one is void. */
ROLLCALL_API uint32_t rollcall_epoch(void);

#endif
