/*
 * A walk asks for each return address how its caller is found, and that depends on the address alone: it is a row of the unwind
 * table. So each row is read once and kept as a rule of one word, and a frame costs a look-up and two loads. Nothing about an earlier
 * stack is assumed: sizes that vary, stacks of coroutines and what is left of older calls make no difference.
 *
 * libgcc's unwinder, as glibc's backtrace uses it, walks where a frame has no such rule: it was interrupted by a signal, was compiled
 * at run time, or needs more registers. It reads the table each time, which costs ten times as much.
 *
 * Another module may come to lie where one was unloaded. So a rule holds for one module alone; and there are none for code outside of
 * modules. Modules are found without the loader's lock. Where that is not possible, the unwinder walks.
 */
#define _GNU_SOURCE
#include "native_walk.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <unwind.h>

#include "binding.h"
#include "compatibility.h"
#include "stack_cache.h"
#include "unwind_rule.h"

enum { OWN_FRAMES = 8, PLACES = 1 << 14, WAYS = 4 };

/* Of libgcc; the last one finds functions by the unwind tables, which need no symbols. */
static _Unwind_Reason_Code (*walk_frames)(_Unwind_Trace_Fn visit, void *context);
static _Unwind_Ptr (*address_of)(struct _Unwind_Context *frame);
static void *(*function_around)(void *address);

/* A return address and its rule, packed. Threads may write the same place at once: a rule shows whether it is that of the address. */
struct place {
    uint64_t address;
    uint64_t rule;
};

static struct place *places;

void native_walk_start(void) {
    modules_start();
    void *unwinder = dlopen("libgcc_s.so.1", RTLD_LAZY);
    if (unwinder) {
        *(void **)&address_of = find_symbol(unwinder, "_Unwind_GetIP");
        *(void **)&function_around = find_symbol(unwinder, "_Unwind_FindEnclosingFunction");
        *(void **)&walk_frames = find_symbol(unwinder, "_Unwind_Backtrace");
    }
    if (!places && modules_found() && unwind_rules_known()) {
        void *memory = mmap(NULL, PLACES * sizeof *places, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        places = memory == MAP_FAILED ? NULL : memory;
    }
}

static void begin(struct native_walk *walk) {
    walk->skipped = walk->count = 0;
    walk->modules = HASH_START;
    walk->module = (struct module){0};
}

/* Takes a frame; false at the end. */
static bool visit(struct native_walk *walk, uintptr_t address) {
    /* The call is before the address that it returns to. */
    uintptr_t call = address - 1;
    if (call - walk->module.start >= walk->module.end - walk->module.start && !module_at(call, &walk->module)) {
        walk->module = (struct module){0};
    }
    if (walk->count == 0 && address != (uintptr_t)walk->site) {
        return walk->skipped++ < OWN_FRAMES;
    }
    /* The outermost frame may have no address. */
    if (!address || (walk->count > 0 && walk->beyond && walk->beyond(address))) {
        return false;
    }
    walk->modules = hash_add(walk->modules, walk->module.identity);
    walk->addresses[walk->count++] = (void *)address;
    return walk->count < walk->most;
}

/* A rule in one word: a hash of the module and the address (32 bits), base (2), saved frame pointer (12) and offset (18), in words of the stack. */
enum { WORD = 8, SAVED_BITS = 12, OFFSET_BITS = 18, BASE_SHIFT = 30, OWNER_SHIFT = 32 };

static uint64_t pack(struct unwind_rule rule, uint32_t owner) {
    uint64_t packed = 0;
    bool fits = rule.offset >= 0 && rule.offset % WORD == 0 && rule.offset / WORD < 1 << OFFSET_BITS && rule.saved_frame <= 0
            && rule.saved_frame % WORD == 0 && -rule.saved_frame / WORD < 1 << SAVED_BITS;
    if (fits) {
        packed = (uint64_t)rule.base << BASE_SHIFT | (uint64_t)(-rule.saved_frame / WORD) << OFFSET_BITS | (uint64_t)(rule.offset / WORD);
    }
    return (uint64_t)owner << OWNER_SHIFT | packed;
}

static struct unwind_rule unpack(uint64_t packed) {
    return (struct unwind_rule){
        .base = (enum unwind_base)(packed >> BASE_SHIFT & 3),
        .offset = (int64_t)(packed & ((1 << OFFSET_BITS) - 1)) * WORD,
        .saved_frame = -(int64_t)(packed >> OFFSET_BITS & ((1 << SAVED_BITS) - 1)) * WORD,
    };
}

/* The rule of an address; an unknown one for code outside of modules. */
static struct unwind_rule rule_of(uintptr_t address, const struct module *module) {
    if (!module->unwind_header) {
        return (struct unwind_rule){.base = UNWIND_UNKNOWN};
    }
    uint64_t hash = hash_add(HASH_START, address);
    uint32_t owner = (uint32_t)(hash_add(hash, module->identity) >> 32) | 1;
    struct place *ways = &places[hash % (PLACES / WAYS) * WAYS];
    /* Without a place of its own or a free one, it takes one that another module may have left. */
    struct place *own = &ways[owner >> 1 & (WAYS - 1)];
    for (uint32_t i = 0; i < WAYS; i++) {
        uint64_t found = __atomic_load_n(&ways[i].address, __ATOMIC_RELAXED);
        if (found == address) {
            uint64_t packed = __atomic_load_n(&ways[i].rule, __ATOMIC_RELAXED);
            if (packed >> OWNER_SHIFT == owner) {
                return unpack(packed);
            }
        }
        if (found == address || found == 0) {
            own = &ways[i];
            break;
        }
    }
    uint64_t packed = pack(unwind_rule_find(module->unwind_header, module->start, module->end, address), owner);
    __atomic_store_n(&own->address, address, __ATOMIC_RELAXED);
    __atomic_store_n(&own->rule, packed, __ATOMIC_RELAXED);
    return unpack(packed);
}

static uintptr_t word_at(uintptr_t address) { return *(const uintptr_t *)address; }

__attribute__((noinline, no_sanitize("address"))) bool native_walk_by_rules(struct native_walk *walk) {
    if (!places) {
        return false;
    }
    /* This function has a frame pointer, because it asks for it. */
    uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
    uintptr_t stack = frame + 2 * sizeof(uintptr_t);
    uintptr_t address = word_at(frame + sizeof(uintptr_t));
    frame = word_at(frame);
    begin(walk);
    while (visit(walk, address)) {
        struct unwind_rule rule = rule_of(address, &walk->module);
        if (rule.base == UNWIND_OUTERMOST) {
            break;
        }
        uintptr_t start = (rule.base == UNWIND_STACK ? stack : frame) + (uintptr_t)rule.offset;
        /* A stack grows to lower addresses. */
        if (rule.base == UNWIND_UNKNOWN || start <= stack) {
            return false;
        }
        stack = start;
        address = word_at(start - sizeof(uintptr_t));
        frame = rule.saved_frame ? word_at(start + (uintptr_t)rule.saved_frame) : frame;
    }
    return true;
}

static _Unwind_Reason_Code take(struct _Unwind_Context *frame, void *walk) {
    return visit(walk, (uintptr_t)address_of(frame)) ? _URC_NO_REASON : _URC_END_OF_STACK;
}

void native_walk_by_unwinder(struct native_walk *walk) {
    begin(walk);
    if (walk_frames) {
        walk_frames(take, walk);
    }
}

void native_walk(struct native_walk *walk) {
    begin(walk);
    if (walk->most > 0 && !native_walk_by_rules(walk)) {
        native_walk_by_unwinder(walk);
    }
}

uintptr_t native_function_around(const void *address) { return function_around ? (uintptr_t)function_around((void *)(uintptr_t)address) : 0; }
