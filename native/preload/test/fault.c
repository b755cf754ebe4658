/*
 * A program with two calls of NCCL, and then a kernel that leaves its memory, with the stand-ins of native/faults. The error shows in another call than that which made it.
 *
 * usage: fault call|copy|none|misplaced
 *   call: in NCCL's call behind the kernel; copy: in a copy to the host, which is not recorded itself; misplaced: there is no error, but
 *   NCCL gets memory of another device, twice at one place, once in a group, and once where it ignores that
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

int cudaSetDevice(int device);
int cudaMalloc(void **memory, size_t bytes);
int cudaStreamCreate(void **stream);
int ncclGetUniqueId(Id *id);
int ncclCommInitRank(void **made, int ranks, Id id, int rank);
int ncclAllReduce(const void *in, void *out, size_t count, int type, int op, void *communicator, void *stream);
int ncclReduce(const void *in, void *out, size_t count, int type, int op, int root, void *communicator, void *stream);
int ncclGroupStart(void);
int ncclGroupEnd(void);
int cuLaunchKernel(void *function, unsigned x, unsigned y, unsigned z, unsigned bx, unsigned by, unsigned bz, unsigned shared, void *stream,
        void **arguments, void **extra);
int cuCtxSynchronize(void);

enum { BYTES = 4096, FLOAT = 7, WITHIN_DEVICE = 3, TENTH = 100000 };

/* How often the recorder has asked for an event, by the driver's log. */
static int questions(void) {
    char line[64];
    int count = 0;
    const char *name = getenv("ROLLCALL_CUDA_LOG");
    FILE *file = name ? fopen(name, "r") : NULL;
    while (file && fgets(line, sizeof line, file)) {
        count += !strncmp(line, "query", 5);
    }
    if (file) {
        fclose(file);
    }
    return count;
}

/* Waits until the recorder has asked so often. When it asks again, it has dealt with the answer before. */
static void await_questions(int count) {
    if (!getenv("ROLLCALL_CUDA_LOG")) {
        usleep(TENTH);
        return;
    }
    for (int i = 0; i < 1000 && questions() < count; i++) {
        usleep(TENTH / 5);
    }
}

static void launch(void *stream) {
    unsigned long long nowhere = 0x123456789000ull;
    void *arguments[] = {&nowhere};
    cuLaunchKernel(NULL, 1, 1, 1, 32, 1, 1, 0, stream, arguments, NULL);
}

static void misplace(void *own, void *communicator, void *stream) {
    void *other;
    cudaSetDevice(1);
    cudaMalloc(&other, BYTES);
    cudaSetDevice(0);
    /* Not unrolled by the compiler, which would make two places of it. */
    for (volatile int i = 0; i < 2; i++) {
        ncclAllReduce(other, own, BYTES / 4, FLOAT, 0, communicator, stream);
    }
    ncclGroupStart();
    ncclAllReduce(own, other, BYTES / 4, FLOAT, 0, communicator, stream);
    ncclGroupEnd();
    /* This rank is 0, and not the root. */
    ncclReduce(own, other, BYTES / 4, FLOAT, 0, 1, communicator, stream);
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
            || ncclCommInitRank(&communicator, 1, id, 0) || cudaMemcpyAsync(other, memory, BYTES, WITHIN_DEVICE, stream)) {
        return 3;
    }
    for (int call = 1; call <= 2; call++) {
        ncclAllReduce(memory, memory, BYTES / 4, FLOAT, 0, communicator, stream);
        await_questions(call);
    }
    if (!strcmp(kind, "misplaced")) {
        misplace(memory, communicator, stream);
        return 0;
    }
    if (strcmp(kind, "none") != 0) {
        launch(stream);
    }
    if (!strcmp(kind, "copy")) {
        cuCtxSynchronize();
    } else {
        (void)ncclAllReduce(memory, memory, BYTES / 4, FLOAT, 0, communicator, stream);
    }
    printf("the copy returned %d\n", cudaMemcpyAsync(host, memory, BYTES, TO_HOST, stream));
    return 0;
}
