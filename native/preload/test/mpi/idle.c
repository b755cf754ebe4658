/*
 * Preloaded, lets a rank that waits sleep where it would spin, so that jobs that hang can run side by side. Open MPI, told to
 * yield, calls sched_yield when nothing happened; MPICH calls UCX again and again.
 */
#define _DEFAULT_SOURCE
#include <dlfcn.h>
#include <unistd.h>

enum { IDLE_MICROS = 1000 };

int sched_yield(void) {
    usleep(IDLE_MICROS);
    return 0;
}

unsigned ucp_worker_progress(void *worker) {
    static unsigned (*progress)(void *);
    if (!progress) {
        /* Not the next one: it is out of sight where a program loads MPI for itself alone. */
        *(void **)&progress = dlsym(dlopen("libucp.so.0", RTLD_LAZY | RTLD_NOLOAD), "ucp_worker_progress");
    }
    unsigned events = progress(worker);
    if (events == 0) {
        usleep(IDLE_MICROS);
    }
    return events;
}
