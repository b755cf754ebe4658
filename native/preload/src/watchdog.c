/*
 * The background thread: writes the heartbeat, and looks for calls that make no progress. A process without a pending call is
 * watched, too: it may be stuck elsewhere while the others wait for it.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "memory.h"
#include "process.h"
#include "trace.h"

enum { SECOND = 1000000000, TICK = SECOND / 10, LONGEST_START = 60, MAX_WATCHED = 1 << 16 };

/* A turn that takes longer shows that the process did not run: it was stopped, as by SIGSTOP, and what is stopped does not hang. */
#define PAUSE (2 * (uint64_t)SECOND)

/* The ring gives at most a sixteenth of its slots to one snapshot; the time between two doubles. */
enum { SNAPSHOT_SHARE = 16, FEWEST_THREADS = 4, MOST_THREADS = 4096 };

static uint32_t snapshots;
static int32_t own_id;

struct watch {
    uint64_t activity[MAX_WATCHED]; /* by communicator: how many calls began and ended */
    uint64_t since[MAX_WATCHED];    /* when that last changed */
    uint32_t communicator;          /* that has waited longest */
    uint64_t stalled_since;
    uint64_t due;
    uint64_t checked;       /* the time of the last check */
    uint64_t paused;        /* for how long the process did not run */
    uint64_t paused_before; /* what of that was before the watched time */
};

static struct watch watch;

static enum thread_state state_of(int32_t id) {
    char path[64];
    char text[512] = "";
    snprintf(path, sizeof path, "/proc/self/task/%d/stat", id);
    FILE *file = fopen(path, "re");
    if (file) {
        size_t length = fread(text, 1, sizeof text - 1, file);
        text[length] = 0;
        fclose(file);
    }
    const char *name_end = strrchr(text, ')');
    switch (name_end && name_end[1] ? name_end[2] : 0) {
        case 'R':
            return THREAD_RUNNABLE;
        case 'S':
        case 'D':
        case 'I':
            return THREAD_WAITING;
        case 'Z':
        case 'X':
            return THREAD_TERMINATED;
        default:
            return THREAD_UNKNOWN;
    }
}

static uint32_t name_of(int32_t id) {
    if (id == getpid()) {
        return heap_text("main");
    }
    char path[64];
    char name[64] = "";
    snprintf(path, sizeof path, "/proc/self/task/%d/comm", id);
    FILE *file = fopen(path, "re");
    if (file) {
        if (fgets(name, sizeof name, file)) {
            name[strcspn(name, "\n")] = 0;
        }
        fclose(file);
    }
    return heap_text(name);
}

static void write_thread(uint64_t now, int32_t id, uint32_t threads) {
    uint32_t name = name_of(id);
    enum thread_state state = state_of(id);
    uint64_t position = ring_claim(TAG_THREAD);
    if (position == NO_POSITION) {
        return;
    }
    uint8_t *slot = ring_slot(position);
    put64(slot + T_TIME, now);
    put64(slot + T_ID, (uint64_t)id);
    put32(slot + T_SNAPSHOT, snapshots);
    put32(slot + T_THREADS, threads);
    put32(slot + T_NAME, name);
    put32(slot + T_STATE, state);
    put32(slot + T_STACK, thread_stack(id));
    put32(slot + T_DAEMON, id != getpid());
    ring_publish(position);
}

void snapshot_take(uint64_t now) {
    static int32_t ids[MOST_THREADS];
    uint32_t most = trace.slots / SNAPSHOT_SHARE;
    most = most < FEWEST_THREADS ? FEWEST_THREADS : most > MOST_THREADS ? MOST_THREADS : most;
    DIR *tasks = opendir("/proc/self/task");
    uint32_t count = 0;
    if (!tasks) {
        return;
    }
    /* In the order of their numbers: the main thread is the first. */
    for (struct dirent *task = readdir(tasks); task && count < most; task = readdir(tasks)) {
        int32_t id = (int32_t)strtol(task->d_name, NULL, 10);
        if (id > 0 && id != own_id) {
            ids[count++] = id;
        }
    }
    closedir(tasks);
    snapshots++;
    for (uint32_t i = 0; i < count; i++) {
        write_thread(now, ids[i], count);
    }
}

/* The oldest pending call of a lane, in its slot or carried; NULL if there is none. */
static const uint8_t *oldest_call(const uint8_t *entry, int index) {
    uint64_t oldest = load64(entry + E_LANES + index * LANE_LENGTH + L_OLDEST_PENDING);
    const uint8_t *carried = entry + E_CARRIED + index * SLOT_LENGTH;
    if (oldest && ring_holds(oldest - 1) && call_pending(load64(ring_slot(oldest - 1)))) {
        return ring_slot(oldest - 1);
    }
    return call_pending(load64(carried)) && !ring_holds(load64(carried) >> STATE_BITS) ? carried : NULL;
}

/* Since when a communicator has made no progress. */
static uint64_t idle_since(uint32_t number, uint64_t now, bool *pending) {
    const uint8_t *entry = communicator_entry(number);
    uint64_t activity = acquire32(entry + E_PHASE);
    *pending = activity == PHASE_JOINING;
    for (int i = 0; i < LANES; i++) {
        const uint8_t *lane = entry + E_LANES + i * LANE_LENGTH;
        activity += load64(lane + L_LAST_ENQUEUED) + load64(lane + L_LAST_COMPLETED);
        *pending |= oldest_call(entry, i) != NULL;
    }
    if (number >= MAX_WATCHED) {
        return now;
    }
    if (watch.activity[number] != activity) {
        watch.activity[number] = activity;
        watch.since[number] = now;
    }
    return watch.since[number];
}

static void report(uint32_t number, uint64_t stalled) {
    static const char *const OPERATIONS[] = {NULL, "all_reduce", "reduce", "broadcast", "all_gather", "gather", "scatter",
            "reduce_scatter", "all_to_all", "barrier", "send", "recv", "scan", "exscan"};
    const uint8_t *entry = communicator_entry(number);
    char name[128];
    heap_read(acquire32(entry + E_NAME), name, sizeof name);
    char call[256];
    snprintf(call, sizeof call, "the creation of %s", name);
    for (int i = 0; i < LANES; i++) {
        const uint8_t *slot = oldest_call(entry, i);
        if (slot) {
            uint16_t operation = (uint16_t)get32(slot + C_OPERATION);
            char function[64];
            heap_read(get32(slot + C_FUNCTION), function, sizeof function);
            bool known = operation > 0 && operation < sizeof OPERATIONS / sizeof *OPERATIONS;
            snprintf(call, sizeof call, "%s, call %llu on %s", known ? OPERATIONS[operation] : function,
                    (unsigned long long)get64(slot + C_SEQUENCE), name);
        }
    }
    warn("no progress for %llu s in %s; the states of all threads are in the trace",
            (unsigned long long)(stalled / SECOND), call);
}

/* Takes a snapshot if nothing has made progress for the hang timeout, and again whenever that time has doubled. */
static void check(uint64_t now) {
    uint64_t paused = watch.paused;
    if (watch.checked && now - watch.checked > PAUSE) {
        watch.paused += now - watch.checked;
    }
    watch.checked = now;
    uint32_t candidate = 0;
    uint64_t since = 0;
    bool waiting = false;
    bool joining = true;
    for (uint32_t number = 1; number <= communicators_used(); number++) {
        bool pending;
        uint64_t idle = idle_since(number, now, &pending);
        uint32_t phase = acquire32(communicator_entry(number) + E_PHASE);
        joining &= phase == PHASE_JOINING;
        bool better = pending ? !waiting || idle < since : !waiting && (candidate == 0 || idle > since);
        if (phase != 0 && better) {
            candidate = number;
            since = idle;
            waiting = pending;
        }
    }
    if (candidate == 0) {
        return;
    }
    if (candidate != watch.communicator || since != watch.stalled_since) {
        watch.communicator = candidate;
        watch.stalled_since = since;
        watch.paused_before = paused;
        watch.due = options.hang_nanos;
        if (joining && watch.due < LONGEST_START * (uint64_t)SECOND) {
            /* Other processes of the job may still be starting. */
            watch.due = LONGEST_START * (uint64_t)SECOND;
        }
    }
    uint64_t pause = watch.paused - watch.paused_before;
    uint64_t stalled = now - since > pause ? now - since - pause : 0;
    if (stalled < watch.due) {
        return;
    }
    watch.due *= 2;
    snapshot_take(now);
    if (waiting) {
        report(candidate, stalled);
    }
}

static void *run(void *context) {
    (void)context;
    prctl(PR_SET_NAME, "rollcall");
    own_id = (int32_t)syscall(SYS_gettid);
    uint64_t next_beat = 0;
    for (;;) {
        uint64_t now = now_nanos();
        if (recording() && now >= next_beat) {
            trace_heartbeat();
            next_beat = now + SECOND;
        }
        if (recording() && options.hang_nanos) {
            check(now);
        }
        nanosleep(&(struct timespec){.tv_nsec = TICK}, NULL);
    }
    return NULL;
}

void watchdog_start(void) {
    memset(&watch, 0, sizeof watch);
    snapshots = 0;
    /* Without the thread there is no heartbeat; calls are recorded all the same. */
    background_thread_start(run, NULL);
}
