/* NCCL's groups. A group inside another one belongs to it and is not recorded. The outermost end issues the operations. */
#include "../function.h"
#include "../memory.h"
#include "placement.h"
#include "record.h"

static uint32_t numbers;

static __thread struct {
    uint32_t epoch;
    uint32_t depth;
    uint32_t number;
    uint32_t calls;
    uint32_t operations;
} own;

void groups_start(void) { numbers = 0; }

/* A forked process is in no group. */
static void check_epoch(void) {
    if (own.epoch != epoch()) {
        own.depth = 0;
        own.number = 0;
        own.operations = 0;
        own.epoch = epoch();
    }
}

bool in_group(void) {
    check_epoch();
    return own.depth > 0;
}

uint32_t group_of_call(void) {
    if (!in_group()) {
        return 0;
    }
    own.calls++;
    return own.number;
}

void group_add(uint64_t position, uint32_t communicator, const void *stream) {
    operation_put(&own.operations, position, communicator, stream);
}

static void write_event(uint32_t tag, struct rollcall_function *function, uint32_t stack, const char *failure) {
    uint32_t thread = thread_name();
    uint32_t name = function_id(function);
    uint32_t text = heap_text(failure);
    uint64_t position = ring_claim(tag);
    if (position == NO_POSITION) {
        return;
    }
    uint8_t *slot = ring_slot(position);
    put64(slot + G_TIME, now_nanos());
    put32(slot + G_GROUP, own.number);
    put32(slot + G_CALLS, tag == TAG_GROUP_END ? own.calls : 0);
    put32(slot + G_STACK, stack);
    put32(slot + G_THREAD, thread);
    put32(slot + G_FUNCTION, name);
    put32(slot + G_TEXT, text);
    ring_publish(position);
}

ncclResult_t ncclGroupStart(void) {
    FUNCTION("ncclGroupStart");
    const struct nccl_library *library = nccl_library_of(SITE);
    if (!enter_recorded()) {
        return library->GroupStart ? library->GroupStart() : NCCL_INVALID_USAGE;
    }
    if (!in_group()) {
        own.number = __atomic_add_fetch(&numbers, 1, __ATOMIC_RELAXED);
        own.calls = 0;
        own.operations = 0;
        write_event(TAG_GROUP_START, &function, stack_from(SITE), NULL);
    }
    own.depth++;
    ncclResult_t result = library->GroupStart ? library->GroupStart() : NCCL_INVALID_USAGE;
    inside_recorded = false;
    return result;
}

/* What a nonblocking communicator may not have issued yet waits for the application to ask. */
static void wait_for_question(uint32_t list) {
    while (list) {
        struct unfinished *operation = operation_at(list);
        uint32_t next = operation->next;
        if (operation->position == NO_POSITION) {
            creation_waits(operation->communicator);
        } else {
            operation_put(&nccl_communicator(operation->communicator)->waiting, operation->position, operation->communicator,
                    (const void *)(uintptr_t)operation->stream);
        }
        operation_free(list);
        list = next;
    }
}

/* Records that a group has ended. Its calls were issued unless that was simulated. */
static void ended(struct rollcall_function *function, uint32_t stack, ncclResult_t result, bool simulated) {
    if (!in_group() || --own.depth > 0) {
        return;
    }
    char text[64];
    bool failed = result != NCCL_SUCCESS && result != NCCL_IN_PROGRESS;
    nccl_text(result, text);
    write_event(TAG_GROUP_END, function, stack, failed ? text : NULL);
    uint32_t list = operations_reversed(own.operations);
    own.operations = 0;
    own.number = 0;
    placement_judge(!simulated && result == NCCL_SUCCESS);
    if (simulated) {
        operations_unknown(list);
    } else if (failed) {
        operations_failed(list, text);
    } else if (result == NCCL_IN_PROGRESS) {
        wait_for_question(list);
    } else {
        operations_issued(list);
    }
}

/* The stack of an outermost end, in which the ranks may wait for each other; 0 for another one. */
static uint32_t ending(const void *site) {
    if (!in_group() || own.depth > 1) {
        return 0;
    }
    uint32_t stack = stack_from(site);
    thread_in_call(stack);
    return stack;
}

ncclResult_t ncclGroupEnd(void) {
    FUNCTION("ncclGroupEnd");
    const struct nccl_library *library = nccl_library_of(SITE);
    bool records = enter_recorded();
    uint32_t stack = records ? ending(SITE) : 0;
    ncclResult_t result = library->GroupEnd ? library->GroupEnd() : NCCL_INVALID_USAGE;
    if (records) {
        rollcall_returned();
        ended(&function, stack, result, false);
        inside_recorded = false;
    }
    return result;
}

ncclResult_t ncclGroupSimulateEnd(void *information) {
    FUNCTION("ncclGroupSimulateEnd");
    const struct nccl_library *library = nccl_library_of(SITE);
    bool records = enter_recorded();
    uint32_t stack = records ? ending(SITE) : 0;
    ncclResult_t result = NEXT(library, GroupSimulateEnd, information);
    if (records) {
        rollcall_returned();
        ended(&function, stack, result, true);
        inside_recorded = false;
    }
    return result;
}
