/*
 * Runs a program that is built as a library, which brings MPI along: so Python loads mpi4py.
 *
 * usage: loader LIBRARY ARGUMENT…
 */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv) {
    void *program = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!program) {
        fprintf(stderr, "%s\n", argc > 1 ? dlerror() : "usage: loader LIBRARY ARGUMENT...");
        return 2;
    }
    int (*run)(int, char **);
    *(void **)&run = dlsym(program, "main");
    return run(argc - 1, argv + 1);
}
