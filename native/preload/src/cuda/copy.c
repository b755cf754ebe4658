#include "copy.h"

#include "../function.h"
#include "../memory.h"
#include "../process.h"

/* Records the third dimension of the copy at a position; returns its own position. */
static uint64_t write_volume(const struct copy *copy, uint64_t of) {
    uint64_t position = copies_claim(TAG_CONTINUATION);
    if (position == NO_POSITION) {
        return position;
    }
    uint8_t *slot = copies_slot(position);
    put64(slot + V_CONTINUES, of);
    put64(slot + V_DEPTH, copy->planes);
    put64(slot + V_SOURCE_HEIGHT, copy->source.height);
    put64(slot + V_DESTINATION_HEIGHT, copy->destination.height);
    put64(slot + V_SOURCE_ORIGIN, copy->source.x);
    put64(slot + V_SOURCE_ORIGIN + 8, copy->source.y);
    put64(slot + V_SOURCE_ORIGIN + 16, copy->source.z);
    put64(slot + V_DESTINATION_ORIGIN, copy->destination.x);
    put64(slot + V_DESTINATION_ORIGIN + 8, copy->destination.y);
    put64(slot + V_DESTINATION_ORIGIN + 16, copy->destination.z);
    copies_publish(position);
    return position;
}

static uint64_t write_copy(const struct copy *copy, uint32_t text) {
    uint32_t function = function_id(copy->function);
    uint64_t now = now_nanos();
    uint64_t position = copies_claim(TAG_COPY);
    if (position == NO_POSITION) {
        return position;
    }
    bool volume = copy_has_volume(copy);
    bool box = copy->rows > 1 || volume;
    uint8_t *slot = copies_slot(position);
    put64(slot + Y_ENQUEUED, now);
    put64(slot + Y_BYTES, copy->bytes);
    put32(slot + Y_ROWS, (uint32_t)copy->rows);
    put32(slot + Y_TEXT, text);
    put64(slot + Y_SOURCE_POINTER, volume ? copy->source.address : copy_first(&copy->source));
    put64(slot + Y_DESTINATION_POINTER, volume ? copy->destination.address : copy_first(&copy->destination));
    put64(slot + Y_SOURCE_PITCH, box ? copy->source.pitch : 0);
    put64(slot + Y_DESTINATION_PITCH, box ? copy->destination.pitch : 0);
    put64(slot + Y_STREAM, copy->stream);
    put32(slot + Y_DEVICES, (uint16_t)copy->source.device | (uint32_t)(uint16_t)copy->destination.device << 16);
    put32(slot + Y_KIND, copy->kind | (uint32_t)copy->path << 8);
    put32(slot + Y_STACK, copy->stack);
    put32(slot + Y_THREAD, copy->thread);
    put32(slot + Y_FUNCTION, function);
    if (volume) {
        uint64_t continuation = write_volume(copy, position);
        put32(slot + Y_CONTINUED_AFTER, continuation == NO_POSITION ? 0 : (uint32_t)(continuation - position));
    }
    copies_publish(position);
    return position;
}

uint64_t copy_record(struct copy *copy, const char *text) {
    copy->stack = stack_from(copy->site);
    copy->thread = thread_name();
    return write_copy(copy, heap_text(text));
}

uint64_t copy_record_again(const struct copy *copy) { return write_copy(copy, 0); }
