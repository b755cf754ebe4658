/*
 * A walk asks for each return address how its caller is found, and that depends on the address alone: it is a row of the unwind
 * table. So each row is read once and kept as a rule of one word, and a frame costs a look-up and two loads. Nothing about an earlier
 * stack is assumed: sizes that vary, stacks of coroutines and what is left of older calls make no difference.
 *
 * libgcc's unwinder, as glibc's backtrace uses it, walks where a frame has no such rule: it was interrupted by a signal, was compiled
 * at run time, or needs more registers. It reads the table each time, which costs ten times as much.
 *
 * A module may be unloaded and another one come to lie there. So a rule belongs to a number of unloaded modules and is
 * read again for another one; and there are none for code outside of modules.
 */
#define _GNU_SOURCE
#include "native_walk.h"

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <unwind.h>

#include "binding.h"
#include "compatibility.h"
#include "unwind_rule.h"

enum { OWN_FRAMES = 8, PLACES = 1 << 14, MAX_PROBES = 16 };

/* What _Unwind_Find_FDE tells beside the entry. */
struct bases {
    void *text;
    void *data;
    void *function;
};

/* Of libgcc; those that find functions do it by the unwind tables, which need no symbols. */
static _Unwind_Reason_Code (*walk_frames)(_Unwind_Trace_Fn visit, void *context);
static _Unwind_Ptr (*address_of)(struct _Unwind_Context *frame);
static void *(*function_around)(void *address);
static const void *(*find_entry)(void *address, struct bases *bases);

/* The return address, 0 for a free place, and its rule, packed; an open hash table from which nothing is removed. */
struct place {
    uint64_t address;
    uint64_t rule;
};

static struct place *places;

void native_walk_start(void) {
    void *unwinder = dlopen("libgcc_s.so.1", RTLD_LAZY);
    if (!unwinder) {
        return;
    }
    *(void **)&address_of = find_symbol(unwinder, "_Unwind_GetIP");
    *(void **)&function_around = find_symbol(unwinder, "_Unwind_FindEnclosingFunction");
    *(void **)&find_entry = find_symbol(unwinder, "_Unwind_Find_FDE");
    *(void **)&walk_frames = find_symbol(unwinder, "_Unwind_Backtrace");
    if (!places && find_entry) {
        void *memory = mmap(NULL, PLACES * sizeof *places, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        places = memory == MAP_FAILED ? NULL : memory;
    }
}

/* Takes a frame; false at the end. */
static bool visit(struct native_walk *walk, uintptr_t address) {
    if (walk->count == 0 && address != (uintptr_t)walk->site) {
        return walk->skipped++ < OWN_FRAMES;
    }
    /* The outermost frame may have no address. */
    if (!address || (walk->count > 0 && walk->beyond && walk->beyond(address))) {
        return false;
    }
    walk->addresses[walk->count++] = (void *)address;
    return walk->count < walk->most;
}

/* A rule in one word: the number of unloaded modules (32 bits), base (2), saved frame pointer (12) and offset (18), in words of the stack. */
enum { WORD = 8, SAVED_BITS = 12, OFFSET_BITS = 18, BASE_SHIFT = 30 };

static uint64_t pack(struct unwind_rule rule, uint32_t unloaded) {
    uint64_t packed = 0;
    bool fits = rule.offset >= 0 && rule.offset % WORD == 0 && rule.offset / WORD < 1 << OFFSET_BITS && rule.saved_frame <= 0
            && rule.saved_frame % WORD == 0 && -rule.saved_frame / WORD < 1 << SAVED_BITS;
    if (fits) {
        packed = (uint64_t)rule.base << BASE_SHIFT | (uint64_t)(-rule.saved_frame / WORD) << OFFSET_BITS | (uint64_t)(rule.offset / WORD);
    }
    return (uint64_t)unloaded << 32 | packed;
}

static struct unwind_rule unpack(uint64_t packed) {
    return (struct unwind_rule){
        .base = (enum unwind_base)(packed >> BASE_SHIFT & 3),
        .offset = (int64_t)(packed & ((1 << OFFSET_BITS) - 1)) * WORD,
        .saved_frame = -(int64_t)(packed >> OFFSET_BITS & ((1 << SAVED_BITS) - 1)) * WORD,
    };
}

struct containment {
    uintptr_t code;
    uintptr_t entry;
    bool together;
};

static int find_module(struct dl_phdr_info *module, size_t size, void *context) {
    (void)size;
    struct containment *sought = context;
    bool code = false;
    bool entry = false;
    for (int i = 0; i < module->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &module->dlpi_phdr[i];
        uintptr_t start = module->dlpi_addr + segment->p_vaddr;
        if (segment->p_type == PT_LOAD) {
            code |= sought->code - start < segment->p_memsz;
            entry |= sought->entry - start < segment->p_memsz;
        }
    }
    sought->together = code && entry;
    return code || entry;
}

/* Reads the rule of an address; an unknown one for code that is not of a module. */
static struct unwind_rule read_rule(uintptr_t address) {
    struct bases bases;
    const uint8_t *entry = find_entry((void *)(address - 1), &bases);
    struct containment sought = {.code = address - 1, .entry = (uintptr_t)entry};
    if (entry) {
        dl_iterate_phdr(find_module, &sought);
    }
    return sought.together ? unwind_rule_read(entry, (uintptr_t)bases.function, address) : (struct unwind_rule){.base = UNWIND_UNKNOWN};
}

static struct unwind_rule rule_of(uintptr_t address, uint32_t unloaded) {
    uint64_t hash = address * 0x9E3779B97F4A7C15ull >> 32;
    for (uint32_t probe = 0; probe < MAX_PROBES; probe++) {
        struct place *place = &places[(hash + probe) & (PLACES - 1)];
        uint64_t found = __atomic_load_n(&place->address, __ATOMIC_RELAXED);
        if (found == 0 && __atomic_compare_exchange_n(&place->address, &found, address, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
            found = address;
        }
        if (found == address) {
            uint64_t packed = __atomic_load_n(&place->rule, __ATOMIC_RELAXED);
            if (packed >> 32 != unloaded) {
                packed = pack(read_rule(address), unloaded);
                __atomic_store_n(&place->rule, packed, __ATOMIC_RELAXED);
            }
            return unpack(packed);
        }
    }
    return (struct unwind_rule){.base = UNWIND_UNKNOWN};
}

/* Counts the modules that were unloaded, from 1: a place without a rule has 0. */
static int count_unloaded(struct dl_phdr_info *module, size_t size, void *context) {
    (void)size;
    *(uint32_t *)context = (uint32_t)module->dlpi_subs + 1;
    return 1;
}

static uintptr_t word_at(uintptr_t address) { return *(const uintptr_t *)address; }

__attribute__((noinline, no_sanitize("address"))) bool native_walk_by_rules(struct native_walk *walk) {
    uint32_t unloaded = 0;
    if (!places) {
        return false;
    }
    dl_iterate_phdr(count_unloaded, &unloaded);
    /* This function has a frame pointer, because it asks for it. */
    uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
    uintptr_t stack = frame + 2 * sizeof(uintptr_t);
    uintptr_t address = word_at(frame + sizeof(uintptr_t));
    frame = word_at(frame);
    walk->skipped = walk->count = 0;
    while (visit(walk, address)) {
        struct unwind_rule rule = rule_of(address, unloaded);
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
    walk->skipped = walk->count = 0;
    if (walk_frames) {
        walk_frames(take, walk);
    }
}

void native_walk(struct native_walk *walk) {
    walk->count = 0;
    if (walk->most > 0 && !native_walk_by_rules(walk)) {
        native_walk_by_unwinder(walk);
    }
}

uintptr_t native_function_around(const void *address) { return function_around ? (uintptr_t)function_around((void *)(uintptr_t)address) : 0; }
