/*
 * Stacks: the native frames, and in a process with CPython those up to the interpreter and then Python's. A native frame has the path
 * of its module as class, the module's name with the offset of the function as method, and with that of the call as file; the reader
 * of a trace can find the names and lines of both.
 *
 * A walk along frame pointers would cost as little as native_walk does, but code is compiled without them, so it would stop or go
 * astray at the first library. A stack that was seen before is found by its return addresses, and costs the walk alone.
 */
#define _GNU_SOURCE
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "native_walk.h"
#include "process.h"
#include "python/frames.h"
#include "stack_cache.h"
#include "trace.h"

void stack_start(void) {
    if (options.frames == 0) {
        return;
    }
    stack_cache_start();
    native_walk_start();
    python_start();
}

struct resolution {
    void *const *addresses;
    uint32_t count;
    uintptr_t functions[MAX_FRAMES]; /* where each frame's function begins; 0 if unknown */
    uint32_t frames[MAX_FRAMES];
};

/* The call is before the address that it returns to. */
static uintptr_t call_of(const struct resolution *resolution, uint32_t frame) { return (uintptr_t)resolution->addresses[frame] - 1; }

/* The heap id of a module's name with an offset in it. */
static uint32_t place_in(const char *module, uint64_t offset) {
    const char *slash = strrchr(module, '/');
    char text[300];
    snprintf(text, sizeof text, "%.255s+0x%llx", slash ? slash + 1 : module, (unsigned long long)offset);
    return heap_string(text);
}

/* Resolves a frame in a module. */
static void resolve(struct resolution *resolution, uint32_t frame, const char *path, uintptr_t base) {
    char program[4096];
    if (!*path) {
        ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
        program[length > 0 ? length : 0] = 0;
        path = program;
    }
    uint64_t function = resolution->functions[frame];
    uint32_t method = function ? place_in(path, function - base) : 0;
    resolution->frames[frame] = heap_frame(heap_string(path), method, place_in(path, call_of(resolution, frame) - base), 0);
}

/* Resolves the frames that are in one module, where glibc finds modules only so. dladdr would wait for a thread that is in dlopen. */
static int resolve_in(struct dl_phdr_info *module, size_t size, void *context) {
    (void)size;
    struct resolution *resolution = context;
    for (uint32_t i = 0; i < resolution->count; i++) {
        for (int segment = 0; segment < module->dlpi_phnum; segment++) {
            const ElfW(Phdr) *header = &module->dlpi_phdr[segment];
            uintptr_t start = module->dlpi_addr + header->p_vaddr;
            if (header->p_type == PT_LOAD && call_of(resolution, i) - start < header->p_memsz) {
                resolve(resolution, i, module->dlpi_name, module->dlpi_addr);
            }
        }
    }
    return 0;
}

/* A stack as it is taken. */
struct taken {
    struct native_walk native;
    uint32_t python_count;
    uint32_t python[MAX_FRAMES];
};

static uint32_t store(void *context) {
    const struct taken *taken = context;
    struct resolution resolution = {.addresses = taken->native.addresses, .count = taken->native.count};
    for (uint32_t i = 0; i < resolution.count; i++) {
        struct module module;
        resolution.functions[i] = native_function_around((const char *)resolution.addresses[i] - 1);
        if (module_at(call_of(&resolution, i), &module)) {
            resolve(&resolution, i, module.path, module.base);
        }
    }
    if (!modules_found()) {
        dl_iterate_phdr(resolve_in, &resolution);
    }
    memcpy(resolution.frames + resolution.count, taken->python, taken->python_count * sizeof *taken->python);
    return heap_stack(resolution.frames, resolution.count + taken->python_count);
}

uint32_t stack_from(const void *site) {
    if (options.frames == 0) {
        return 0;
    }
    struct taken taken;
    struct native_walk *native = &taken.native;
    taken.python_count = python_frames(taken.python, options.frames);
    native->site = site;
    native->beyond = taken.python_count > 0 ? python_contains : NULL;
    /* Where there is no room for all, native frames have half at most. */
    uint32_t half = options.frames / 2;
    native->most = options.frames - taken.python_count > half ? options.frames - taken.python_count : half;
    native_walk(native);
    uint32_t room = options.frames - native->count;
    taken.python_count = taken.python_count < room ? taken.python_count : room;
    if (native->count + taken.python_count == 0) {
        return 0;
    }
    /* Another module may lie where one was unloaded. */
    uint64_t hash = hash_add(hash_add(HASH_START, native->count), native->modules);
    for (uint32_t i = 0; i < native->count; i++) {
        hash = hash_add(hash, (uintptr_t)native->addresses[i]);
    }
    for (uint32_t i = 0; i < taken.python_count; i++) {
        hash = hash_add(hash, taken.python[i]);
    }
    return stack_cache_find(hash, store, &taken);
}
