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
