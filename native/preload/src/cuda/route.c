/* Copies through memory of the recorder on the host, piece by piece, and waits for each piece. */
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

#include "failure.h"
#include "verification.h"

enum { PIECE = 16 << 20, HOST_TYPE = 1, DEVICE_TYPE = 2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint8_t *staging; /* for good: the context in which it is registered may end before the process */

static int allocate(void) {
    if (staging) {
        return CU_SUCCESS;
    }
    void *memory = mmap(NULL, PIECE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        return failed("mmap", NO_MEMORY);
    }
    TRY(cuMemHostRegister_v2, memory, PIECE, CU_HOST_PORTABLE);
    staging = memory;
    return CU_SUCCESS;
}

/* Some rows of a plane, or a part of one row. */
struct piece {
    uint32_t plane, row, rows;
    uint64_t x, width;
};

static uint64_t address_of(const struct side *side, const struct piece *piece, uint32_t row) {
    return region_row(&side->region, piece->plane, piece->row + row) + piece->x;
}

/* Moves rows between the host's memory of a side and the staging memory. */
static void move_by_host(const struct side *side, const struct piece *piece, bool to_host) {
    for (uint32_t row = 0; row < piece->rows; row++) {
        uint8_t *here = staging + row * piece->width;
        uint8_t *there = (uint8_t *)(uintptr_t)address_of(side, piece, row);
        memcpy(to_host ? here : there, to_host ? there : here, piece->width);
    }
}

static int move_by_device(const struct side *side, const struct piece *piece, bool to_host) {
    uint64_t device = address_of(side, piece, 0);
    uint64_t pitch = piece->rows == 1 ? piece->width : side->region.row_pitch;
    struct cuda_rows rows = {.width = piece->width, .height = piece->rows};
    if (to_host) {
        rows.source_type = DEVICE_TYPE;
        rows.source_device = device;
        rows.source_pitch = pitch;
        rows.destination_type = HOST_TYPE;
        rows.destination_host = staging;
        rows.destination_pitch = piece->width;
    } else {
        rows.source_type = HOST_TYPE;
        rows.source_host = staging;
        rows.source_pitch = piece->width;
        rows.destination_type = DEVICE_TYPE;
        rows.destination_device = device;
        rows.destination_pitch = pitch;
    }
    /* The copy's stream is empty by now, and this one never waits for the application. */
    TRY(cuMemcpy2DAsync_v2, &rows, side->gpu->independent_stream);
    TRY(cuStreamSynchronize, side->gpu->independent_stream);
    return CU_SUCCESS;
}

static int move(const struct side *side, const struct piece *piece, bool to_host) {
    if (by_host(side)) {
        move_by_host(side, piece, to_host);
        return CU_SUCCESS;
    }
    bool entered;
    PASS(gpu_enter(side->gpu, &entered));
    int result = move_by_device(side, piece, to_host);
    gpu_leave(entered);
    return result;
}

static int move_all(const struct verification *verification) {
    const struct shape *shape = &verification->shape;
    uint64_t width = shape->row_bytes < PIECE ? shape->row_bytes : PIECE;
    uint32_t most = (uint32_t)(PIECE / width);
    PASS(allocate());
    for (uint32_t plane = 0; plane < shape->planes; plane++) {
        for (uint32_t row = 0; row < shape->rows; row += most) {
            for (uint64_t x = 0; x < shape->row_bytes; x += width) {
                struct piece piece = {plane, row, shape->rows - row, x, shape->row_bytes - x};
                piece.rows = piece.rows < most ? piece.rows : most;
                piece.width = piece.width < width ? piece.width : width;
                PASS(move(&verification->source, &piece, true));
                PASS(move(&verification->destination, &piece, false));
            }
        }
    }
    return CU_SUCCESS;
}

int route_copy(const struct verification *verification) {
    /* Outside the lock: this stream may wait for what another thread enqueues after its own copy here. */
    TRY(cuStreamSynchronize, (void *)(uintptr_t)verification->copy.stream);
    pthread_mutex_lock(&lock);
    int result = move_all(verification);
    pthread_mutex_unlock(&lock);
    return result;
}
