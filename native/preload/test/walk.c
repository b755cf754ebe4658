/*
 * Compares walks by rules with those of libgcc's unwinder: on random chains of functions of all kinds, in threads, coroutines and
 * signal handlers, and where one module comes to lie in the place of another.
 *
 * usage: walk SEED CHAINS MODULE OTHER      two builds of walk_module.c; prints how many walks were compared
 */
#define _GNU_SOURCE
#include <alloca.h>
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "../src/native_walk.h"

enum { THREADS = 4, COROUTINE_STACK = 1 << 18, KINDS = 9 };

static unsigned seed;
static int chains;
static uint64_t compared;
static uint64_t without_rules;

static __thread unsigned random_state;
static __thread uint64_t by_rules; /* of this thread */

static unsigned next_random(unsigned bound) {
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) % bound;
}

static void fail(const struct native_walk *rules, const struct native_walk *unwinder) {
    fprintf(stderr, "seed %u: %u frames by rules, %u by the unwinder\n", seed, rules->count, unwinder->count);
    for (uint32_t i = 0; i < rules->count || i < unwinder->count; i++) {
        fprintf(stderr, "%p %p\n", i < rules->count ? rules->addresses[i] : NULL, i < unwinder->count ? unwinder->addresses[i] : NULL);
    }
    abort();
}

/* Compares the two walks from the caller's caller outwards. */
__attribute__((noinline)) static void compare(void) {
    struct native_walk rules = {.site = __builtin_return_address(0), .most = 1 + next_random(MAX_FRAMES)};
    struct native_walk unwinder = rules;
    native_walk_by_unwinder(&unwinder);
    if (native_walk_by_rules(&rules)) {
        by_rules++;
        if (unwinder.count == 0 || rules.count != unwinder.count
                || memcmp(rules.addresses, unwinder.addresses, rules.count * sizeof *rules.addresses) != 0) {
            fail(&rules, &unwinder);
        }
        __atomic_add_fetch(&compared, 1, __ATOMIC_RELAXED);
    } else {
        __atomic_add_fetch(&without_rules, 1, __ATOMIC_RELAXED);
    }
}

static int descend(int depth);

/* Keeps memory, and makes a call no tail call. */
static int use(void *memory, size_t length, int value) {
    __asm__ volatile("" : : "r"(memory) : "memory");
    return value + (int)length;
}

__attribute__((noinline)) static int small(int depth) { return use(&depth, 1, descend(depth - 1)); }

__attribute__((noinline)) static int large(int depth) {
    char memory[5000];
    return use(memory, 1, descend(depth - 1));
}

__attribute__((noinline)) static int varying(int depth) {
    void *memory = alloca(16 + next_random(3000));
    return use(memory, 1, descend(depth - 1));
}

/* What an earlier call left on the stack lies where this one's memory is, at another distance. */
__attribute__((noinline)) static int uninitialized(int depth) {
    void *memory = alloca(16 * next_random(64));
    int first = descend(depth / 2);
    return use(memory, 1, first + descend(depth - 1 - depth / 2));
}

__attribute__((noinline, optimize("omit-frame-pointer"))) static int without_frame_pointer(int depth) {
    long a = depth, b = depth * 2, c = depth * 3, d = depth * 5;
    __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d));
    int result = descend(depth - 1);
    __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d));
    return use(&a, 1, result + (int)(a + b + c + d));
}

__attribute__((noinline, optimize("no-omit-frame-pointer"))) static int with_frame_pointer(int depth) {
    return use(&depth, 1, descend(depth - 1));
}

/* Its frame begins at an address that a computation in the table gives. */
__attribute__((noinline)) static int aligned(int depth) {
    _Alignas(64) char memory[64];
    return use(memory, 1, descend(depth - 1));
}

static __thread int depth_in_library;

static int called_by_library(const void *one, const void *other) {
    int depth = depth_in_library;
    depth_in_library = 0;
    if (depth > 0) {
        descend(depth - 1);
    }
    return one < other ? -1 : 1;
}

__attribute__((noinline)) static int through_library(int depth) {
    int numbers[] = {2, 1};
    depth_in_library = depth;
    qsort(numbers, 2, sizeof *numbers, called_by_library);
    return use(numbers, 1, 0);
}

static int jump(int depth);

static int (*const CALLS[KINDS])(int) = {small, large, varying, uninitialized, without_frame_pointer, with_frame_pointer, through_library, aligned, jump};

__attribute__((noinline)) static int descend(int depth) {
    if (depth <= 0) {
        compare();
        return 1;
    }
    /* Those that have no rule are rare, or no chain would have one. */
    unsigned kind = next_random(100);
    return use(&depth, 1, CALLS[kind < 2 ? KINDS - 1 - kind : kind % (KINDS - 2)](depth));
}

/* Code of no module, as a compiler at run time makes it, without a table: push rbp; mov rbp, rsp; call rsi; pop rbp; ret. */
static int (*made)(int, int (*)(int));

__attribute__((noinline)) static int jump(int depth) { return use(&depth, 1, made ? made(depth - 1, descend) : descend(depth - 1)); }

static void make_code(void) {
#if defined __x86_64__
    static const uint8_t CODE[] = {0x55, 0x48, 0x89, 0xE5, 0xFF, 0xD6, 0x5D, 0xC3};
    void *memory = mmap(NULL, sizeof CODE, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory != MAP_FAILED) {
        memcpy(memory, CODE, sizeof CODE);
        *(void **)&made = memory;
    }
#endif
}

static void walk_chains(void) {
    for (int i = 0; i < chains; i++) {
        descend((int)next_random(40));
    }
}

static void handler(int signal) {
    (void)signal;
    descend(3);
}

static ucontext_t outside;
static ucontext_t inside;

static void coroutine(void) {
    for (int i = 0; i < chains / 10; i++) {
        descend((int)next_random(10));
        swapcontext(&inside, &outside);
    }
}

static void run_coroutine(void) {
    void *stack = malloc(COROUTINE_STACK);
    getcontext(&inside);
    inside.uc_stack.ss_sp = stack;
    inside.uc_stack.ss_size = COROUTINE_STACK;
    inside.uc_link = &outside;
    makecontext(&inside, coroutine, 0);
    for (int i = 0; i <= chains / 10; i++) {
        swapcontext(&outside, &inside);
    }
    free(stack);
}

static void *run_thread(void *number) {
    random_state = seed + (unsigned)(uintptr_t)number;
    walk_chains();
    return (void *)(uintptr_t)by_rules;
}

/* Walks through a module that is unloaded behind it; returns where its function was. */
static void *through_module(const char *path) {
    void *module = dlopen(path, RTLD_NOW);
    if (!module) {
        fprintf(stderr, "%s\n", dlerror());
        exit(2);
    }
    int (*through)(int (*)(int), int);
    void *function = *(void **)&through = dlsym(module, "through");
    uint64_t before = by_rules;
    through(descend, 0);
#if defined __x86_64__
    if (by_rules == before) {
        fprintf(stderr, "no walk by rules through %s\n", path);
        exit(2);
    }
#endif
    dlclose(module);
    return function;
}

int main(int argc, char **argv) {
    if (argc != 5) {
        return 2;
    }
    seed = random_state = (unsigned)atoi(argv[1]);
    chains = atoi(argv[2]);
    native_walk_start();
    make_code();
    walk_chains();
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    run_coroutine();
    pthread_t threads[THREADS];
    for (uintptr_t i = 0; i < THREADS; i++) {
        pthread_create(&threads[i], NULL, run_thread, (void *)(i + 1));
    }
    int same = 0;
    int with_walks = 0;
    for (int i = 0; i < 20; i++) {
        same += through_module(argv[3]) == through_module(argv[4]);
    }
    for (int i = 0; i < THREADS; i++) {
        void *walks;
        pthread_join(threads[i], &walks);
        with_walks += walks != NULL;
    }
#if defined __x86_64__
    if (with_walks < THREADS || same == 0) {
        fprintf(stderr, "seed %u: %d threads with walks by rules, %d modules in the place of another\n", seed, with_walks, same);
        return 2;
    }
#endif
    printf("seed %u: %llu walks equal, %llu without rules, %d modules in the place of another\n", seed, (unsigned long long)compared,
            (unsigned long long)without_rules, same);
    return 0;
}
