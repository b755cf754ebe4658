/*
 * Finds the library that a call is meant for. A process may have several of one kind: PyTorch's, and one that another package loads by
 * dlopen. So each place that calls has its own, found once: another preloaded library's functions come first, then those of its module.
 */
#ifndef ROLLCALL_BINDING_H
#define ROLLCALL_BINDING_H

#include <stdbool.h>
#include <stdint.h>

enum { BINDING_FUNCTIONS = 32, BINDING_LIBRARIES = 8, BINDING_SITES = 256 };

/* The libraries of one kind; a static one for each kind. */
struct binding {
    const char *const *names; /* of their functions, the recorded ones first */
    void *const *recorders;   /* the functions here that record those */
    uint32_t functions;
    uint32_t recorded;
    uint32_t required; /* a function that they all have */
    /* A place without a module that has the library, such as code compiled at run time, gets the first of these that is loaded. */
    const char *files[4];

    uint32_t lock;
    uint32_t used;
    uint32_t looked_up;            /* the one that dlsym gives the recorded functions for */
    uint64_t sites[BINDING_SITES]; /* an address that calls, and its library's number */
    void *libraries[BINDING_LIBRARIES + 1][BINDING_FUNCTIONS]; /* from 1; 0 has no functions */
};

/* The functions of the library that the code at this address means, by index; NULL for what it does not have. */
void *const *binding_at(struct binding *binding, const void *site);
/* Notes that a library was looked up by a handle; whether it is the first one. */
bool binding_looked_up(struct binding *binding, void *handle);

/* nccl/binding.c: what the C library's dlsym finds. */
void *find_symbol(void *handle, const char *name);

#endif
