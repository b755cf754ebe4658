/*
 * Carries pending calls whose slots are needed into their communicators' entries, where updates find them. Each lane has one
 * place, which keeps the oldest such call. The copy is published before the slot is taken, so the call is in the file at any
 * instant; readers and updates look into the slot first.
 */
#include "memory.h"
#include "trace.h"

enum reserved { NOWHERE, RESERVED, IN_USE };

static uint64_t carried_identity(uint64_t position) { return position << STATE_BITS; }

static void release(uint8_t *slot) {
    uint64_t found;
    do {
        found = load64(slot);
    } while (!swap64(slot, found, found & ~(uint64_t)CARRYING));
}

/* Counts a pending call that is no longer anywhere; for its lane it has ended. */
static void lost(uint8_t *lane, uint64_t position) {
    trace_count_loss(LOSS_PENDING_OVERWRITTEN, 1);
    oldest_ended(lane, position);
}

/* Locks a place for the call at a position, unless there is none or an older call keeps it. */
static enum reserved reserve(uint8_t *place, uint8_t *slot, uint64_t position) {
    if (!place) {
        return NOWHERE;
    }
    uint64_t held = load64(place);
    if (!call_pending(load64(slot))) {
        /* Read after the place, so that a later call that is carried there makes the compare-and-set below fail. */
        return NOWHERE;
    }
    if (held & BUSY) {
        return IN_USE;
    }
    if (call_pending(held)) {
        uint64_t other = held >> STATE_BITS;
        if (ring_holds(other)) {
            /* Another thread is taking that call's slot, and may still give up. */
            return IN_USE;
        }
        if (other < position) {
            return NOWHERE;
        }
    }
    if (!swap64(place, held, carried_identity(position) | LOCKED)) {
        return IN_USE;
    }
    if (call_pending(held)) {
        lost(communicator_lane_of(slot), held >> STATE_BITS);
    }
    return RESERVED;
}

static void copy(uint8_t *slot, uint64_t control, uint8_t *place, uint64_t position) {
    store64(place, carried_identity(position) | LOCKED);
    store_fence();
    for (int word = 8; word < SLOT_LENGTH; word += 8) {
        put64(place + word, get64(slot + word));
    }
    store64(place, carried_identity(position) | (control & (PUBLISHED | STARTED)));
}

bool carried_take(uint8_t *slot, uint64_t position, uint64_t claimed, bool anyway) {
    uint8_t *place = communicator_carried_of(slot);
    uint8_t *lane = communicator_lane_of(slot);
    enum reserved reserved = reserve(place, slot, position);
    if (reserved == IN_USE && anyway) {
        /* A thread that the system suspended in here must not keep a ring full of pending calls from taking new ones. */
        reserved = NOWHERE;
    }
    if (reserved == IN_USE) {
        release(slot);
        return false;
    }
    for (;;) {
        uint64_t now = load64(slot);
        bool pending = call_pending(now);
        bool updating = now & (STARTING | ENDING);
        if (reserved == RESERVED) {
            if (pending && !updating) {
                copy(slot, now, place, position);
            } else {
                /* Once only: from here on the place is free for another thread's call. */
                store64(place, 0);
                reserved = NOWHERE;
            }
        }
        if (updating) {
            release(slot);
            return false;
        }
        if (swap64(slot, now, claimed)) {
            if (pending && reserved == NOWHERE) {
                lost(lane, position);
            }
            return true;
        }
    }
}

uint8_t *carried_find(uint64_t position) {
    uint32_t used = communicators_used();
    for (uint32_t number = 1; number <= used; number++) {
        for (int lane = 0; lane < LANES; lane++) {
            uint8_t *place = communicator_entry(number) + E_CARRIED + lane * SLOT_LENGTH;
            uint64_t held = load64(place);
            if (held >> STATE_BITS == position && (held & PUBLISHED)) {
                return place;
            }
        }
    }
    return NULL;
}
