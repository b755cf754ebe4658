/*
 * Looks NCCL up as programs do that load it late: `nccl` without one, `nccl LIBRARY` with one. Compiled with STAND_IN it is that library,
 * for a test of the symbols alone.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>

#ifdef STAND_IN
int ncclCommCount(void *comm, int *count) {
    (void)comm;
    *count = 1;
    return 0;
}

int ncclGroupStart(void) { return 42; }
#else
int main(int count, char **arguments) {
    if (count < 2) {
        void *absent = dlsym(RTLD_DEFAULT, "ncclGroupStart");
        const char *said = dlerror();
        void *present = dlsym(RTLD_DEFAULT, "strlen");
        printf("%s %s %s\n", absent ? "found" : "absent", said ? "said" : "silent", present ? "found" : "absent");
        return absent || !said || !present;
    }
    void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    int (*start)(void) = library ? (int (*)(void))dlsym(library, "ncclGroupStart") : NULL;
    Dl_info where = {0};
    int recorded = start && dladdr((void *)start, &where) && where.dli_fname;
    printf("%d from %s, ncclCommSplit %s\n", start ? start() : -1, recorded ? where.dli_fname : "nowhere",
            library && dlsym(library, "ncclCommSplit") ? "found" : "absent");
    return !start || start() != 42;
}
#endif
