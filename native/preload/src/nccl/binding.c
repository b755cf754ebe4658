/*
 * Which NCCL a call is meant for: a communicator of one must not reach another.
 *
 * What looks NCCL up by dlsym, as vLLM does through ctypes, gets the functions here: dlsym is replaced by a few instructions that
 * look at the name and jump to the C library's. A jump leaves the return address as it was, by which dlsym knows its caller.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>

#include "../binding.h"
#include "../compatibility.h"
#include "record.h"

static const char *const NAMES[] = {
#define X(name) "nccl" #name,
    NCCL_FUNCTIONS(X)
#undef X
    "ncclCommUserRank", "ncclCommCount", "ncclCommCuDevice"};

static void *const RECORDED[] = {
#define X(name) (void *)nccl##name,
    NCCL_FUNCTIONS(X)
#undef X
};

enum { FUNCTIONS = sizeof NAMES / sizeof *NAMES, RECORDED_FUNCTIONS = sizeof RECORDED / sizeof *RECORDED };

_Static_assert((int)FUNCTIONS <= (int)BINDING_FUNCTIONS, "a binding has room for them");

_Static_assert(sizeof(struct nccl_library) == FUNCTIONS * sizeof(void *), "a library is its functions, in the order of their names");

/* Others that replace some of NCCL's functions do not have ncclCommCount. */
static struct binding nccl = {.names = NAMES,
        .recorders = RECORDED,
        .functions = FUNCTIONS,
        .recorded = RECORDED_FUNCTIONS,
        .required = RECORDED_FUNCTIONS + 1,
        .files = {"libnccl.so.2"}};

const struct nccl_library *nccl_library_of(const void *site) { return (const void *)binding_at(&nccl, site); }

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

void *find_symbol(void *handle, const char *name) {
    if (!next_dlsym) {
        bind_dlsym();
    }
    return next_dlsym(handle, name);
}

/* Gives the recorded function in place of NCCL's own, of one NCCL: the call does not show which one was asked for. */
void *dlsym_of_nccl(void *handle, const char *name) {
    uint32_t index = 0;
    while (index < RECORDED_FUNCTIONS && strcmp(name, NAMES[index]) != 0) {
        index++;
    }
    void *found = next_dlsym(handle, name);
    if (index == RECORDED_FUNCTIONS || !found) {
        return found;
    }
    if (found == RECORDED[index]) {
        /* The handle stands for all libraries. The function is only there if another one has it, too. */
        bool exists = binding_at(&nccl, SITE)[index];
        found = next_dlsym(exists ? handle : RTLD_NEXT, name);
        /* No jump: what comes next is meant from here. */
        __asm__ volatile("" : "+r"(found));
        return found;
    }
    bool first = binding_looked_up(&nccl, handle);
    /* The last lookup decides what dlerror says. */
    (void)next_dlsym(handle, name);
    if (first) {
        return RECORDED[index];
    }
    static uint32_t warned;
    if (!__atomic_exchange_n(&warned, 1, __ATOMIC_RELAXED)) {
        warn("this process looks up a second NCCL, whose calls are not recorded");
    }
    return found;
}

#else

void *find_symbol(void *handle, const char *name) { return dlsym(handle, name); }

#endif
