/* Walks the native frames of the calling thread. Thread-safe without a lock of its own. */
#ifndef ROLLCALL_NATIVE_WALK_H
#define ROLLCALL_NATIVE_WALK_H

#include <stdbool.h>
#include <stdint.h>

#include "module.h"

enum { MAX_FRAMES = 256 };

/* A walk, and what it has found. */
struct native_walk {
    const void *site;                  /* the return address at which it begins, a few frames from here */
    bool (*beyond)(uintptr_t address); /* whether it ends before this one, which is not the first; NULL for no such end */
    uint32_t most;
    uint32_t skipped;
    uint32_t count;
    struct module module; /* of the last frame; all 0 for a frame without one */
    uint64_t modules;     /* a hash of the identities of the frames' modules */
    void *addresses[MAX_FRAMES]; /* where the frames are returned to, the innermost first */
};

/* Loads what a walk needs. */
void native_walk_start(void);
/* Fills in the addresses. Finds none where the unwinder is absent. */
void native_walk(struct native_walk *walk);
/* Where the function around an address begins; 0 if unknown. */
uintptr_t native_function_around(const void *address);

/* The two ways in which native_walk does it. By rules: false if a frame has none. */
bool native_walk_by_rules(struct native_walk *walk);
void native_walk_by_unwinder(struct native_walk *walk);

#endif
