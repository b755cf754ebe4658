/*
 * The module of an address: the program or a library. Found without a lock (_dl_find_object), so that a recorded call neither waits
 * for a thread that loads a library nor holds a lock while another thread forks; glibc has this from 2.35 on.
 */
#ifndef ROLLCALL_MODULE_H
#define ROLLCALL_MODULE_H

#include <stdbool.h>
#include <stdint.h>

/* Valid while the module is loaded: while a call goes through it, for one. */
struct module {
    uintptr_t start;
    uintptr_t end;
    uintptr_t base;                /* what its own addresses count from */
    const char *path;              /* empty for the program */
    const uint8_t *unwind_header;  /* the index of its unwind tables (.eh_frame_hdr); NULL if it has none */
    uint64_t identity;             /* another one for another file, even at the same addresses; not 0 */
};

/* Looks for the means to find modules. */
void modules_start(void);
/* Whether modules are found; not with a glibc that is too old. */
bool modules_found(void);
/* Finds the module of an address; false if it is in none, or modules are not found. */
bool module_at(uintptr_t address, struct module *module);

#endif
