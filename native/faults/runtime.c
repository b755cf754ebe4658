// A CUDA runtime for tests, over the streams of streams.h. A graph does nothing.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "streams.h"

int cuDeviceGetCount(int* count);

enum { SUCCESS = 0, OUT_OF_MEMORY = 2, HEADER = 64 };

int cudaSetDevice(int device) {
    *rollcall_device() = device;
    return SUCCESS;
}

int cudaGetDeviceCount(int* count) {
    return cuDeviceGetCount(count);
}

int cudaGetDevice(int* device) {
    *device = *rollcall_device();
    return SUCCESS;
}

// How much there is says the environment variable ROLLCALL_CUDA_BYTES. The length of an allocation is in front of it.
static size_t allocated;

int cudaMalloc(void** memory, size_t bytes) {
    const char* limit = getenv("ROLLCALL_CUDA_BYTES");
    if (limit && allocated + bytes > strtoull(limit, NULL, 10)) return OUT_OF_MEMORY;
    char* block = malloc(bytes + HEADER);
    if (!block) return OUT_OF_MEMORY;
    *(size_t*)block = bytes;
    __atomic_fetch_add(&allocated, bytes, __ATOMIC_SEQ_CST);
    *memory = block + HEADER;
    rollcall_allocated((unsigned long long)*memory, bytes);
    return SUCCESS;
}

int cudaFree(void* memory) {
    if (memory) {
        rollcall_freed((unsigned long long)memory);
        char* block = (char*)memory - HEADER;
        __atomic_fetch_sub(&allocated, *(size_t*)block, __ATOMIC_SEQ_CST);
        free(block);
    }
    return SUCCESS;
}

int cudaMemsetAsync(void* memory, int value, size_t bytes, void* stream) {
    (void)stream;
    memset(memory, value, bytes);
    return SUCCESS;
}

int cudaStreamCreate(void** stream) {
    *stream = rollcall_new_stream();
    return SUCCESS;
}

int cudaStreamSynchronize(void* stream) {
    while (!rollcall_done(rollcall_stream(stream))) {
        usleep(1000);
    }
    return SUCCESS;
}

int cudaStreamBeginCapture(void* stream, int mode) {
    (void)mode;
    rollcall_stream(stream)->capturing = 1;
    return SUCCESS;
}

int cudaStreamEndCapture(void* stream, void** graph) {
    rollcall_stream(stream)->capturing = 0;
    *graph = stream;
    return SUCCESS;
}

int cudaGraphInstantiate(void** executable, void* graph, unsigned long long flags) {
    (void)flags;
    *executable = graph;
    return SUCCESS;
}

int cudaGraphLaunch(void* executable, void* stream) {
    (void)executable;
    (void)stream;
    return SUCCESS;
}

int cudaGraphExecDestroy(void* executable) {
    (void)executable;
    return SUCCESS;
}

int cudaGraphDestroy(void* graph) {
    (void)graph;
    return SUCCESS;
}

int cudaMallocHost(void** memory, size_t bytes) {
    *memory = malloc(bytes);
    rollcall_pinned((unsigned long long)*memory, bytes);
    return *memory ? SUCCESS : OUT_OF_MEMORY;
}

int cudaFreeHost(void* memory) {
    rollcall_freed((unsigned long long)memory);
    free(memory);
    return SUCCESS;
}

int cudaDeviceSynchronize(void) {
    return SUCCESS;
}

int cudaDeviceReset(void) {
    return SUCCESS;
}

// Copies are the driver's, so that what replaces its functions sees them.
typedef unsigned long long Address;
int cuMemcpy(Address to, Address from, size_t bytes);
int cuMemcpyAsync(Address to, Address from, size_t bytes, void* stream);
int cuMemcpyPeer(Address to, void* toContext, Address from, void* fromContext, size_t bytes);
int cuMemcpyPeerAsync(Address to, void* toContext, Address from, void* fromContext, size_t bytes, void* stream);
int cuMemcpy2DAsync_v2(const void* rows, void* stream);

static void* context(int device) {
    return (void*)(size_t)(device + CONTEXT_OF_DEVICE_0);
}

int cudaMemcpy(void* to, const void* from, size_t bytes, int kind) {
    (void)kind;
    return cuMemcpy((Address)to, (Address)from, bytes);
}

int cudaMemcpyAsync(void* to, const void* from, size_t bytes, int kind, void* stream) {
    (void)kind;
    return cuMemcpyAsync((Address)to, (Address)from, bytes, stream);
}

int cudaMemcpyPeer(void* to, int toDevice, const void* from, int fromDevice, size_t bytes) {
    return cuMemcpyPeer((Address)to, context(toDevice), (Address)from, context(fromDevice), bytes);
}

int cudaMemcpyPeerAsync(void* to, int toDevice, const void* from, int fromDevice, size_t bytes, void* stream) {
    return cuMemcpyPeerAsync((Address)to, context(toDevice), (Address)from, context(fromDevice), bytes, stream);
}

enum { LEFT_TO_THE_DRIVER = 4, INVALID_VALUE = 1 };

static int copy_rows(void* to, size_t toPitch, const void* from, size_t fromPitch, size_t width, size_t height, void* stream) {
    if (height > 1 && (toPitch < width || fromPitch < width)) return INVALID_VALUE;
    struct {
        size_t fromX, fromY, fromType;
        Address fromHost, from, fromArray;
        size_t fromPitch, toX, toY, toType;
        Address toHost, to, toArray;
        size_t toPitch, width, height;
    } rows = {0, 0, LEFT_TO_THE_DRIVER, 0, (Address)from, 0, fromPitch, 0, 0, LEFT_TO_THE_DRIVER, 0, (Address)to, 0, toPitch, width, height};
    return cuMemcpy2DAsync_v2(&rows, stream);
}

int cudaMemcpy2DAsync(void* to, size_t toPitch, const void* from, size_t fromPitch, size_t width, size_t height, int kind, void* stream) {
    (void)kind;
    return copy_rows(to, toPitch, from, fromPitch, width, height, stream);
}

int cudaMemcpy2D(void* to, size_t toPitch, const void* from, size_t fromPitch, size_t width, size_t height, int kind) {
    (void)kind;
    return copy_rows(to, toPitch, from, fromPitch, width, height, NULL);
}

struct side {
    void* array;
    size_t x, y, z;
    char* pointer;
    size_t pitch, xsize, ysize;
};

static char* at(const struct side* side, size_t plane) {
    return side->pointer + side->x + side->pitch * (side->y + side->ysize * (side->z + plane));
}

static int box(const struct side* from, const struct side* to, const size_t* extent, void* stream) {
    int result = SUCCESS;
    for (size_t plane = 0; plane < extent[2] && result == SUCCESS; plane++) {
        result = copy_rows(at(to, plane), to->pitch, at(from, plane), from->pitch, extent[0], extent[1], stream);
    }
    return result;
}

struct parameters {
    struct side from, to;
    size_t extent[3];
    int kind;
};

struct peer_parameters {
    struct side from;
    int fromDevice;
    struct side to;
    int toDevice;
    size_t extent[3];
};

int cudaMemcpy3DAsync(const struct parameters* parameters, void* stream) {
    return box(&parameters->from, &parameters->to, parameters->extent, stream);
}

int cudaMemcpy3D(const struct parameters* parameters) {
    return box(&parameters->from, &parameters->to, parameters->extent, NULL);
}

int cudaMemcpy3DPeerAsync(const struct peer_parameters* parameters, void* stream) {
    return box(&parameters->from, &parameters->to, parameters->extent, stream);
}

int cudaMemcpy3DPeer(const struct peer_parameters* parameters) {
    return box(&parameters->from, &parameters->to, parameters->extent, NULL);
}
