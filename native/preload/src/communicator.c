/* The communicator table: an entry for each communicator that this process joins, and the events of its phases. */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>

#include "function.h"
#include "memory.h"
#include "process.h"
#include "rollcall.h"
#include "trace.h"

enum { MAX_COMMUNICATORS = 1 << 16 };

/* By the number of the entry: how many communicators were created from it. */
static uint32_t splits[MAX_COMMUNICATORS + 1];

uint8_t *communicator_entry(uint32_t number) { return trace.communicators + (uint64_t)(number - 1) * ENTRY_LENGTH; }

uint32_t communicators_used(void) {
    uint32_t used = acquire32(trace.memory + H_COMMUNICATORS_USED);
    return used < trace.communicator_count ? used : trace.communicator_count;
}

uint8_t *communicator_lane_of(const uint8_t *slot) {
    uint32_t number = get32(slot + C_COMMUNICATOR);
    if (number == 0 || number > trace.communicator_count) {
        return NULL;
    }
    bool message = get32(slot + C_FLAGS) & CALL_IS_MESSAGE;
    return communicator_entry(number) + E_LANES + (message ? LANE_MESSAGES : LANE_COLLECTIVES) * LANE_LENGTH;
}

uint8_t *communicator_carried_of(const uint8_t *slot) {
    uint32_t number = get32(slot + C_COMMUNICATOR);
    if (number == 0 || number > trace.communicator_count) {
        return NULL;
    }
    bool message = get32(slot + C_FLAGS) & CALL_IS_MESSAGE;
    return communicator_entry(number) + E_CARRIED + (message ? LANE_MESSAGES : LANE_COLLECTIVES) * SLOT_LENGTH;
}

static uint32_t take_entry(void) {
    for (;;) {
        uint32_t used = acquire32(trace.memory + H_COMMUNICATORS_USED);
        if (used >= trace.communicator_count) {
            trace_count_loss(LOSS_COMMUNICATORS, 1);
            return ROLLCALL_NO_COMMUNICATOR;
        }
        if (swap32(trace.memory + H_COMMUNICATORS_USED, used, used + 1)) {
            splits[used + 1] = 0;
            return used + 1;
        }
    }
}

/* Writes what is known of a communicator into its entry. */
static void describe(uint8_t *entry, const struct rollcall_creation *creation) {
    release32(entry + E_IDENTITY, heap_string(creation->identity));
    release32(entry + E_NAME, heap_string(creation->name));
    release32(entry + E_SIZE, (uint32_t)creation->size);
    release32(entry + E_RANK, (uint32_t)creation->rank);
    release32(entry + E_GLOBAL_RANK, (uint32_t)creation->global_rank);
    release64(entry + E_HANDLE, creation->handle);
    if (creation->members) {
        release32(entry + E_MEMBERS, heap_list(creation->members, creation->member_count));
    }
    release32(entry + E_PARENT, creation->parent);
    release32(entry + E_SPLIT_ORDINAL, creation->split_ordinal);
    release32(entry + E_SPLIT_COLOUR, (uint32_t)creation->split_colour);
}

static void write_event(uint32_t number, enum phase phase, uint64_t time, uint32_t stack, uint32_t function, uint32_t text) {
    const uint8_t *entry = communicator_entry(number);
    uint32_t thread = thread_name();
    uint64_t position = ring_claim(TAG_COMMUNICATOR);
    if (position == NO_POSITION) {
        return;
    }
    uint8_t *slot = ring_slot(position);
    put64(slot + M_TIME, time);
    put32(slot + M_COMMUNICATOR, number);
    put32(slot + M_PARENT, get32(entry + E_PARENT));
    put32(slot + M_PHASE, phase);
    put32(slot + M_SIZE, get32(entry + E_SIZE));
    put32(slot + M_RANK, get32(entry + E_RANK));
    put32(slot + M_SPLIT_COLOUR, get32(entry + E_SPLIT_COLOUR));
    put32(slot + M_SPLIT_ORDINAL, get32(entry + E_SPLIT_ORDINAL));
    put32(slot + M_IDENTITY, get32(entry + E_IDENTITY));
    put32(slot + M_NAME, get32(entry + E_NAME));
    put32(slot + M_STACK, stack);
    put32(slot + M_THREAD, thread);
    put32(slot + M_FUNCTION, function);
    put32(slot + M_TEXT, text);
    ring_publish(position);
}

uint32_t rollcall_joining(const struct rollcall_creation *creation) {
    if (!recording()) {
        return ROLLCALL_NO_COMMUNICATOR;
    }
    int error = errno;
    uint32_t number = take_entry();
    if (number) {
        uint8_t *entry = communicator_entry(number);
        uint64_t began = creation->began ? creation->began : now_nanos();
        uint32_t stack = stack_from(creation->site);
        release32(entry + E_DEVICE, (uint32_t)-1);
        describe(entry, creation);
        release32(entry + E_LIBRARY, heap_string(creation->library));
        release32(entry + E_CREATION_STACK, stack);
        release32(entry + E_CREATION_THREAD, thread_name());
        release64(entry + E_CREATION_TIME, began);
        release32(entry + E_PHASE, PHASE_JOINING);
        write_event(number, PHASE_JOINING, began, stack, function_id(creation->function), 0);
    }
    errno = error;
    return number;
}

void creation_ended(uint32_t number, struct rollcall_function *function, enum phase phase, const char *text) {
    int error = errno;
    uint8_t *entry = communicator_entry(number);
    uint64_t now = now_nanos();
    uint32_t failure = heap_text(text);
    release32(entry + E_FAILURE, failure);
    release64(entry + E_CREATION_ENDED, now);
    release32(entry + E_PHASE, phase);
    write_event(number, phase, now, 0, function_id(function), failure);
    errno = error;
}

static void created(uint32_t number, const struct rollcall_creation *creation, enum phase phase, const char *text) {
    if (recording() && number) {
        describe(communicator_entry(number), creation);
        creation_ended(number, creation->function, phase, text);
    }
}

void rollcall_joined(uint32_t number, const struct rollcall_creation *creation) {
    created(number, creation, PHASE_JOINED, NULL);
}

void rollcall_not_joined(uint32_t number, const struct rollcall_creation *creation, const char *text) {
    created(number, creation, PHASE_FAILED, text);
}

void rollcall_left(uint32_t number, struct rollcall_function *function, const void *site) {
    if (!recording() || !number) {
        return;
    }
    int error = errno;
    uint64_t now = now_nanos();
    release64(communicator_entry(number) + E_LEFT, now);
    release32(communicator_entry(number) + E_PHASE, PHASE_LEFT);
    write_event(number, PHASE_LEFT, now, stack_from(site), function_id(function), 0);
    errno = error;
}

void rollcall_named(uint32_t number, const char *name) {
    if (recording() && number) {
        release32(communicator_entry(number) + E_NAME, heap_text(name));
    }
}

uint32_t rollcall_next_split(uint32_t number) {
    return number ? __atomic_add_fetch(&splits[number], 1, __ATOMIC_RELAXED) : 0;
}

void rollcall_identity(uint32_t number, char *text, uint32_t room) {
    bool known = recording() && number;
    heap_read(known ? acquire32(communicator_entry(number) + E_IDENTITY) : 0, text, room);
}

void rollcall_world(int32_t rank, int32_t size) {
    if (recording()) {
        trace_set_rank(rank, size);
    }
}
