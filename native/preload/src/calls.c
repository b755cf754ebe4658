/* Records calls from their sequence numbers to their ends. */
#include <errno.h>

#include "function.h"
#include "memory.h"
#include "newest_lists.h"
#include "process.h"
#include "rollcall.h"
#include "trace.h"

uint64_t rollcall_now(void) { return now_nanos(); }

static uint32_t count_flags(const struct rollcall_call *call) {
    return (call->count_in >= 0 ? CALL_HAS_COUNT_IN : 0u) | (call->count_out >= 0 ? CALL_HAS_COUNT_OUT : 0u)
            | (call->has_root_or_peer ? CALL_HAS_ROOT_OR_PEER : 0u) | (call->has_tag ? CALL_HAS_TAG : 0u)
            | (call->has_lists ? CALL_HAS_LIST_HASH : 0u) | (call->blocking ? CALL_BLOCKS : 0u)
            | (call->captured ? CALL_IS_CAPTURED : 0u);
}

uint64_t rollcall_begin(const struct rollcall_call *call) {
    if (!recording() || !call->communicator) {
        return ROLLCALL_NO_CALL;
    }
    int error = errno;
    bool message = call->operation == OP_SEND || call->operation == OP_RECV;
    uint8_t *entry = communicator_entry(call->communicator);
    uint8_t *lane = entry + E_LANES + (message ? LANE_MESSAGES : LANE_COLLECTIVES) * LANE_LENGTH;
    uint32_t function = function_id(call->function);
    uint32_t thread = thread_name();
    uint32_t stack = stack_from(call->site);
    uint64_t hash = call->has_lists ? list_hash(call) : 0;
    uint64_t now = now_nanos();
    /*
     * A call that finds no slot takes its number, too, or later calls would be compared with others' earlier ones. As late as
     * possible: a process that is killed between here and the publication leaves a number without a call.
     */
    uint64_t sequence = add64(lane + L_LAST_ENQUEUED, 1) + 1;
    uint64_t position = ring_claim(TAG_CALL);
    if (position != NO_POSITION) {
        uint8_t *slot = ring_slot(position);
        put64(slot + C_ENQUEUED, now);
        put64(slot + C_SEQUENCE, sequence);
        put64(slot + C_COUNT_IN, call->count_in >= 0 ? (uint64_t)call->count_in : 0);
        put64(slot + C_COUNT_OUT, call->count_out >= 0 ? (uint64_t)call->count_out : 0);
        put64(slot + C_LIST_HASH, hash);
        put64(slot + C_BUFFER, (uintptr_t)call->buffer);
        put64(slot + C_STREAM, (uintptr_t)call->stream);
        put32(slot + C_COMMUNICATOR, call->communicator);
        put32(slot + C_OPERATION, call->operation | (uint32_t)call->type << 16 | (uint32_t)call->reduction << 24);
        put32(slot + C_ROOT_OR_PEER, call->has_root_or_peer ? (uint32_t)call->root_or_peer : 0);
        put32(slot + C_MESSAGE_TAG, call->has_tag ? (uint32_t)call->tag : 0);
        put32(slot + C_STACK, stack);
        put32(slot + C_THREAD, thread);
        put32(slot + C_FUNCTION, function);
        put32(slot + C_GROUP, call->group);
        put32(slot + C_FLAGS, count_flags(call) | (message ? CALL_IS_MESSAGE : 0u));
        if (call->has_lists) {
            newest_lists_keep(call, sequence, hash);
        }
        ring_publish(position);
    }
    if (call->blocking || call->may_block) {
        thread_in_call(stack);
    }
    errno = error;
    return position;
}

void rollcall_completed(uint64_t position) {
    if (recording()) {
        ring_completed(position, now_nanos());
        thread_in_call(0);
    }
}

void rollcall_failed(uint64_t position, const char *text) {
    if (recording()) {
        ring_failed(position, now_nanos(), heap_text(text));
        thread_in_call(0);
    }
}

void rollcall_unknown(uint64_t position) {
    if (recording()) {
        ring_unknown(position);
    }
}

void rollcall_pending(uint64_t position) {
    if (recording()) {
        ring_pending_again(position);
    }
}

void rollcall_returned(void) {
    if (recording()) {
        thread_in_call(0);
    }
}

void rollcall_waiting(const void *site) {
    if (recording()) {
        int error = errno;
        thread_in_call(site ? stack_from(site) : 0);
        errno = error;
    }
}
