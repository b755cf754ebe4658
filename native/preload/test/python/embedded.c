/*
 * A program that starts and ends Python in a thread, while its main thread makes MPI calls from Python code: the frames of the main
 * thread are freed meanwhile.
 *
 * usage: embedded LIBRARY      Python's; built with -rdynamic and an MPI compiler
 */
#include <dlfcn.h>
#include <mpi.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <unistd.h>

enum { CALLS_BEHIND = 2000 };

enum { NOTHING, STARTED, CALLING, ENDED };
static int reached = NOTHING;

static void reach(int step) { __atomic_store_n(&reached, step, __ATOMIC_RELEASE); }

static void await(int step) {
    while (__atomic_load_n(&reached, __ATOMIC_ACQUIRE) < step) {
        sched_yield();
    }
}

static void *python;

static void *find(const char *name) {
    void *found = dlsym(python, name);
    if (!found) {
        fprintf(stderr, "no %s\n", name);
        _exit(2);
    }
    return found;
}

static void *own_python(void *unused) {
    void (*initialize)(int);
    void *(*save)(void);
    void (*restore)(void *);
    int (*finalize)(void);
    *(void **)&initialize = find("Py_InitializeEx");
    *(void **)&save = find("PyEval_SaveThread");
    *(void **)&restore = find("PyEval_RestoreThread");
    *(void **)&finalize = find("Py_FinalizeEx");
    initialize(0);
    void *state = save();
    reach(STARTED);
    await(CALLING);
    restore(state);
    finalize();
    reach(ENDED);
    return unused;
}

/* Called by Python, which has given its lock back meanwhile. It cannot return to an interpreter that has ended. */
__attribute__((visibility("default"))) void call_until_python_has_ended(void) {
    for (int behind = 0; behind < CALLS_BEHIND; behind += __atomic_load_n(&reached, __ATOMIC_ACQUIRE) == ENDED) {
        MPI_Barrier(MPI_COMM_WORLD);
        if (__atomic_load_n(&reached, __ATOMIC_ACQUIRE) == STARTED) {
            reach(CALLING);
        }
    }
    _exit(0);
}

int main(int count, char **arguments) {
    python = count == 2 ? dlopen(arguments[1], RTLD_NOW | RTLD_GLOBAL) : NULL;
    if (!python) {
        fprintf(stderr, "%s\n", count == 2 ? dlerror() : "usage: embedded LIBRARY");
        return 2;
    }
    int provided;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    pthread_t thread;
    pthread_create(&thread, NULL, own_python, NULL);
    await(STARTED);
    int (*ensure)(void);
    int (*run)(const char *);
    *(void **)&ensure = find("PyGILState_Ensure");
    *(void **)&run = find("PyRun_SimpleString");
    ensure();
    run("import ctypes\n"
        "def call(depth):\n"
        "    return call(depth - 1) if depth else ctypes.CDLL(None).call_until_python_has_ended()\n"
        "call(20)\n");
    return 2;
}
