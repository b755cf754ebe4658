/*
 * Threads that record as fast as they can into a small trace: slots are reused, pending calls carried, the heap fills. Checks what
 * can be checked inside the process; the caller reads the trace with the decoder and the analyzer.
 *
 * usage: stress THREADS CALLS        prints the number of calls that succeeded
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../src/memory.h"
#include "../src/rollcall.h"
#include "../src/stack_cache.h"
#include "../src/trace.h"

enum { COMMUNICATORS = 3, HELD = 8 };

static uint32_t communicators[COMMUNICATORS];
static int calls_per_thread;
static uint64_t succeeded;
static struct rollcall_map *map;

static struct rollcall_function function = {"stress", 0};

static uint64_t begin(unsigned random) {
    const int list[] = {(int)(random % 7), 3, 5};
    struct rollcall_call call = {
        .function = &function,
        .site = __builtin_return_address(0),
        .communicator = communicators[random % COMMUNICATORS],
        .operation = random % 5 == 0 ? OP_SEND : OP_ALL_REDUCE,
        .type = TYPE_F32,
        .reduction = REDUCE_SUM,
        .blocking = random % 2,
        .has_root_or_peer = random % 5 == 0,
        .has_tag = true,
        .tag = 4,
        .has_lists = random % 3 == 0,
        .input_list = list,
        .input_count = random % 3 == 0 ? 3 : 0,
        .count_in = random % 1000,
        .count_out = ROLLCALL_NO_COUNT,
    };
    return rollcall_begin(&call);
}

static void end(uint64_t position, unsigned random) {
    char text[64];
    switch (random % 8) {
        case 0:
            snprintf(text, sizeof text, "error %u", random % 10000);
            rollcall_failed(position, text);
            break;
        case 1:
            rollcall_unknown(position);
            rollcall_pending(position);
            rollcall_completed(position);
            break;
        case 2:
            rollcall_unknown(position);
            break;
        default:
            rollcall_completed(position);
            __atomic_add_fetch(&succeeded, 1, __ATOMIC_RELAXED);
    }
}

static void *hammer(void *seed) {
    unsigned random = (unsigned)(uintptr_t)seed;
    /* Some calls stay open for a while, so that the ring runs over them. */
    uint64_t held[HELD];
    for (int i = 0; i < HELD; i++) {
        held[i] = begin(random);
    }
    for (int i = 0; i < calls_per_thread; i++) {
        random = random * 1664525u + 1013904223u;
        errno = 77;
        uint64_t position = begin(random >> 8);
        if (random >> 24 < 2) {
            unsigned place = random >> 8 & (HELD - 1);
            end(held[place], random >> 12);
            held[place] = position;
        } else {
            end(position, random >> 12);
        }
        uint64_t key = (random >> 4 & 1023) + 1;
        if (rollcall_put(map, key, position == ROLLCALL_NO_CALL ? 1 : position + 1)) {
            rollcall_take(map, key);
        }
        assert(errno == 77);
    }
    for (int i = 0; i < HELD; i++) {
        end(held[i], 7);
    }
    return NULL;
}

static void create(int index) {
    char identity[32];
    snprintf(identity, sizeof identity, "stress:%d", index);
    struct rollcall_creation creation = {
        .function = &function,
        .site = __builtin_return_address(0),
        .library = "stress",
        .identity = identity,
        .name = index == 0 ? "world" : identity,
        .size = 1,
        .rank = 0,
        .global_rank = 0,
        .split_colour = -1,
    };
    communicators[index] = rollcall_joining(&creation);
    rollcall_joined(communicators[index], &creation);
    assert(communicators[index] != ROLLCALL_NO_COMMUNICATOR);
}

static void create_all(void) {
    assert(rollcall_recording());
    for (int i = 0; i < COMMUNICATORS; i++) {
        create(i);
    }
}

/* A forked child has a trace of its own from its first call on, and none before. */
static void fork_child(void) {
    uint32_t before = rollcall_epoch();
    uint64_t enqueued = get64(communicator_entry(1) + E_LANES + L_LAST_ENQUEUED);
    pid_t child = fork();
    assert(child >= 0);
    if (child == 0) {
        rollcall_completed(begin(1));
        assert(rollcall_epoch() == before);
        create_all();
        assert(rollcall_epoch() == before + 1);
        end(begin(3), 7);
        exit(5);
    }
    int status = 0;
    assert(waitpid(child, &status, 0) == child);
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 5);
    assert(get64(communicator_entry(1) + E_LANES + L_LAST_ENQUEUED) == enqueued);
}

/* Makes the same frame each time. */
static uint32_t make_frame(void *made) {
    ++*(uint32_t *)made;
    return heap_frame(0, 0, 0, 4711);
}

/* As many stacks as this do not all find a place. */
static uint32_t ask_for_stacks(uint32_t *made) {
    uint32_t without = 0;
    uint32_t asked = (uint32_t)trace.heap_length;
    for (uint32_t i = 0; i < asked; i++) {
        without += stack_cache_find(hash_add(HASH_START, i), make_frame, made) == 0;
    }
    return without;
}

/* A stack that finds no place is made each time while the heap has room, and lost at no cost in a heap that is full. */
static void lose_stacks(void) {
    uint32_t made = 0;
    uint8_t *losses = trace.memory + H_LOSSES + LOSS_STACKS * sizeof(uint64_t);
    uint64_t before = get64(losses);
    if (!heap_full()) {
        assert(ask_for_stacks(&made) == 0 && made > trace.heap_length / 2 && get64(losses) == before);
    }
    for (uint32_t line = 5000; !heap_full(); line++) {
        heap_frame(0, 0, 0, line);
    }
    made = 0;
    before = get64(losses);
    uint32_t lost = ask_for_stacks(&made);
    assert(made == 0 && lost > 0 && get64(losses) - before == lost);
}

int main(int argc, char **argv) {
    assert(argc == 3);
    int threads = atoi(argv[1]);
    calls_per_thread = atoi(argv[2]);
    map = rollcall_new_map(1 << 12);
    create_all();
    fork_child();
    pthread_t *ids = malloc((size_t)threads * sizeof *ids);
    for (int i = 0; i < threads; i++) {
        assert(pthread_create(&ids[i], NULL, hammer, (void *)(uintptr_t)(i * 7919 + 1)) == 0);
    }
    for (int i = 0; i < threads; i++) {
        pthread_join(ids[i], NULL);
    }
    free(ids);
    uint64_t given = 0;
    for (int i = 0; i < COMMUNICATORS; i++) {
        for (int lane = 0; lane < LANES; lane++) {
            uint8_t *at = communicator_entry(communicators[i]) + E_LANES + lane * LANE_LENGTH;
            given += get64(at + L_LAST_ENQUEUED);
            assert(get64(at + L_LAST_COMPLETED) <= get64(at + L_LAST_ENQUEUED));
            assert(get64(at + L_OLDEST_PENDING) == 0);
        }
    }
    assert(given == (uint64_t)threads * (uint64_t)(calls_per_thread + HELD));
    lose_stacks();
    for (uint64_t key = 1; key <= 1024; key++) {
        assert(rollcall_get(map, key) == 0);
    }
    printf("%llu\n", (unsigned long long)succeeded);
    return 0;
}
