/*
 * Forks children, which load a library, while a thread makes MPI calls. A child that waits for a lock that the thread had ends by SIGALRM.
 *
 * usage: fork CHILDREN LIBRARY      exits with 0 if all children have loaded the library
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_SECONDS = 20 };

static int calls;

static void *call(void *unused) {
    int one = 1;
    int sum;
    for (;;) {
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
    }
    return unused;
}

int main(int count, char **arguments) {
    if (count != 3) {
        fprintf(stderr, "usage: fork CHILDREN LIBRARY\n");
        return 2;
    }
    int provided;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    pthread_t thread;
    pthread_create(&thread, NULL, call, NULL);
    int children = atoi(arguments[1]);
    for (int i = 0; i < children; i++) {
        int before = __atomic_load_n(&calls, __ATOMIC_RELAXED);
        while (__atomic_load_n(&calls, __ATOMIC_RELAXED) == before) {
        }
        pid_t child = fork();
        if (child == 0) {
            signal(SIGALRM, SIG_DFL);
            alarm(MOST_SECONDS);
            _exit(dlopen(arguments[2], RTLD_NOW) ? 0 : 3);
        }
        int status;
        if (child < 0 || waitpid(child, &status, 0) != child || status != 0) {
            fprintf(stderr, "child %d: %s\n", i, child < 0 ? "not forked" : WIFSIGNALED(status) ? "hung" : "has not loaded the library");
            _exit(1);
        }
    }
    printf("%d children\n", children);
    fflush(stdout);
    /* The thread is in MPI, so that MPI_Finalize may not be called. */
    _exit(0);
}
