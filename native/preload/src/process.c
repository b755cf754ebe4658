/*
 * Starts recording at the first recorded call of a process, and records how the process ends. A forked child has the parent's
 * memory but must not write its trace: it gets none until its own first call, and then one of its own.
 */
#define _GNU_SOURCE
#include "process.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "compatibility.h"
#include "memory.h"
#include "rollcall.h"
#include "trace.h"

#ifndef ROLLCALL_VERSION
#define ROLLCALL_VERSION "unknown"
#endif

typedef void (*exit_function)(int);

enum state { NEW, STARTING_UP, ON, OFF };

static int state = NEW;
static uint32_t traces;
static int32_t owner;
static uint32_t end_recorded;
static uint32_t exit_stack;
static uint32_t exit_called;

bool recording(void) { return __atomic_load_n(&state, __ATOMIC_ACQUIRE) == ON; }

bool may_record(void) { return __atomic_load_n(&state, __ATOMIC_RELAXED) != OFF; }

uint32_t epoch(void) { return __atomic_load_n(&traces, __ATOMIC_RELAXED); }

uint32_t rollcall_epoch(void) { return epoch(); }

static void warn_of_network(const char *path) {
    static const struct {
        uint32_t magic;
        const char *name;
    } NETWORKS[] = {{0x6969, "nfs"}, {0xFF534D42, "cifs"}, {0xFE534D42, "smb"}, {0x0BD00BD0, "lustre"},
            {0x00C36400, "ceph"}, {0x47504653, "gpfs"}, {0x19830326, "beegfs"}, {0x5346414F, "afs"}, {0x01021997, "9p"}};
    struct statfs system;
    if (statfs(path, &system) != 0) {
        return;
    }
    for (size_t i = 0; i < sizeof NETWORKS / sizeof *NETWORKS; i++) {
        if ((uint32_t)system.f_type == NETWORKS[i].magic) {
            warn("%s is on a network file system (%s), where writing the trace can stall the job; choose a local folder with"
                 " ROLLCALL_FILE", path, NETWORKS[i].name);
        }
    }
}

/* Creates the trace; false, with a line that says why, if that fails. */
static bool create_trace(void) {
    static struct identity identity;
    char problem[256];
    if (!options_read(problem, sizeof problem)) {
        warn("%s; nothing is recorded", problem);
        return false;
    }
    identity_read(&identity, options.command_line);
    if (identity.has_agent) {
        return false;
    }
    char path[4096];
    if (!file_name_resolve(options.file, &identity, path, sizeof path)) {
        warn("the name of the trace is too long; nothing is recorded");
        return false;
    }
    struct geometry geometry = {.slots = options.slots, .heap_length = options.heap, .communicators = 1024};
    const char *failure = trace_create(path, &geometry);
    if (failure) {
        warn("cannot create %s: %s; nothing is recorded", path, failure);
        return false;
    }
    if (!heap_start()) {
        trace_discard(path);
        warn("no memory; nothing is recorded");
        return false;
    }
    put64(trace.memory + H_PID, (uint64_t)identity.pid);
    put64(trace.memory + H_START_TIME, identity.start_millis ? identity.start_millis : now_millis());
    put32(trace.memory + H_JOB_ID, heap_string(identity.job));
    put32(trace.memory + H_HOST, heap_string(identity.host));
    put32(trace.memory + H_RECORDER_VERSION, heap_string(ROLLCALL_VERSION));
    put32(trace.memory + H_COMMAND_LINE, heap_string(identity.command_line));
    trace_set_rank(identity.rank, identity.world);
    owner = identity.pid;
    trace_publish();
    warn_of_network(path);
    return true;
}

/* Starts recording, once for each process; the other threads wait for the one that does. */
static bool start(void) {
    int expected = NEW;
    if (__atomic_compare_exchange_n(&state, &expected, STARTING_UP, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        int error = errno;
        bool created = create_trace();
        if (created) {
            __atomic_store_n(&end_recorded, 0, __ATOMIC_RELAXED);
            exit_called = 0;
            __atomic_add_fetch(&traces, 1, __ATOMIC_RELAXED);
            threads_start();
            stack_start();
            nccl_start();
        }
        __atomic_store_n(&state, created ? ON : OFF, __ATOMIC_RELEASE);
        if (created) {
            watchdog_start();
        }
        errno = error;
        return created;
    }
    while (expected == STARTING_UP) {
        sched_yield();
        expected = __atomic_load_n(&state, __ATOMIC_ACQUIRE);
    }
    return expected == ON;
}

bool rollcall_recording(void) { return recording() || (__atomic_load_n(&state, __ATOMIC_ACQUIRE) != OFF && start()); }

/* Runs in the child of a fork, where only this thread is left. The mapping stays: nothing refers to it any more. */
static void forked(void) {
    cuda_forked();
    if (__atomic_load_n(&state, __ATOMIC_RELAXED) != OFF) {
        __atomic_store_n(&state, NEW, __ATOMIC_RELAXED);
    }
}

/* Records the end of the process, the first one only. The child of a vfork shares this memory and is not meant. */
static void record_end(enum end_kind kind, int code, const char *text, uint32_t stack) {
    uint32_t first = 0;
    if (!recording() || getpid() != owner
            || !__atomic_compare_exchange_n(&end_recorded, &first, 1, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        return;
    }
    uint32_t thread = thread_name();
    uint32_t message = heap_text(text);
    uint64_t position = ring_claim(TAG_END);
    if (position == NO_POSITION) {
        return;
    }
    uint8_t *slot = ring_slot(position);
    put64(slot + N_TIME, now_nanos());
    put32(slot + N_KIND, kind);
    put32(slot + N_EXIT_CODE, (uint32_t)code);
    put32(slot + N_HAS_EXIT_CODE, 1);
    put32(slot + N_TEXT, message);
    put32(slot + N_THREAD, thread);
    put32(slot + N_STACK, stack);
    ring_publish(position);
}

void rollcall_aborting(int32_t code, const char *text, const void *site) {
    int error = errno;
    record_end(END_HALT, code, text, recording() ? stack_from(site) : 0);
    errno = error;
}

/* Runs after main has returned or somebody has called exit, behind the program's own handlers. */
static void exiting(int code, void *context) {
    (void)context;
    record_end(exit_called ? END_EXIT : END_NORMAL, code, NULL, exit_called ? exit_stack : 0);
    if (recording() && getpid() == owner) {
        trace_close();
    }
}

__attribute__((constructor)) static void load(void) {
    on_exit(exiting, NULL);
    pthread_atfork(NULL, NULL, forked);
}

/* Calls of the C library itself, as after main, do not come here. */
__attribute__((visibility("default"), noreturn)) void exit(int code) {
    if (recording() && getpid() == owner) {
        exit_stack = stack_from(__builtin_return_address(0));
        exit_called = 1;
    }
    exit_function next = (exit_function)dlsym(RTLD_NEXT, "exit");
    next(code);
    __builtin_unreachable();
}

__attribute__((visibility("default"), noreturn)) void _exit(int code) {
    if (recording() && getpid() == owner) {
        record_end(END_HALT, code, NULL, stack_from(__builtin_return_address(0)));
    }
    for (;;) {
        syscall(SYS_exit_group, code);
    }
}

__attribute__((visibility("default"), noreturn)) void _Exit(int code) { _exit(code); }
