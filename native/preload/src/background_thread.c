/* Threads of the recorder beside those of the program. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>

#include "compatibility.h"
#include "process.h"

void background_thread_start(void *(*run)(void *), void *context) {
    /* The thread must not run the program's signal handlers. */
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    if (sigprocmask(SIG_SETMASK, &all, &before) != 0) {
        return;
    }
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_t thread;
    (void)!pthread_create(&thread, &attributes, run, context);
    pthread_attr_destroy(&attributes);
    sigprocmask(SIG_SETMASK, &before, NULL);
}
