#define _GNU_SOURCE
#include "gpu.h"

#include <string.h>

#include "../trace.h"
#include "failure.h"

enum { MAX_GPUS = 64, MULTIPROCESSORS = 16, PAGEABLE_BY_HOST_TABLES = 100 };

/*
 * More than a program has in flight between two polls, for each power: many small copies must not take the room of large ones. Copies
 * beyond that are not verified.
 */
enum { MAX_BUFFERS = 1024, MAX_BUFFER_BYTES = 256 << 20 };

/* How long no buffer is allocated after the device ran out of memory. */
enum { PAUSE = 1000000000 };

static struct gpu gpus[MAX_GPUS];
static uint32_t used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void gpus_forked(void) {
    memset(gpus, 0, used * sizeof *gpus);
    used = 0;
    lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
}

bool gpu_ended(const struct gpu *gpu) { return __atomic_load_n(&gpu->ended, __ATOMIC_ACQUIRE); }

int gpu_enter(struct gpu *gpu, bool *entered) {
    void *current = NULL;
    TRY(cuCtxGetCurrent, &current);
    *entered = false;
    if (current != gpu->context) {
        TRY(cuCtxPushCurrent_v2, gpu->context);
        *entered = true;
    }
    return CU_SUCCESS;
}

void gpu_leave(bool entered) {
    void *context;
    if (entered) {
        driver.cuCtxPopCurrent_v2(&context);
    }
}

/* What is kept in a living context; NULL where there are too many. The caller holds the lock. */
static struct gpu *find(void *context, unsigned long long id) {
    for (uint32_t i = 0; i < used; i++) {
        struct gpu *gpu = &gpus[i];
        if (gpu->context == context && !gpu->ended) {
            if (gpu->id == id) {
                return gpu;
            }
            /* That context has ended, with everything in it, and this one has got its handle. */
            __atomic_store_n(&gpu->ended, true, __ATOMIC_RELEASE);
        }
    }
    if (used == MAX_GPUS) {
        return NULL;
    }
    struct gpu *made = &gpus[used++];
    made->context = context;
    made->id = id;
    made->lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    return made;
}

static int prepare_current(struct gpu *gpu) {
    TRY(cuCtxGetDevice, &gpu->device);
    TRY(cuDeviceGetAttribute, &gpu->multiprocessors, MULTIPROCESSORS, gpu->device);
    int pageable = 0;
    TRY(cuDeviceGetAttribute, &pageable, PAGEABLE_BY_HOST_TABLES, gpu->device);
    gpu->reads_pageable = pageable != 0;
    PASS(kernel_load(gpu));
    TRY(cuStreamCreate, &gpu->fetch_stream, CU_STREAM_NON_BLOCKING);
    TRY(cuStreamCreate, &gpu->independent_stream, CU_STREAM_NON_BLOCKING);
    return CU_SUCCESS;
}

/* Loads the kernel and makes streams, unless that was done. */
static int prepare(struct gpu *gpu) {
    if (__atomic_load_n(&gpu->prepared, __ATOMIC_ACQUIRE)) {
        return CU_SUCCESS;
    }
    pthread_mutex_lock(&gpu->lock);
    int result = CU_SUCCESS;
    if (!gpu->prepared) {
        bool entered;
        result = gpu_enter(gpu, &entered);
        if (result == CU_SUCCESS) {
            result = prepare_current(gpu);
            gpu_leave(entered);
        }
        __atomic_store_n(&gpu->prepared, result == CU_SUCCESS, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&gpu->lock);
    return result;
}

static int of_context(void *context, struct gpu **gpu) {
    *gpu = NULL;
    if (!context) {
        return CU_SUCCESS;
    }
    unsigned long long id = 0;
    if (driver.cuCtxGetId) {
        TRY(cuCtxGetId, context, &id);
    }
    pthread_mutex_lock(&lock);
    *gpu = find(context, id);
    pthread_mutex_unlock(&lock);
    return *gpu ? prepare(*gpu) : CU_SUCCESS;
}

int gpu_of_stream(uint64_t stream, struct gpu **gpu) {
    void *context = NULL;
    if (default_stream(stream)) {
        TRY(cuCtxGetCurrent, &context);
    } else {
        TRY(cuStreamGetCtx, (void *)(uintptr_t)stream, &context);
    }
    /* Without a current context, the thread may turn out to use any device. */
    return of_context(context, gpu);
}

int gpu_primary_context(int ordinal, void **context) {
    int device;
    unsigned flags;
    int active = 0;
    *context = NULL;
    TRY(cuDeviceGet, &device, ordinal);
    TRY(cuDevicePrimaryCtxGetState, device, &flags, &active);
    if (active) {
        TRY(cuDevicePrimaryCtxRetain, context, device);
        TRY(cuDevicePrimaryCtxRelease_v2, device);
    }
    return CU_SUCCESS;
}

int gpu_of_memory(const struct allocation *memory, struct gpu **gpu) {
    void *context = memory->context;
    *gpu = NULL;
    if (!context) {
        PASS(gpu_primary_context(memory->device, &context));
    }
    return of_context(context, gpu);
}

void gpus_ending(int device) {
    pthread_mutex_lock(&lock);
    for (uint32_t i = 0; i < used; i++) {
        if (gpus[i].device == device) {
            __atomic_store_n(&gpus[i].ended, true, __ATOMIC_RELEASE);
        }
    }
    pthread_mutex_unlock(&lock);
}

static int new_stream(struct gpu *gpu, void **stream) {
    bool entered;
    PASS(gpu_enter(gpu, &entered));
    int result = driver.cuStreamCreate(stream, CU_STREAM_NON_BLOCKING);
    gpu_leave(entered);
    return result == CU_SUCCESS ? result : failed("cuStreamCreate", result);
}

int gpu_side_stream(struct gpu *gpu, void *owner_context, uint64_t followed, void **stream) {
    int result = CU_SUCCESS;
    *stream = NULL;
    pthread_mutex_lock(&gpu->lock);
    uint32_t i = 0;
    while (i < gpu->side_count && (gpu->sides[i].context != owner_context || gpu->sides[i].followed != followed)) {
        i++;
    }
    if (i == gpu->side_count && i < SIDE_STREAMS) {
        gpu->sides[i] = (struct side_stream){owner_context, followed, NULL};
        result = new_stream(gpu, &gpu->sides[i].stream);
        gpu->side_count += result == CU_SUCCESS;
    }
    if (i < gpu->side_count) {
        *stream = gpu->sides[i].stream;
    }
    pthread_mutex_unlock(&gpu->lock);
    return result;
}

int gpu_event(struct gpu *gpu, void **event) {
    *event = NULL;
    pthread_mutex_lock(&gpu->lock);
    if (gpu->event_count > 0) {
        *event = gpu->events[--gpu->event_count];
    }
    pthread_mutex_unlock(&gpu->lock);
    if (!*event) {
        TRY(cuEventCreate, event, CU_EVENT_DISABLE_TIMING);
    }
    return CU_SUCCESS;
}

void gpu_release_event(struct gpu *gpu, void *event) {
    pthread_mutex_lock(&gpu->lock);
    if (gpu->event_count < FREE_EVENTS) {
        gpu->events[gpu->event_count++] = event;
    }
    pthread_mutex_unlock(&gpu->lock);
}

/* Allocates a buffer. The caller holds the gpu's lock. */
static int allocate(struct gpu *gpu, const struct shape *shape, struct checksum_buffer **buffer) {
    uint64_t bytes = buffer_bytes(shape);
    uint32_t *number = &gpu->buffers[buffer_power(shape)];
    bool pausing = gpu->out_of_memory && now_nanos() - gpu->out_of_memory < PAUSE;
    if (pausing || *number == MAX_BUFFERS || gpu->buffer_bytes + bytes > MAX_BUFFER_BYTES) {
        return CU_SUCCESS;
    }
    bool entered;
    PASS(gpu_enter(gpu, &entered));
    int result = buffer_make(gpu, shape, buffer);
    gpu_leave(entered);
    gpu->out_of_memory = result == CU_OUT_OF_MEMORY ? now_nanos() : 0;
    if (result == CU_SUCCESS) {
        ++*number;
        gpu->buffer_bytes += bytes;
    }
    return result == CU_OUT_OF_MEMORY ? CU_SUCCESS : result;
}

int gpu_buffer(struct gpu *gpu, const struct shape *shape, struct checksum_buffer **buffer) {
    int result = CU_SUCCESS;
    pthread_mutex_lock(&gpu->lock);
    struct checksum_buffer **list = &gpu->free_buffers[buffer_power(shape)];
    *buffer = *list;
    if (*list) {
        *list = (*list)->next;
    } else {
        result = allocate(gpu, shape, buffer);
    }
    pthread_mutex_unlock(&gpu->lock);
    return result;
}

void gpu_release_buffer(struct gpu *gpu, struct checksum_buffer *buffer) {
    buffer_reuse(buffer);
    pthread_mutex_lock(&gpu->lock);
    struct checksum_buffer **list = &gpu->free_buffers[buffer->power];
    buffer->next = *list;
    *list = buffer;
    pthread_mutex_unlock(&gpu->lock);
}
