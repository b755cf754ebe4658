/*
 * Makes copies of all kinds through CUDA's runtime and looks whether they arrived, for the recorder with the stand-ins of native/faults or
 * with a real runtime.
 *
 * usage: copies KINDS DEVICES [THREADS ROUNDS]
 *   KINDS: letters of l linear, b boxes, h from and to the host, u from the host alone, c captured, e refused,
 *     r at last, in flight while the device is reset, and afterwards
 * Prints the application's streams, and how many copies arrived, did not, and returned an error.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/cuda/runtime.h"

int cudaSetDevice(int device);
int cudaMalloc(void **memory, size_t bytes);
int cudaFree(void *memory);
int cudaMallocHost(void **memory, size_t bytes);
int cudaStreamCreate(void **stream);
int cudaStreamSynchronize(void *stream);
int cudaStreamBeginCapture(void *stream, int mode);
int cudaStreamEndCapture(void *stream, void **graph);

enum { ROOM = 36 << 20, WITHIN_DEVICE = 3, DEFAULT = 4 };

static int devices;
static int right, wrong, errors;

/* The memory of one thread, and what it should hold. */
struct place {
    uint8_t *source, *destination; /* on the first and the last device */
    uint8_t *pinned;
    uint8_t *sent, *expected, *read; /* pageable */
    void *stream;
};

static void fill(uint8_t *bytes, size_t count, unsigned seed) {
    for (size_t i = 0; i < count; i++) {
        seed = seed * 1664525u + 1013904223u;
        bytes[i] = (uint8_t)(seed >> 24);
    }
}

static void must(int result) {
    if (result != 0) {
        printf("error %d in the test itself\n", result);
        exit(3);
    }
}

static void make(struct place *place) {
    must(cudaSetDevice(devices - 1));
    must(cudaMalloc((void **)&place->destination, ROOM));
    must(cudaSetDevice(0));
    must(cudaMalloc((void **)&place->source, ROOM));
    must(cudaMallocHost((void **)&place->pinned, ROOM));
    must(cudaStreamCreate(&place->stream));
    place->sent = malloc(ROOM);
    place->expected = calloc(1, ROOM);
    place->read = malloc(ROOM);
    printf("stream %p\n", place->stream);
}

/* Prepares a copy: both sides hold different noise. The program's own uploads go by way that is not recorded with copies=peer. */
static void prepare(struct place *place, size_t bytes, unsigned seed) {
    fill(place->sent, bytes, seed);
    fill(place->expected, bytes, seed + 77);
    must(cudaMemcpy(place->source, place->sent, bytes, FROM_HOST));
    must(cudaMemcpy(place->destination, place->expected, bytes, FROM_HOST));
}

/* Looks whether the destination is as expected. */
static void look(struct place *place, int result, size_t bytes) {
    must(cudaStreamSynchronize(place->stream));
    must(cudaMemcpy(place->read, place->destination, bytes, TO_HOST));
    int *counted = result ? &errors : memcmp(place->read, place->expected, bytes) ? &wrong : &right;
    __atomic_add_fetch(counted, 1, __ATOMIC_RELAXED);
}

/* A copy between the devices, from and to the same offset. */
static void linear(struct place *place, int form, size_t offset, size_t bytes, unsigned seed) {
    uint8_t *to = place->destination + offset;
    uint8_t *from = place->source + offset;
    prepare(place, offset + bytes, seed);
    memcpy(place->expected + offset, place->sent + offset, bytes);
    int result = form == 0 ? cudaMemcpyAsync(to, from, bytes, WITHIN_DEVICE, place->stream)
            : form == 1    ? cudaMemcpyPeerAsync(to, devices - 1, from, 0, bytes, place->stream)
            : form == 2    ? cudaMemcpy(to, from, bytes, DEFAULT)
                           : cudaMemcpyPeer(to, devices - 1, from, 0, bytes);
    look(place, result, offset + bytes);
}

static void all_linear(struct place *place, unsigned seed) {
    static const size_t SIZES[] = {1, 15, 16, 4096, 70001, 1 << 20, (1 << 20) + 3, 9 << 20, (33 << 20) + 5};
    for (unsigned i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        linear(place, (int)(i + seed) % 4, 0, SIZES[i], seed + i);
        linear(place, (int)(i + seed + 1) % 4, 13, SIZES[i], seed + 100 + i);
    }
}

/* Rows of 100 bytes in pitches of 128 and 160. */
static void rows(struct place *place, int synchronous) {
    enum { WIDTH = 100, HEIGHT = 300, FROM = 128, TO = 160 };
    prepare(place, TO * HEIGHT, 5);
    for (int row = 0; row < HEIGHT; row++) {
        memcpy(place->expected + row * TO, place->sent + row * FROM, WIDTH);
    }
    look(place, synchronous ? cudaMemcpy2D(place->destination, TO, place->source, FROM, WIDTH, HEIGHT, WITHIN_DEVICE)
                            : cudaMemcpy2DAsync(place->destination, TO, place->source, FROM, WIDTH, HEIGHT, WITHIN_DEVICE, place->stream),
            TO * HEIGHT);
}

/* Planes of rows, out of the middle of a box. */
static void planes(struct place *place, int form) {
    enum { WIDTH = 48, HEIGHT = 20, DEPTH = 9, PITCH = 256, ROWS = 40, X = 16, Y = 3, Z = 2, BYTES = PITCH * ROWS * (DEPTH + Z) };
    prepare(place, BYTES, 6);
    for (int plane = 0; plane < DEPTH; plane++) {
        for (int row = 0; row < HEIGHT; row++) {
            memcpy(place->expected + row * PITCH + plane * PITCH * ROWS, place->sent + X + (Y + row) * PITCH + (Z + plane) * PITCH * ROWS, WIDTH);
        }
    }
    struct cuda_box box = {.source_position = {X, Y, Z},
            .source = {place->source, PITCH, PITCH, ROWS},
            .destination = {place->destination, PITCH, PITCH, ROWS},
            .extent = {WIDTH, HEIGHT, DEPTH},
            .direction = WITHIN_DEVICE};
    struct cuda_peer_box peers = {.source_position = box.source_position,
            .source = box.source,
            .destination = box.destination,
            .destination_device = devices - 1,
            .extent = box.extent};
    look(place, form == 0 ? cudaMemcpy3DAsync(&box, place->stream)
                    : form == 1 ? cudaMemcpy3D(&box)
                    : form == 2 ? cudaMemcpy3DPeerAsync(&peers, place->stream)
                                : cudaMemcpy3DPeer(&peers),
            BYTES);
}

/* From and to the host, pinned and pageable. `prepare` and `look` copy that way, too. */
static void host(struct place *place, size_t bytes) {
    prepare(place, bytes, 8);
    memcpy(place->pinned, place->sent, bytes);
    memcpy(place->expected, place->sent, bytes);
    look(place, cudaMemcpyAsync(place->destination, place->pinned, bytes, FROM_HOST, place->stream), bytes);
    prepare(place, bytes, 9);
    memcpy(place->expected, place->sent, bytes);
    look(place, cudaMemcpyAsync(place->destination, place->sent, bytes, FROM_HOST, place->stream), bytes);
    must(cudaMemcpyAsync(place->pinned, place->destination, bytes, TO_HOST, place->stream));
    must(cudaMemcpyAsync(place->read, place->destination, bytes, TO_HOST, place->stream));
    must(cudaStreamSynchronize(place->stream));
    __atomic_add_fetch(memcmp(place->pinned, place->expected, bytes) ? &wrong : &right, 1, __ATOMIC_RELAXED);
}

static void captured(struct place *place) {
    void *graph;
    must(cudaStreamBeginCapture(place->stream, 0));
    must(cudaMemcpyAsync(place->destination, place->source, 4096, WITHIN_DEVICE, place->stream));
    must(cudaStreamEndCapture(place->stream, &graph));
}

static void refused(struct place *place) {
    int result = cudaMemcpy2DAsync(place->destination, 10, place->source, 10, 100, 5, WITHIN_DEVICE, place->stream);
    __atomic_add_fetch(result ? &errors : &wrong, 1, __ATOMIC_RELAXED);
}

/* The reset ends the context and all in it. */
static void reset(void) {
    struct place place;
    make(&place);
    prepare(&place, 9 << 20, 3);
    for (int i = 0; i < 100; i++) {
        must(cudaMemcpyAsync(place.destination, place.source, 9 << 20, WITHIN_DEVICE, place.stream));
    }
    must(cudaDeviceReset());
    make(&place);
    all_linear(&place, 0);
}

struct work {
    const char *kinds;
    unsigned seed;
    int rounds;
};

static void *run(void *context) {
    struct work *work = context;
    struct place place;
    make(&place);
    for (int round = 0; round < work->rounds; round++) {
        for (const char *kind = work->kinds; *kind; kind++) {
            switch (*kind) {
                case 'l':
                    all_linear(&place, work->seed + (unsigned)round);
                    break;
                case 'b':
                    rows(&place, round % 2);
                    for (int form = 0; form < 4; form++) {
                        planes(&place, form);
                    }
                    break;
                case 'h':
                    host(&place, 70001);
                    host(&place, 3 << 20);
                    break;
                case 'u':
                    must(cudaMemcpy(place.destination, place.sent, 4096, FROM_HOST));
                    break;
                case 'c':
                    captured(&place);
                    break;
                case 'r':
                    break;
                default:
                    refused(&place);
            }
        }
    }
    free(place.sent);
    free(place.expected);
    free(place.read);
    return NULL;
}

int main(int count, char **arguments) {
    enum { MOST = 16 };
    if (count < 3) {
        return 2;
    }
    devices = atoi(arguments[2]);
    int threads = count > 3 ? atoi(arguments[3]) : 1;
    pthread_t ids[MOST];
    struct work works[MOST];
    for (int i = 0; i < threads && i < MOST; i++) {
        works[i] = (struct work){arguments[1], (unsigned)i, count > 4 ? atoi(arguments[4]) : 1};
        pthread_create(&ids[i], NULL, run, &works[i]);
    }
    for (int i = 0; i < threads && i < MOST; i++) {
        pthread_join(ids[i], NULL);
    }
    if (strchr(arguments[1], 'r')) {
        reset();
    }
    printf("%d arrived, %d did not, %d errors\n", right, wrong, errors);
    return 0;
}
