/*
 * Keeps the position of each lane's oldest pending call in the communicator table. It is a hint, which readers check: it lags
 * while a call is being published or ended, and ignores the few slots that a turn of the ring passed over.
 */
#include "memory.h"
#include "trace.h"

static const uint64_t NONE = UINT64_MAX;

static uint64_t slot_identity(uint64_t position) {
    return (uint64_t)TAG_CALL << TAG_SHIFT | (position >> trace.slot_shift & ((1ull << GENERATION_BITS) - 1)) << STATE_BITS;
}

static uint64_t identity(uint64_t control) { return control >> STATE_BITS << STATE_BITS; }

/* The position of the first pending call of a lane in the ring at or after `from`. */
static uint64_t first_pending(const uint8_t *lane, uint64_t from) {
    uint64_t head = load64(trace.memory + H_CALLS_NEXT);
    uint64_t oldest = head > trace.slots ? head - trace.slots : 0;
    for (uint64_t position = from > oldest ? from : oldest; position < head; position++) {
        uint8_t *slot = ring_slot(position);
        uint64_t found = load64(slot);
        if (identity(found) == slot_identity(position) && call_pending(found)) {
            uint8_t *candidate = communicator_lane_of(slot);
            load_fence();
            if (candidate == lane && identity(acquire64(slot)) == slot_identity(position)) {
                return position;
            }
        }
    }
    return NONE;
}

/* Sets the oldest pending call unless an older one is set; returns whether it did. */
static bool lower(uint8_t *oldest, uint64_t position) {
    for (;;) {
        uint64_t found = load64(oldest);
        if (found != 0 && found <= position + 1) {
            return false;
        }
        if (swap64(oldest, found, position + 1)) {
            return true;
        }
    }
}

/*
 * Replaces `position` as the oldest pending call by the first pending one at or after `from`. Threads that publish and end calls
 * meanwhile see the old value and leave the work to this one, so it searches until it finds what it has set.
 */
static void settle(uint8_t *lane, uint64_t position, uint64_t from) {
    uint8_t *oldest = lane + L_OLDEST_PENDING;
    uint64_t expected = position + 1;
    uint64_t first = first_pending(lane, from);
    while (swap64(oldest, expected, first + 1) || (first != NONE && lower(oldest, first))) {
        uint64_t again = first_pending(lane, from);
        if (again == first) {
            return;
        }
        expected = first + 1;
        first = again;
    }
}

void oldest_published(uint64_t position, uint8_t *slot, uint64_t control) {
    uint8_t *lane = communicator_lane_of(slot);
    load_fence();
    if (!lane || identity(acquire64(slot)) != identity(control) || !lower(lane + L_OLDEST_PENDING, position)) {
        return;
    }
    if (load64(slot) != control) {
        /* The call may have ended before it became the oldest; no other thread would replace it then. */
        settle(lane, position, position);
    }
}

void oldest_ended(uint8_t *lane, uint64_t position) {
    if (lane && load64(lane + L_OLDEST_PENDING) == position + 1) {
        settle(lane, position, position + 1);
    }
}
