/*
 * What the recorder keeps in one of the application's contexts: the kernel, streams of its own, events, and buffers for checksums. Makes
 * no context. Functions return CU_SUCCESS or an error; those that take a gpu, and say so, need its context to be current.
 */
#ifndef ROLLCALL_CUDA_GPU_H
#define ROLLCALL_CUDA_GPU_H

#include <pthread.h>

#include "allocation.h"
#include "checksum.h"
#include "driver.h"

/* The checksums of a side that a buffer holds. */
enum { BEFORE = 0, AFTER = 1, DURING = 2, AREAS = 3 };

/* Memory for the checksums of one side of a copy. */
struct checksum_buffer {
    struct checksum_buffer *next;
    bool on_host;     /* for small copies: nothing has to be fetched, and the host adds up the totals */
    uint32_t power;   /* for 1 << power blocks; 0 if it is the host's */
    uint64_t address; /* where the device finds it */
    uint8_t *host;    /* where the host finds it, or the totals that are fetched */
    void *done;       /* event behind the last checksum */
    void *fetched;    /* event behind the fetching */
    struct totals earlier[AREAS]; /* the sums when the buffer was used again: the kernel adds to its totals */
};

enum { SIDE_STREAMS = 256, FREE_EVENTS = 1024, POWERS = 17 };

/* A stream of the recorder beside one of the application. */
struct side_stream {
    void *context;
    uint64_t followed;
    void *stream;
};

struct gpu {
    void *context;
    unsigned long long id; /* by which it differs from others with the same handle; 0 before CUDA 12 */
    int device;
    bool ended;
    bool prepared;
    pthread_mutex_t lock; /* of all that follows */
    void *aligned, *background, *gathered, *heads, *small;
    int multiprocessors;
    bool reads_pageable; /* it reads pageable memory of the host through the host's page tables */
    void *fetch_stream;       /* for totals that no thread waits for; it may have to wait for the application */
    void *independent_stream; /* that never waits for the application */
    struct side_stream sides[SIDE_STREAMS];
    uint32_t side_count;
    void *events[FREE_EVENTS];
    uint32_t event_count;
    struct checksum_buffer *free_buffers[POWERS]; /* by power; those of the host's memory at 0 */
    uint32_t buffers[POWERS];
    uint64_t buffer_bytes;
    uint64_t out_of_memory; /* when the device last was; 0 */
    uint8_t *slab;          /* the host's memory that the kernel writes into; pieces are never given back */
    uint64_t slab_address;
    uint32_t slab_taken;
};

/* The context of a stream that this thread uses; NULL where it is a default stream and no context is current. */
int gpu_of_stream(uint64_t stream, struct gpu **gpu);
/* The context of a device's memory; NULL where it has none of its own, and its device's primary one is not in use. */
int gpu_of_memory(const struct allocation *memory, struct gpu **gpu);
/* The primary context of a device; NULL where it is not in use, because a question would create and end it. */
int gpu_primary_context(int ordinal, void **context);
/* Notes that the contexts of a device are about to end. */
void gpus_ending(int device);
bool gpu_ended(const struct gpu *gpu);
void gpus_forked(void);

/* Makes the context current, if it is not; `entered` is for gpu_leave. */
int gpu_enter(struct gpu *gpu, bool *entered);
void gpu_leave(bool entered);

/* A stream in which to work beside one of the application's, which has its own: in a common one, a copy of one would wait for another's. */
int gpu_side_stream(struct gpu *gpu, void *owner_context, uint64_t followed, void **stream);
/* An event; the context must be current. */
int gpu_event(struct gpu *gpu, void **event);
void gpu_release_event(struct gpu *gpu, void *event);
/* A buffer; NULL where too many are in use, or the device has no memory left. */
int gpu_buffer(struct gpu *gpu, const struct shape *shape, struct checksum_buffer **buffer);
void gpu_release_buffer(struct gpu *gpu, struct checksum_buffer *buffer);

/* buffer.c: callers of the functions up to buffer_make hold the gpu's lock, and its context is current. */
uint32_t buffer_power(const struct shape *shape); /* 0 for a buffer of the host's */
/* What a buffer for a copy takes. */
uint64_t buffer_bytes(const struct shape *shape);
int buffer_make(struct gpu *gpu, const struct shape *shape, struct checksum_buffer **buffer);
uint64_t buffer_totals_address(const struct checksum_buffer *buffer, int area);
uint64_t buffer_blocks_address(const struct checksum_buffer *buffer, int area, const struct shape *shape);
/* Enqueues a copy of the totals to the host, unless the buffer is there. */
int buffer_fetch(struct checksum_buffer *buffer, void *stream);
/* The totals of an area, once they are fetched. */
struct totals buffer_totals(const struct checksum_buffer *buffer, int area, const struct shape *shape);
/* Reads the sums of the blocks, once the totals are fetched; waits only for itself in a stream that never waits for the application. */
int buffer_blocks(const struct checksum_buffer *buffer, int area, const struct shape *shape, void *stream, uint64_t *blocks);
/* Makes it ready for another copy, once all is read. */
void buffer_reuse(struct checksum_buffer *buffer);

/* kernel.c: what one launch sums of a region. */
enum pass { WHOLE, HEADS, BACKGROUND };

/* native/checksum/task.cuh */
struct task {
    uint64_t base, row_bytes, row_pitch, plane_pitch;
    uint32_t rows, planes, shift, blocks, head, limit;
    uint64_t block_sums, totals;
};
/* `limit`: how many units of each block are read. */
struct task task_of(const struct region *region, const struct shape *shape, uint32_t limit, const struct checksum_buffer *buffer, int area);
/* Loads the kernel into a context, which must be current, as in the functions below. */
int kernel_load(struct gpu *gpu);
int kernel_sum(struct gpu *gpu, void *stream, enum pass pass, const struct task *task, bool aligned, bool small);
/* Sums two small regions of the same shape in one launch. */
int kernel_sum_two(struct gpu *gpu, void *stream, const struct task *first, const struct task *second);

#endif
