/*
 * Finds the NCCL that a call is meant for. A process may have several: PyTorch's, and one that another package loads by dlopen. A
 * communicator of one must not reach the other, so each place that calls has its own, found once.
 *
 * What looks NCCL up by dlsym, as vLLM does through ctypes, gets the functions here: dlsym is replaced by a few instructions that
 * look at the name and jump to the C library's. A jump leaves the return address as it was, by which dlsym knows its caller.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>
#include <string.h>

#include "../compatibility.h"
#include "record.h"

enum { LIBRARIES = 8, SITES = 256, NUMBER_BITS = 8 };

enum {
#define X(name) INDEX_##name,
    NCCL_FUNCTIONS(X)
#undef X
    INDEX_CommUserRank,
    INDEX_CommCount,
    INDEX_CommCuDevice,
    FUNCTIONS,
    RECORDED = INDEX_CommUserRank
};

static const char *const NAMES[FUNCTIONS] = {
#define X(name) "nccl" #name,
    NCCL_FUNCTIONS(X)
#undef X
    "ncclCommUserRank", "ncclCommCount", "ncclCommCuDevice"};

union library {
    struct nccl_library functions;
    void *by_index[FUNCTIONS];
};

_Static_assert(sizeof(struct nccl_library) == FUNCTIONS * sizeof(void *), "a library is its functions, in the order of their names");

static union library libraries[LIBRARIES + 1]; /* from 1; 0 has no functions */
static uint32_t used;
static uint32_t looked_up; /* the one that dlsym gives the recorded functions for */
static uint64_t sites[SITES]; /* an address that calls, and its library's number */
static uint32_t lock;

static void *own(uint32_t index) {
    static const struct nccl_library RECORDED_FUNCTIONS = {
#define X(name) .name = nccl##name,
        NCCL_FUNCTIONS(X)
#undef X
    };
    void *found;
    memcpy(&found, (const char *)&RECORDED_FUNCTIONS + index * sizeof found, sizeof found);
    return found;
}

#if defined __x86_64__ && !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__

__asm__(".symver dlvsym,dlvsym@GLIBC_2.2.5");

HIDDEN void *(*next_dlsym)(void *handle, const char *name);
HIDDEN void bind_dlsym(void);
HIDDEN void *dlsym_of_nccl(void *handle, const char *name);

/* May run before the constructors of this library. */
void bind_dlsym(void) { *(void **)&next_dlsym = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5"); }

__asm__(".text\n"
        ".globl dlsym\n"
        ".type dlsym, @function\n"
        "dlsym:\n"
        ".cfi_startproc\n"
        "endbr64\n"
        "cmpq $0, next_dlsym(%rip)\n"
        "jne 1f\n"
        "pushq %rdi\n"
        ".cfi_adjust_cfa_offset 8\n"
        "pushq %rsi\n"
        ".cfi_adjust_cfa_offset 8\n"
        "subq $8, %rsp\n"
        ".cfi_adjust_cfa_offset 8\n"
        "call bind_dlsym\n"
        "addq $8, %rsp\n"
        ".cfi_adjust_cfa_offset -8\n"
        "popq %rsi\n"
        ".cfi_adjust_cfa_offset -8\n"
        "popq %rdi\n"
        ".cfi_adjust_cfa_offset -8\n"
        "1:\n"
        "testq %rsi, %rsi\n"
        "je 2f\n"
        "cmpb $'n', (%rsi)\n"
        "jne 2f\n"
        "cmpb $'c', 1(%rsi)\n"
        "jne 2f\n"
        "cmpb $'c', 2(%rsi)\n"
        "jne 2f\n"
        "cmpb $'l', 3(%rsi)\n"
        "jne 2f\n"
        "jmp dlsym_of_nccl\n"
        "2:\n"
        "jmp *next_dlsym(%rip)\n"
        ".cfi_endproc\n"
        ".size dlsym, .-dlsym\n");

static void *find(void *handle, const char *name) {
    if (!next_dlsym) {
        bind_dlsym();
    }
    return next_dlsym(handle, name);
}

#else

static void *find(void *handle, const char *name) { return dlsym(handle, name); }

#endif

static void *find_next(void *module, uint32_t index) {
    void *found = find(RTLD_NEXT, NAMES[index]);
    if (!found && module) {
        found = find(module, NAMES[index]);
    }
    return found == own(index) ? NULL : found;
}

/* The number of the library that a module uses, 0 if it uses none. Another preloaded library's functions come first. */
static uint32_t library_in(void *module) {
    union library found;
    for (uint32_t i = 0; i < FUNCTIONS; i++) {
        found.by_index[i] = find_next(module, i);
    }
    if (!found.functions.CommCount) {
        /* Others that replace some of NCCL's functions do not have this one. */
        return 0;
    }
    uint32_t free = 0;
    while (!__atomic_compare_exchange_n(&lock, &free, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
        free = 0;
        sched_yield();
    }
    uint32_t number = 1;
    while (number <= used && memcmp(&libraries[number], &found, sizeof found) != 0) {
        number++;
    }
    if (number > used && number <= LIBRARIES) {
        libraries[number] = found;
        used = number;
    }
    __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
    return number <= LIBRARIES ? number : 0;
}

/* Finds a place's library: that of its module, else the one that was looked up, else the one that is loaded. */
static uint32_t library_at(const void *site) {
    Dl_info calling;
    uint32_t number = 0;
    if (dladdr(site, &calling)) {
        void *module = dlopen(calling.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
        number = library_in(module);
    }
    if (!number) {
        number = __atomic_load_n(&looked_up, __ATOMIC_ACQUIRE);
    }
    if (!number) {
        void *loaded = dlopen("libnccl.so.2", RTLD_LAZY | RTLD_NOLOAD);
        number = loaded ? library_in(loaded) : 0;
    }
    return number;
}

const struct nccl_library *nccl_library_of(const void *site) {
    uint64_t *place = &sites[((uintptr_t)site * 0x9E3779B97F4A7C15ull >> 48) % SITES];
    uint64_t known = __atomic_load_n(place, __ATOMIC_ACQUIRE);
    if (known >> NUMBER_BITS == (uintptr_t)site) {
        return &libraries[known & ((1 << NUMBER_BITS) - 1)].functions;
    }
    uint32_t number = library_at(site);
    if (number) {
        __atomic_store_n(place, (uint64_t)(uintptr_t)site << NUMBER_BITS | number, __ATOMIC_RELEASE);
    }
    return &libraries[number].functions;
}

#if defined __x86_64__ && !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__

/* Gives the recorded function in place of NCCL's own, of one NCCL: the call does not show which one was asked for. */
void *dlsym_of_nccl(void *handle, const char *name) {
    uint32_t index = 0;
    while (index < RECORDED && strcmp(name, NAMES[index]) != 0) {
        index++;
    }
    void *found = next_dlsym(handle, name);
    if (index == RECORDED || !found) {
        return found;
    }
    if (found == own(index)) {
        /* The handle stands for all libraries. The function is only there if another one has it, too. */
        bool exists = ((const union library *)nccl_library_of(SITE))->by_index[index];
        found = next_dlsym(exists ? handle : RTLD_NEXT, name);
        /* No jump: what comes next is meant from here. */
        __asm__ volatile("" : "+r"(found));
        return found;
    }
    uint32_t number = library_in(handle);
    uint32_t none = 0;
    if (number && __atomic_compare_exchange_n(&looked_up, &none, number, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        none = number;
    }
    /* The last lookup decides what dlerror says. */
    (void)next_dlsym(handle, name);
    if (none == number && number) {
        return own(index);
    }
    static uint32_t warned;
    if (!__atomic_exchange_n(&warned, 1, __ATOMIC_RELAXED)) {
        warn("this process looks up a second NCCL, whose calls are not recorded");
    }
    return found;
}

#endif
