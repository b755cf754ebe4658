/*
 * Buffers for checksums. One in a device's memory begins with the totals of all areas, which every copy fetches; the sums of the blocks
 * follow, which are fetched only where totals differ. One for small copies is in the host's memory.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "failure.h"
#include "gpu.h"

enum { TOTALS_BYTES = sizeof(struct totals), BYTES_PER_BLOCK = 16, BYTES_PER_SMALL_BLOCK = 32, SMALL_BLOCKS = 256, MIN_POWER = 6 };
enum { AREA_BYTES = TOTALS_BYTES + SMALL_BLOCKS * BYTES_PER_SMALL_BLOCK, SLAB = 1 << 20 };

_Static_assert(sizeof(struct totals) == 64, "the kernel's totals");

uint64_t buffer_totals_address(const struct checksum_buffer *buffer, int area) {
    return buffer->address + (uint64_t)area * (buffer->on_host ? (uint64_t)AREA_BYTES : (uint64_t)TOTALS_BYTES);
}

uint64_t buffer_blocks_address(const struct checksum_buffer *buffer, int area, const struct shape *shape) {
    return buffer->on_host ? buffer_totals_address(buffer, area) + TOTALS_BYTES
                           : buffer->address + AREAS * TOTALS_BYTES + (uint64_t)area * BYTES_PER_BLOCK * shape->blocks;
}

int buffer_fetch(struct checksum_buffer *buffer, void *stream) {
    if (!buffer->on_host) {
        TRY(cuMemcpyDtoHAsync_v2, buffer->host, buffer->address, AREAS * TOTALS_BYTES, stream);
        TRY(cuEventRecord, buffer->fetched, stream);
    }
    return CU_SUCCESS;
}

static struct totals written(const struct checksum_buffer *buffer, int area) {
    struct totals totals;
    memcpy(&totals, buffer->host + area * (buffer->on_host ? (int)AREA_BYTES : (int)TOTALS_BYTES), sizeof totals);
    return totals;
}

static const uint8_t *small_block(const struct checksum_buffer *buffer, int area, uint32_t block) {
    return buffer->host + area * AREA_BYTES + TOTALS_BYTES + block * BYTES_PER_SMALL_BLOCK;
}

struct totals buffer_totals(const struct checksum_buffer *buffer, int area, const struct shape *shape) {
    struct totals totals = written(buffer, area);
    if (!buffer->on_host) {
        totals.total -= buffer->earlier[area].total;
        totals.bag -= buffer->earlier[area].bag;
        return totals;
    }
    totals.total = 0;
    totals.bag = 0;
    for (uint32_t block = 0; block < shape->blocks; block++) {
        uint64_t sums[3];
        memcpy(sums, small_block(buffer, area, block), sizeof sums);
        totals.total += checksum_placed_block(sums[0], block);
        totals.bag += sums[2];
    }
    return totals;
}

int buffer_blocks(const struct checksum_buffer *buffer, int area, const struct shape *shape, void *stream, uint64_t *blocks) {
    if (buffer->on_host) {
        for (uint32_t block = 0; block < shape->blocks; block++) {
            memcpy(blocks + 2 * (uint64_t)block, small_block(buffer, area, block), 2 * sizeof *blocks);
        }
        return CU_SUCCESS;
    }
    TRY(cuMemcpyDtoHAsync_v2, blocks, buffer_blocks_address(buffer, area, shape), (size_t)BYTES_PER_BLOCK * shape->blocks, stream);
    TRY(cuStreamSynchronize, stream);
    return CU_SUCCESS;
}

void buffer_reuse(struct checksum_buffer *buffer) {
    for (int area = 0; area < AREAS && !buffer->on_host; area++) {
        buffer->earlier[area] = written(buffer, area);
    }
}

static int new_event(void **event) {
    TRY(cuEventCreate, event, CU_EVENT_DISABLE_TIMING);
    return CU_SUCCESS;
}

/* Takes memory of the host that the kernel can write, up to a mebibyte. */
static int take_mapped(struct gpu *gpu, uint32_t bytes, uint8_t **host, uint64_t *address) {
    if (!gpu->slab || SLAB - gpu->slab_taken < bytes) {
        /* Kept for good: a kernel may write there for as long as this process lives. */
        void *fresh = mmap(NULL, SLAB, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (fresh == MAP_FAILED) {
            return failed("mmap", NO_MEMORY);
        }
        TRY(cuMemHostRegister_v2, fresh, SLAB, CU_HOST_PORTABLE | CU_HOST_MAPPED);
        TRY(cuMemHostGetDevicePointer_v2, &gpu->slab_address, fresh, 0);
        gpu->slab = fresh;
        gpu->slab_taken = 0;
    }
    *host = gpu->slab + gpu->slab_taken;
    *address = gpu->slab_address + gpu->slab_taken;
    gpu->slab_taken += (bytes + 63) / 64 * 64;
    return CU_SUCCESS;
}

uint32_t buffer_power(const struct shape *shape) {
    if (shape->small) {
        return 0;
    }
    uint32_t power = MIN_POWER;
    while (1u << power < shape->blocks) {
        power++;
    }
    return power;
}

uint64_t buffer_bytes(const struct shape *shape) {
    return shape->small ? (uint64_t)AREAS * AREA_BYTES : AREAS * TOTALS_BYTES + ((uint64_t)AREAS * BYTES_PER_BLOCK << buffer_power(shape));
}

static int make(struct gpu *gpu, const struct shape *shape, struct checksum_buffer *buffer) {
    PASS(new_event(&buffer->done));
    if (shape->small) {
        buffer->on_host = true;
        return take_mapped(gpu, AREAS * AREA_BYTES, &buffer->host, &buffer->address);
    }
    uint64_t unused;
    buffer->power = buffer_power(shape);
    PASS(take_mapped(gpu, AREAS * TOTALS_BYTES, &buffer->host, &unused));
    PASS(new_event(&buffer->fetched));
    TRY(cuMemAlloc_v2, &buffer->address, buffer_bytes(shape));
    TRY(cuMemsetD8Async, buffer->address, 0, AREAS * TOTALS_BYTES, gpu->independent_stream);
    TRY(cuStreamSynchronize, gpu->independent_stream);
    return CU_SUCCESS;
}

int buffer_make(struct gpu *gpu, const struct shape *shape, struct checksum_buffer **made) {
    struct checksum_buffer *buffer = calloc(1, sizeof *buffer);
    int result = buffer ? make(gpu, shape, buffer) : failed("calloc", NO_MEMORY);
    if (result != CU_SUCCESS) {
        free(buffer);
        buffer = NULL;
    }
    *made = buffer;
    return result;
}
