/*
 * The rings of calls and other events, and of copies: claim, publish, update. docs/trace-format.md, "Writing", has the protocol.
 * Lock-free: each change of a published slot is a compare-and-set on its control word, which fails when the slot was reused.
 */
#include "memory.h"
#include "trace.h"

static const uint64_t STATE_MASK = (1u << STATE_BITS) - 1;

static uint64_t identity(uint64_t control) { return control & ~STATE_MASK; }

static uint64_t identity_at(uint32_t tag, uint64_t position) {
    uint64_t generation = position >> trace.slot_shift & ((1ull << GENERATION_BITS) - 1);
    return (uint64_t)tag << TAG_SHIFT | generation << STATE_BITS;
}

static uint64_t generation(uint64_t control) { return control >> STATE_BITS & ((1ull << GENERATION_BITS) - 1); }

static uint64_t carried_identity(uint64_t position) { return position << STATE_BITS; }

bool call_pending(uint64_t control) { return (control & (PUBLISHED | ENDED)) == PUBLISHED; }

static uint8_t *slot_in(uint8_t *ring, uint64_t position) { return ring + (position & (trace.slots - 1)) * SLOT_LENGTH; }

uint8_t *ring_slot(uint64_t position) { return slot_in(trace.calls, position); }

uint8_t *copies_slot(uint64_t position) { return slot_in(trace.copies, position); }

bool ring_holds(uint64_t position) { return identity(load64(ring_slot(position))) == identity_at(TAG_CALL, position); }

/* Takes a slot for the control word `claimed`; false where it must be passed over. */
static bool take(uint8_t *slot, uint64_t claimed, bool anyway) {
    for (;;) {
        uint64_t found = load64(slot);
        if ((found & BUSY) || (found && generation(found) >= generation(claimed))) {
            return false;
        }
        bool carry = found >> TAG_SHIFT == TAG_CALL && call_pending(found);
        if (swap64(slot, found, carry ? found | CARRYING : claimed)) {
            uint64_t index = (uint64_t)(slot - trace.calls) / SLOT_LENGTH;
            return !carry || carried_take(slot, generation(found) << trace.slot_shift | index, claimed, anyway);
        }
    }
}

static uint64_t claim(uint8_t *ring, uint8_t *next, uint32_t tag, enum loss skipped, enum loss dropped) {
    for (uint32_t attempt = 0; attempt < 2 * trace.slots; attempt++) {
        uint64_t position = add64(next, 1);
        uint8_t *slot = slot_in(ring, position);
        if (take(slot, identity_at(tag, position) | LOCKED, attempt >= trace.slots)) {
            /* A reader that sees any store below must also see that the slot was reused. */
            store_fence();
            for (int word = 8; word < SLOT_LENGTH; word += 8) {
                put64(slot + word, 0);
            }
            return position;
        }
        trace_count_loss(skipped, 1);
    }
    trace_count_loss(dropped, 1);
    return NO_POSITION;
}

uint64_t ring_claim(uint32_t tag) {
    return claim(trace.calls, trace.memory + H_CALLS_NEXT, tag, LOSS_CALLS_SKIPPED, LOSS_CALLS_DROPPED);
}

uint64_t copies_claim(uint32_t tag) {
    return claim(trace.copies, trace.memory + H_COPIES_NEXT, tag, LOSS_COPIES_SKIPPED, LOSS_COPIES_DROPPED);
}

void ring_publish(uint64_t position) {
    if (position == NO_POSITION) {
        return;
    }
    uint8_t *slot = ring_slot(position);
    uint64_t published = identity(acquire64(slot)) | PUBLISHED;
    /* Sequentially consistent: the lane is read next, and must not be read before this is visible. */
    store64(slot, published);
    if (published >> TAG_SHIFT == TAG_CALL) {
        oldest_published(position, slot, published);
    }
}

/* Clears and sets bits; false where the slot was reused, is not published or has a refused bit. */
static bool change(uint8_t *at, uint64_t of, uint64_t cleared, uint64_t added, uint64_t refused) {
    for (;;) {
        uint64_t found = load64(at);
        if (identity(found) != of || !(found & PUBLISHED) || (found & refused)) {
            return false;
        }
        if (swap64(at, found, (found & ~cleared) | added)) {
            return true;
        }
    }
}

/* Replaces a lock bit that the caller holds by the bit of the result. */
static void unlock(uint8_t *at, uint64_t held, uint64_t result) {
    uint64_t found;
    do {
        found = load64(at);
    } while (!swap64(at, found, (found & ~held) | result));
}

/* The carried copy of a call that left its slot; NULL where it is in its slot or was overwritten. */
static uint8_t *carried_copy(uint64_t position) {
    if (ring_holds(position)) {
        return NULL;
    }
    uint8_t *copy = carried_find(position);
    if (!copy) {
        trace_count_loss(LOSS_UPDATES_DROPPED, 1);
    }
    return copy;
}

/* Changes the state of a call in its slot or its carried copy; returns which, or NULL. */
static uint8_t *change_call(uint64_t position, uint64_t cleared, uint64_t added, uint64_t refused, uint8_t **lane) {
    if (position == NO_POSITION) {
        return NULL;
    }
    uint8_t *slot = ring_slot(position);
    /* Read first: without a lock bit, the slot may be reused as soon as the state has changed. */
    *lane = communicator_lane_of(slot);
    if (change(slot, identity_at(TAG_CALL, position), cleared, added, refused)) {
        return slot;
    }
    uint8_t *copy = carried_copy(position);
    if (!copy) {
        return NULL;
    }
    *lane = communicator_lane_of(copy);
    return change(copy, carried_identity(position), cleared, added, refused) ? copy : NULL;
}

void ring_started(uint64_t position, uint64_t nanos) {
    uint8_t *lane;
    uint8_t *at = change_call(position, 0, STARTING, STARTING | STARTED, &lane);
    if (at) {
        put64(at + C_STARTED, nanos);
        lane = communicator_lane_of(at);
        uint64_t sequence = get64(at + C_SEQUENCE);
        unlock(at, STARTING, STARTED);
        if (lane) {
            max64(lane + L_LAST_STARTED, sequence);
        }
    }
}

static void ended(uint64_t position, uint64_t nanos, uint32_t text, uint64_t outcome) {
    uint8_t *lane;
    uint8_t *at = change_call(position, 0, ENDING, ENDING | COMPLETED | FAILED, &lane);
    if (at) {
        put64(at + C_ENDED, nanos);
        put32(at + C_TEXT, text);
        lane = communicator_lane_of(at);
        uint64_t sequence = get64(at + C_SEQUENCE);
        unlock(at, ENDING, outcome);
        if (lane && outcome == COMPLETED) {
            max64(lane + L_LAST_COMPLETED, sequence);
        }
        oldest_ended(lane, position);
    }
}

void ring_completed(uint64_t position, uint64_t nanos) { ended(position, nanos, 0, COMPLETED); }

void ring_failed(uint64_t position, uint64_t nanos, uint32_t text) { ended(position, nanos, text, FAILED); }

void ring_unknown(uint64_t position) {
    uint8_t *lane;
    if (change_call(position, 0, UNKNOWN, ENDING | ENDED, &lane)) {
        oldest_ended(lane, position);
    }
}

void ring_pending_again(uint64_t position) {
    uint8_t *lane;
    uint8_t *at = change_call(position, UNKNOWN, 0, ENDING | COMPLETED | FAILED, &lane);
    if (at) {
        uint64_t control = load64(at);
        if (at == ring_slot(position) && identity(control) == identity_at(TAG_CALL, position)) {
            oldest_published(position, at, control);
        }
    }
}

void copies_publish(uint64_t position) {
    if (position != NO_POSITION) {
        uint8_t *slot = copies_slot(position);
        store64(slot, identity(acquire64(slot)) | PUBLISHED);
    }
}

/* The slot of a copy whose end the caller may write; NULL if it was overwritten or has ended. */
static uint8_t *ending_copy(uint64_t position) {
    if (position == NO_POSITION) {
        return NULL;
    }
    uint8_t *slot = copies_slot(position);
    uint64_t of = identity_at(TAG_COPY, position);
    if (change(slot, of, 0, ENDING, ENDING | ENDED)) {
        return slot;
    }
    if (identity(load64(slot)) != of) {
        trace_count_loss(LOSS_UPDATES_DROPPED, 1);
    }
    return NULL;
}

void copies_completed(uint64_t position, uint64_t nanos, const struct copy_check *check) {
    uint8_t *slot = ending_copy(position);
    if (slot) {
        put64(slot + Y_ENDED, nanos);
        put64(slot + Y_SOURCE_SUM, check->source_sum);
        put64(slot + Y_DESTINATION_SUM, check->destination_sum);
        uint32_t kind_and_path = get32(slot + Y_KIND) & 0xFFFF;
        put32(slot + Y_KIND, kind_and_path | (uint32_t)check->verdict << 16 | (uint32_t)check->block_shift << 24);
        put32(slot + Y_FIRST_BAD_BLOCK, check->first_bad_block);
        put32(slot + Y_BAD_BLOCKS, check->bad_blocks);
        unlock(slot, ENDING, COMPLETED);
    }
}

void copies_failed(uint64_t position, uint64_t nanos, uint32_t text) {
    uint8_t *slot = ending_copy(position);
    if (slot) {
        put64(slot + Y_ENDED, nanos);
        put32(slot + Y_TEXT, text);
        unlock(slot, ENDING, FAILED);
    }
}
