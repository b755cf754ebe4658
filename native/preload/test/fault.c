/*
 * A program whose kernel leaves its memory, with the stand-ins of native/faults. The error shows in another call than that which made it.
 *
 * usage: fault call|copy|none
 *   call: in NCCL's call behind the kernel; copy: in a copy to the host, which is not recorded itself
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../src/cuda/runtime.h"

typedef struct {
    char internal[128];
} Id;

int cudaMalloc(void **memory, size_t bytes);
int cudaStreamCreate(void **stream);
int ncclGetUniqueId(Id *id);
int ncclCommInitRank(void **made, int ranks, Id id, int rank);
int ncclAllReduce(const void *in, void *out, size_t count, int type, int op, void *communicator, void *stream);
int cuLaunchKernel(void *function, unsigned x, unsigned y, unsigned z, unsigned bx, unsigned by, unsigned bz, unsigned shared, void *stream,
        void **arguments, void **extra);
int cuCtxSynchronize(void);

enum { BYTES = 4096, FLOAT = 7, TO_HOST_DIRECTION = 2, WITHIN_DEVICE = 3, TENTH = 100000 };

static void launch(void *stream) {
    unsigned long long nowhere = 0x123456789000ull;
    void *arguments[] = {&nowhere};
    cuLaunchKernel(NULL, 1, 1, 1, 32, 1, 1, 0, stream, arguments, NULL);
}

int main(int count, char **arguments) {
    const char *kind = count > 1 ? arguments[1] : "none";
    char host[BYTES];
    void *memory;
    void *other;
    void *stream;
    void *communicator;
    Id id;
    if (cudaMalloc(&memory, BYTES) || cudaMalloc(&other, BYTES) || cudaStreamCreate(&stream) || ncclGetUniqueId(&id)
            || ncclCommInitRank(&communicator, 1, id, 0) || ncclAllReduce(memory, memory, BYTES / 4, FLOAT, 0, communicator, stream)
            || cudaMemcpyAsync(other, memory, BYTES, WITHIN_DEVICE, stream)) {
        return 3;
    }
    usleep(TENTH);
    if (strcmp(kind, "none") != 0) {
        launch(stream);
    }
    if (!strcmp(kind, "copy")) {
        cuCtxSynchronize();
    } else {
        (void)ncclAllReduce(memory, memory, BYTES / 4, FLOAT, 0, communicator, stream);
        usleep(TENTH);
    }
    printf("the copy returned %d\n", cudaMemcpyAsync(host, memory, BYTES, TO_HOST_DIRECTION, stream));
    return 0;
}
