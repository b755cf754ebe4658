#define _GNU_SOURCE
#include "device_thread.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "../nccl/record.h"
#include "../process.h"
#include "../trace.h"
#include "device_errors.h"
#include "driver.h"
#include "verifier.h"

enum { TICK = 10000000, LAST_TICK = TICK / 10, LAST_WAIT = 1000000000 };

static uint32_t started;
static int32_t owner; /* the process whose end waits for the last calls */

static void *run(void *context) {
    uint32_t own_epoch = (uint32_t)(uintptr_t)context;
    prctl(PR_SET_NAME, "rollcall-device");
    /* The questions of this thread disturb no capture of another one. */
    driver_relax();
    while (epoch() == own_epoch) {
        nanosleep(&(struct timespec){.tv_nsec = TICK}, NULL);
        completions_poll();
        verifier_poll();
    }
    return NULL;
}

/* Waits a moment for the last calls and copies, before the driver ends; afterwards nothing of a device is touched. */
static void settle(void) {
    if (!recording() || getpid() != owner) {
        return;
    }
    device_error_check(NULL, NULL);
    uint64_t begun = now_nanos();
    while ((completions_in_flight() || verifier_in_flight()) && now_nanos() - begun < LAST_WAIT) {
        nanosleep(&(struct timespec){.tv_nsec = LAST_TICK}, NULL);
        completions_poll();
        verifier_poll();
    }
    completions_stop();
    verifier_stop();
}

void device_thread_forked(void) { started = 0; }

void device_thread_start(void) {
    if (__atomic_load_n(&started, __ATOMIC_RELAXED) || __atomic_exchange_n(&started, 1, __ATOMIC_ACQ_REL)) {
        return;
    }
    /* At this point the driver has registered its own end, which comes after this. */
    if (owner == 0) {
        atexit(settle);
    }
    owner = getpid();
    background_thread_start(run, (void *)(uintptr_t)epoch());
}
