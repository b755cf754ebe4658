/*
 * Calls through one library after another, each of which is unloaded behind the call, so that the next one may lie in its place.
 *
 * usage: replaced LIBRARY…      prints where the function of each lay
 */
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>

static int barrier(int unused) { return MPI_Barrier(MPI_COMM_WORLD) + unused; }

int main(int count, char **arguments) {
    MPI_Init(NULL, NULL);
    /* One place in the code, whose address is not that of another call. */
    for (volatile int i = 1; i < count; i++) {
        void *library = dlopen(arguments[i], RTLD_NOW);
        int (*through)(int (*)(int), int);
        *(void **)&through = library ? dlsym(library, "through") : NULL;
        if (!through) {
            fprintf(stderr, "%s\n", dlerror());
            return 2;
        }
        printf("%p\n", *(void **)&through);
        through(barrier, 0);
        dlclose(library);
    }
    MPI_Finalize();
    return 0;
}
