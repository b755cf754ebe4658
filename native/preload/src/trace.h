/*
 * The trace of this process, and what its parts do. All functions are thread-safe without a lock and do not fail: what cannot be
 * recorded is counted as a loss.
 */
#ifndef ROLLCALL_TRACE_H
#define ROLLCALL_TRACE_H

#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>

#include "layout.h"

struct trace {
    uint8_t *memory;
    uint64_t length;
    uint8_t *communicators;
    uint8_t *calls;
    uint8_t *copies;
    uint8_t *heap;
    uint64_t heap_length;
    uint32_t communicator_count;
    uint32_t slots;
    uint32_t slot_shift;
    int file;
};

/* Valid from the start of recording until the process ends or forks. */
extern struct trace trace;

/* The result of comparing the two sides of a copy. */
struct copy_check {
    uint8_t verdict;
    uint8_t block_shift; /* a block has 1 << shift bytes */
    uint32_t first_bad_block;
    uint32_t bad_blocks;
    uint64_t source_sum;
    uint64_t destination_sum;
};

/* The position of a call that has no slot; all functions ignore it. */
#define NO_POSITION UINT64_MAX

/* trace_file.c */

/* What the file is created with. */
struct geometry {
    uint32_t slots;        /* a power of two */
    uint64_t heap_length;  /* bytes, a multiple of 8 */
    uint32_t communicators;
};

/* Creates the file and the folders above it, and maps it. Returns NULL, or why it could not, in words. */
const char *trace_create(const char *path, const struct geometry *geometry);
/* Publishes the header, whose strings are in the heap then. */
void trace_publish(void);
/* Gives up a trace that was created but not published. */
void trace_discard(const char *path);
/* Shows that the process is alive; for one thread. */
void trace_heartbeat(void);
void trace_set_rank(int32_t rank, int32_t world);
void trace_close(void);
void trace_count_loss(enum loss loss, uint64_t number);

/* heap.c: ids of heap entries, equal content stored once; 0 when there is no room. */

/* Maps the index; false if there is no memory. */
bool heap_start(void);
/* Whether the heap has no room for another frame; then it stays so. */
bool heap_full(void);
uint32_t heap_string(const char *text);
/* For texts without a bound, such as an error's: cut at 4 KiB, and not stored in the last quarter of the heap. */
uint32_t heap_text(const char *text);
uint32_t heap_frame(uint32_t type, uint32_t method, uint32_t file, uint32_t line);
uint32_t heap_stack(const uint32_t *frames, uint32_t count);
uint32_t heap_list(const int64_t *values, uint32_t count);
/* Copies a string out; an empty one if there is none with this id. */
void heap_read(uint32_t id, char *text, size_t room);
/* Takes room for an entry's content, which heap_publish shows to readers; returns its id, or 0. */
uint32_t heap_allocate(uint64_t content, uint64_t reserved);
void heap_publish(uint32_t id, uint32_t kind, uint32_t content);
void heap_abandon(uint32_t id, uint32_t content);
uint8_t *heap_content(uint32_t id);

/* ring.c: the ring of calls and other events, and that of copies. */

/* Takes a slot and zeroes its body; the body is written at ring_slot, and then published. */
uint64_t ring_claim(uint32_t tag);
uint8_t *ring_slot(uint64_t position);
void ring_publish(uint64_t position);
/* How a call went on. A call that was overwritten or has ended is left alone. */
void ring_started(uint64_t position, uint64_t nanos);
void ring_completed(uint64_t position, uint64_t nanos);
void ring_failed(uint64_t position, uint64_t nanos, uint32_t text);
void ring_unknown(uint64_t position);
void ring_pending_again(uint64_t position);
/* The same for the ring of copies; a copy that was not verified stays as it was published. */
uint64_t copies_claim(uint32_t tag);
uint8_t *copies_slot(uint64_t position);
void copies_publish(uint64_t position);
void copies_completed(uint64_t position, uint64_t nanos, const struct copy_check *check);
void copies_failed(uint64_t position, uint64_t nanos, uint32_t text);
/* Whether the slot's word, or a carried place's, is of a pending call. */
bool call_pending(uint64_t control);
/* Whether the call at a position is still in its slot. */
bool ring_holds(uint64_t position);

/* carried_calls.c */

/* Takes the slot of a pending call, on which the caller has set CARRYING; see docs/trace-format.md, "Carry". */
bool carried_take(uint8_t *slot, uint64_t position, uint64_t claimed, bool anyway);
/* The copy of a call that has left its slot; NULL if there is none. */
uint8_t *carried_find(uint64_t position);

/* oldest_pending.c */
void oldest_published(uint64_t position, uint8_t *slot, uint64_t control);
void oldest_ended(uint8_t *lane, uint64_t position);

/* communicator.c: entries of the communicator table, by number from 1; 0 is a communicator that is not recorded. */
uint8_t *communicator_entry(uint32_t number);
uint32_t communicators_used(void);
/* Records that a creation has succeeded or failed; text is NULL without an error. */
struct rollcall_function;
void creation_ended(uint32_t number, struct rollcall_function *function, enum phase phase, const char *text);
/* The lane that a slot's call is in; NULL if it has none. */
uint8_t *communicator_lane_of(const uint8_t *slot);
/* The place for a carried call of that lane. */
uint8_t *communicator_carried_of(const uint8_t *slot);

uint64_t now_nanos(void);
uint64_t now_millis(void);

#endif
