/* The threads that have made calls: their names, and the calls that they are in. A thread that comes too late has no place. */
#define _GNU_SOURCE
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "process.h"
#include "rollcall.h"
#include "trace.h"

enum { PLACES = 512 };

struct place {
    int32_t id;
    uint32_t stack;
};

static struct place places[PLACES];
static uint32_t used;

static __thread struct {
    uint32_t epoch;
    uint32_t name;
    struct place *place;
} own;

void threads_start(void) {
    memset(places, 0, sizeof places);
    __atomic_store_n(&used, 0, __ATOMIC_RELEASE);
}

/* Finds the thread's name and place at its first call in a trace. */
static void enter(void) {
    if (own.epoch == epoch()) {
        return;
    }
    char name[32] = "main";
    int32_t id = (int32_t)syscall(SYS_gettid);
    if (id != getpid()) {
        prctl(PR_GET_NAME, name);
    }
    own.name = heap_text(name);
    uint32_t index = __atomic_fetch_add(&used, 1, __ATOMIC_RELAXED);
    own.place = index < PLACES ? &places[index] : NULL;
    if (own.place) {
        __atomic_store_n(&own.place->id, id, __ATOMIC_RELEASE);
    }
    own.epoch = epoch();
}

uint32_t thread_name(void) {
    enter();
    return own.name;
}

void thread_in_call(uint32_t stack) {
    enter();
    if (own.place) {
        __atomic_store_n(&own.place->stack, stack, __ATOMIC_RELAXED);
    }
}

uint32_t thread_stack(int32_t id) {
    uint32_t count = __atomic_load_n(&used, __ATOMIC_ACQUIRE);
    /* The newest first: a thread's number may be that of one that has ended. */
    for (uint32_t i = count < PLACES ? count : PLACES; i-- > 0;) {
        if (__atomic_load_n(&places[i].id, __ATOMIC_ACQUIRE) == id) {
            return __atomic_load_n(&places[i].stack, __ATOMIC_RELAXED);
        }
    }
    return 0;
}

__thread bool inside_recorded;

bool enter_recorded(void) {
    if (inside_recorded || !rollcall_recording()) {
        return false;
    }
    inside_recorded = true;
    return true;
}
