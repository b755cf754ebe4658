/*
 * How calls end: an event behind each call, or behind the calls of a group, in their stream, and a thread that asks every 10 ms
 * whether the oldest event of each stream is done. Nothing waits or synchronizes. Events come from a bounded pool and are used again on
 * their device.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "../cuda/device_thread.h"
#include "../cuda/driver.h"
#include "record.h"

enum { MAX_EVENTS = 4096, MAX_DEVICES = 64, MAX_STREAMS = 64 };
enum { ABORT_WAIT = 10000000 };

/* An event, and the operations before it. */
struct flight {
    void *event; /* NULL if it has none yet */
    uint64_t stream;
    uint32_t communicator;
    uint32_t operations;
    uint32_t next;
    int32_t device;
};

/* By number from 1. Those that are free are in the list of their device, or in that of those without an event. */
static struct flight flights[MAX_EVENTS + 1];
static uint32_t flights_used;
static uint64_t blank;
static uint64_t ready[MAX_DEVICES];

/* What was issued since the last poll, the newest first; and, under the lock, what is in flight, in order. */
static uint32_t issued;
static uint32_t first;
static uint32_t last;
static uint32_t in_flight;
static uint32_t lock;

/* The newest call of each device that has completed, plus one. */
static uint64_t completed[MAX_DEVICES];

void completions_start(void) {
    memset(flights, 0, flights_used < MAX_EVENTS ? (flights_used + 1) * sizeof *flights : sizeof flights);
    memset(ready, 0, sizeof ready);
    memset(completed, 0, sizeof completed);
    flights_used = 0;
    blank = 0;
    issued = 0;
    first = 0;
    last = 0;
    in_flight = 0;
    lock = 0;
}

static bool try_lock(void) {
    uint32_t free = 0;
    return __atomic_compare_exchange_n(&lock, &free, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

/* Waits a moment for a poll that is under way. */
static bool lock_soon(void) {
    uint64_t begun = now_nanos();
    while (!try_lock()) {
        if (now_nanos() - begun > ABORT_WAIT) {
            return false;
        }
        sched_yield();
    }
    return true;
}

static void unlock(void) { __atomic_store_n(&lock, 0, __ATOMIC_RELEASE); }

static uint32_t pop(uint64_t *list) {
    uint64_t found = __atomic_load_n(list, __ATOMIC_ACQUIRE);
    while ((uint32_t)found) {
        uint64_t rest = ((found >> 32) + 1) << 32 | __atomic_load_n(&flights[(uint32_t)found].next, __ATOMIC_RELAXED);
        if (__atomic_compare_exchange_n(list, &found, rest, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
            break;
        }
    }
    return (uint32_t)found;
}

static void push(uint64_t *list, uint32_t number) {
    uint64_t found = __atomic_load_n(list, __ATOMIC_RELAXED);
    uint64_t head;
    do {
        __atomic_store_n(&flights[number].next, (uint32_t)found, __ATOMIC_RELAXED);
        head = ((found >> 32) + 1) << 32 | number;
    } while (!__atomic_compare_exchange_n(list, &found, head, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
}

static uint32_t take_blank(void) {
    uint32_t number = pop(&blank);
    if (!number && __atomic_load_n(&flights_used, __ATOMIC_RELAXED) < MAX_EVENTS) {
        number = __atomic_add_fetch(&flights_used, 1, __ATOMIC_RELAXED);
        number = number <= MAX_EVENTS ? number : 0;
    }
    return number;
}

/* Takes a flight back, with its event if that may be touched again. */
static void release(uint32_t number, bool keep) {
    struct flight *flight = &flights[number];
    if (keep) {
        push(&ready[flight->device], number);
    } else {
        flight->event = NULL;
        push(&blank, number);
    }
}

/* Without a driver, the ends of calls are unknown. */
static bool open_driver(void) {
    if (driver_open()) {
        device_thread_start();
        return true;
    }
    static uint32_t warned;
    if (!__atomic_exchange_n(&warned, 1, __ATOMIC_RELAXED)) {
        warn("the end of NCCL's calls is not recorded: %s; the calls are", driver_problem());
    }
    return false;
}

bool stream_capturing(const void *stream) { return open_driver() && driver_capturing(stream); }

int32_t current_device(void) {
    if (!open_driver()) {
        return -1;
    }
    driver_record_devices();
    return driver_current_device();
}

/* Makes an event in the stream's context and records it. */
static bool record_new(struct flight *flight) {
    int mode = driver_relax(); /* making an event must not disturb a capture of another thread */
    void *context = NULL;
    bool enter = !default_stream(flight->stream);
    bool recorded = false;
    if (!enter || (driver.cuStreamGetCtx((void *)(uintptr_t)flight->stream, &context) == CU_SUCCESS
            && driver.cuCtxPushCurrent_v2(context) == CU_SUCCESS)) {
        recorded = driver.cuEventCreate(&flight->event, CU_EVENT_DISABLE_TIMING) == CU_SUCCESS
                && driver.cuEventRecord(flight->event, (void *)(uintptr_t)flight->stream) == CU_SUCCESS;
        if (enter) {
            driver.cuCtxPopCurrent_v2(&context);
        }
    }
    driver_restore(mode);
    return recorded;
}

/* Records an event in a stream; returns its flight, 0 if that was not possible. */
static uint32_t record(uint32_t communicator, uint64_t stream) {
    int32_t device = nccl_communicator(communicator)->device;
    if (device < 0 || device >= MAX_DEVICES || (default_stream(stream) && current_device() != device)) {
        return 0;
    }
    uint32_t used = pop(&ready[device]);
    if (used) {
        if (driver.cuEventRecord(flights[used].event, (void *)(uintptr_t)stream) == CU_SUCCESS) {
            return used;
        }
        /* Of a context that has ended. */
        release(used, false);
    }
    uint32_t made = take_blank();
    if (!made) {
        return 0;
    }
    flights[made].device = device;
    flights[made].stream = stream;
    if (!record_new(&flights[made])) {
        release(made, false);
        return 0;
    }
    return made;
}

void operations_unknown(uint32_t list) {
    while (list) {
        uint32_t next = operation_at(list)->next;
        ring_unknown(operation_at(list)->position);
        operation_free(list);
        list = next;
    }
}

/* Records an event behind calls of one communicator and stream. */
static void issue(uint32_t list) {
    struct unfinished *one = operation_at(list);
    uint32_t number = 0;
    bool capturing = one->next && stream_capturing((const void *)(uintptr_t)one->stream);
    if (open_driver() && !nccl_communicator(one->communicator)->aborted && !capturing) {
        number = record(one->communicator, one->stream);
    }
    if (!number) {
        operations_unknown(list);
        return;
    }
    struct flight *flight = &flights[number];
    flight->stream = one->stream;
    flight->communicator = one->communicator;
    flight->operations = list;
    __atomic_add_fetch(&in_flight, 1, __ATOMIC_RELAXED);
    uint32_t found = __atomic_load_n(&issued, __ATOMIC_RELAXED);
    do {
        __atomic_store_n(&flight->next, found, __ATOMIC_RELAXED);
    } while (!__atomic_compare_exchange_n(&issued, &found, number, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED));
}

void operations_issued(uint32_t list) {
    while (list) {
        struct unfinished *one = operation_at(list);
        uint32_t together = list;
        uint32_t others = 0;
        uint32_t next = one->next;
        one->next = 0;
        if (one->position == NO_POSITION) {
            if (!nccl_created(one->communicator, NULL)) {
                creation_waits(one->communicator);
            }
            operation_free(list);
            list = next;
            continue;
        }
        while (next) {
            struct unfinished *other = operation_at(next);
            uint32_t after = other->next;
            bool same = other->position != NO_POSITION && other->communicator == one->communicator && other->stream == one->stream;
            uint32_t *to = same ? &together : &others;
            other->next = *to;
            *to = next;
            next = after;
        }
        issue(together);
        list = operations_reversed(others);
    }
}

void operations_failed(uint32_t list, const char *text) {
    while (list) {
        struct unfinished *operation = operation_at(list);
        uint32_t next = operation->next;
        if (operation->position == NO_POSITION) {
            (void)nccl_created(operation->communicator, text);
        } else {
            ring_failed(operation->position, now_nanos(), heap_text(text));
        }
        operation_free(list);
        list = next;
    }
}

/* Appends what was issued since. The caller holds the lock. */
static void collect(void) {
    uint32_t list = __atomic_exchange_n(&issued, 0, __ATOMIC_ACQUIRE);
    uint32_t ordered = 0;
    uint32_t newest = list;
    while (list) {
        uint32_t next = flights[list].next;
        flights[list].next = ordered;
        ordered = list;
        list = next;
    }
    if (!ordered) {
        return;
    }
    if (last) {
        flights[last].next = ordered;
    } else {
        first = ordered;
    }
    last = newest;
}

/* Takes a flight that follows another one, 0 for none, out of those under way. */
static void unlink_flight(uint32_t number, uint32_t before) {
    uint32_t next = flights[number].next;
    if (before) {
        flights[before].next = next;
    } else {
        first = next;
    }
    if (last == number) {
        last = before;
    }
}

static void landed(uint32_t number, uint32_t before) {
    unlink_flight(number, before);
    /* Last, because the end of the process waits only as long as a call is in flight. */
    __atomic_sub_fetch(&in_flight, 1, __ATOMIC_RELEASE);
}

/* Ends the calls of a flight: completed without an error. */
static void end_calls(uint32_t list, uint64_t now, const char *failure) {
    uint32_t text = heap_text(failure);
    while (list) {
        uint32_t next = operation_at(list)->next;
        if (failure) {
            ring_failed(operation_at(list)->position, now, text);
        } else {
            ring_completed(operation_at(list)->position, now);
        }
        operation_free(list);
        list = next;
    }
}

/* Forgets operations that stay pending. */
static void drop(uint32_t list) {
    while (list) {
        uint32_t next = operation_at(list)->next;
        operation_free(list);
        list = next;
    }
}

static bool among(const uint64_t *streams, uint32_t count, uint64_t stream) {
    for (uint32_t i = 0; i < count; i++) {
        if (streams[i] == stream) {
            return true;
        }
    }
    return false;
}

/* The calls of a device that are in flight. The caller holds the lock. */
static void find_left(int32_t device, struct calls_left *left) {
    *left = (struct calls_left){.last = completed[device] - 1};
    for (int pass = 0; pass < 2; pass++) {
        uint32_t index = 0;
        for (uint32_t number = first; number; number = flights[number].next) {
            for (uint32_t list = flights[number].device == device ? flights[number].operations : 0; list; list = operation_at(list)->next) {
                if (pass == 0) {
                    left->count++;
                } else if (index++ + MAX_CALLS_LEFT >= left->count) {
                    left->positions[left->kept++] = operation_at(list)->position;
                }
            }
        }
    }
}

void completions_left(int32_t device, struct calls_left *left) {
    *left = (struct calls_left){.last = NO_POSITION};
    if (lock_soon()) {
        collect();
        find_left(device, left);
        unlock();
    }
}

static void note_error(const struct flight *flight, int result) {
    struct calls_left left;
    find_left(flight->device, &left);
    device_error_found(flight->device, result, flight->stream, &left);
}

/* Asks for the oldest event of each stream, and for the next ones of those that are done. */
static void poll(void) {
    uint64_t running[MAX_STREAMS];
    uint32_t count = 0;
    uint32_t before = 0;
    collect();
    for (uint32_t number = first; number && count < MAX_STREAMS;) {
        struct flight *flight = &flights[number];
        const struct nccl_communicator *communicator = nccl_communicator(flight->communicator);
        uint32_t next = flight->next;
        uint32_t operations = flight->operations;
        bool aborted = __atomic_load_n(&communicator->aborted, __ATOMIC_ACQUIRE);
        bool asked = !aborted && !among(running, count, flight->stream);
        int result = asked ? driver.cuEventQuery(flight->event) : CU_NOT_READY;
        /* During the question; nothing that was learnt of an aborted communicator counts. */
        aborted |= __atomic_load_n(&communicator->aborted, __ATOMIC_ACQUIRE);
        if (!aborted && result == CU_NOT_READY) {
            if (asked) {
                running[count++] = flight->stream;
            }
            before = number;
            number = next;
            continue;
        }
        if (!aborted && result != CU_SUCCESS) {
            note_error(flight, result);
        }
        unlink_flight(number, before);
        if (aborted) {
            drop(operations);
        } else if (result == CU_SUCCESS) {
            completed[flight->device] = operation_at(operations)->position + 1;
            end_calls(operations, now_nanos(), NULL);
        } else if (result == CU_DEINITIALIZED || result == CU_INVALID_CONTEXT || result == CU_INVALID_HANDLE || result == CU_DESTROYED) {
            operations_unknown(operations);
        } else {
            char text[96];
            snprintf(text, sizeof text, "%s (%d)", driver_error_name(result), result);
            end_calls(operations, now_nanos(), text);
        }
        release(number, !aborted && result == CU_SUCCESS);
        __atomic_sub_fetch(&in_flight, 1, __ATOMIC_RELEASE);
        number = next;
    }
}

void completions_poll(void) {
    if (__atomic_load_n(&in_flight, __ATOMIC_ACQUIRE) && try_lock()) {
        poll();
        unlock();
    }
}

bool completions_in_flight(void) { return __atomic_load_n(&in_flight, __ATOMIC_ACQUIRE) != 0; }

/* The lock is kept for good. */
void completions_stop(void) { (void)lock_soon(); }

/* Takes the calls of a communicator out of those in flight; they fail, or stay pending if there is no text. Their events are left. */
static void remove_calls(uint32_t communicator, const char *text) {
    if (!lock_soon()) {
        return;
    }
    collect();
    uint32_t before = 0;
    for (uint32_t number = first; number;) {
        struct flight *flight = &flights[number];
        uint32_t next = flight->next;
        if (flight->communicator != communicator) {
            before = number;
        } else {
            uint32_t operations = flight->operations;
            landed(number, before);
            release(number, false);
            if (text) {
                end_calls(operations, now_nanos(), text);
            } else {
                drop(operations);
            }
        }
        number = next;
    }
    unlock();
}

void completions_failed(uint32_t communicator, const char *text) { remove_calls(communicator, text); }

void completions_aborted(uint32_t communicator) {
    __atomic_store_n(&nccl_communicator(communicator)->aborted, true, __ATOMIC_RELEASE);
    remove_calls(communicator, NULL);
}
