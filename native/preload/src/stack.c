/*
 * Native stacks. A frame has the path of its module as class, the module's name with the offset of the function as method, and
 * with that of the call as file; the reader of a trace can find the names and lines of both.
 *
 * They are walked by glibc's backtrace, which reads the unwind tables: a walk along frame pointers costs a tenth, but code is
 * compiled without them, so it would stop or go astray at the first library. A stack that was seen before is found by its return
 * addresses, and costs the walk alone.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "compatibility.h"
#include "process.h"
#include "trace.h"

enum { MAX_FRAMES = 256, OWN_FRAMES = 8, PLACES = 1 << 16, MAX_PROBES = 64 };

/* A stack that was seen: the hash of its addresses, and its id once it is stored. */
struct place {
    uint64_t hash;
    uint64_t id;
};

static struct place *places;

/* libgcc's _Unwind_FindEnclosingFunction, by the unwind tables; which need no symbols. */
static void *(*function_around)(void *address);

void stack_start(void) {
    if (options.frames == 0) {
        return;
    }
    if (places) {
        munmap(places, PLACES * sizeof *places);
    }
    void *memory = mmap(NULL, PLACES * sizeof *places, PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    places = memory == MAP_FAILED ? NULL : memory;
    /* Its first use loads libgcc_s, which allocates. */
    void *address;
    backtrace(&address, 1);
    void *unwinder = dlopen("libgcc_s.so.1", RTLD_LAZY | RTLD_NOLOAD);
    *(void **)&function_around = unwinder ? dlsym(unwinder, "_Unwind_FindEnclosingFunction") : NULL;
}

static uint64_t hash_of(void *const *addresses, int count) {
    uint64_t hash = 0xCBF29CE484222325ull;
    for (int i = 0; i < count; i++) {
        hash = (hash ^ (uintptr_t)addresses[i]) * 0x9E3779B97F4A7C15ull;
        hash ^= hash >> 32;
    }
    return hash | 1;
}

struct resolution {
    void *const *addresses;
    int count;
    uintptr_t functions[MAX_FRAMES]; /* where each frame's function begins; 0 if unknown */
    uint32_t frames[MAX_FRAMES];
};

/* The heap id of a module's name with an offset in it. */
static uint32_t place_in(const char *module, uint64_t offset) {
    const char *slash = strrchr(module, '/');
    char text[300];
    snprintf(text, sizeof text, "%.255s+0x%llx", slash ? slash + 1 : module, (unsigned long long)offset);
    return heap_string(text);
}

/* Resolves the frames that are in one module. dladdr would wait for a thread that is in dlopen. */
static int resolve_in(struct dl_phdr_info *module, size_t size, void *context) {
    (void)size;
    struct resolution *resolution = context;
    char program[4096];
    const char *path = module->dlpi_name;
    for (int i = 0; i < resolution->count; i++) {
        /* The call is before the address that it returns to. */
        uintptr_t call = (uintptr_t)resolution->addresses[i] - 1;
        for (int segment = 0; segment < module->dlpi_phnum; segment++) {
            const ElfW(Phdr) *header = &module->dlpi_phdr[segment];
            uintptr_t start = module->dlpi_addr + header->p_vaddr;
            if (header->p_type == PT_LOAD && call >= start && call < start + header->p_memsz) {
                if (!*path) {
                    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
                    program[length > 0 ? length : 0] = 0;
                    path = program;
                }
                uint64_t function = resolution->functions[i];
                uint32_t method = function ? place_in(path, function - module->dlpi_addr) : 0;
                resolution->frames[i] = heap_frame(heap_string(path), method, place_in(path, call - module->dlpi_addr), 0);
            }
        }
    }
    return 0;
}

static uint32_t store(void *const *addresses, int count) {
    struct resolution resolution = {.addresses = addresses, .count = count};
    for (int i = 0; i < count && function_around; i++) {
        resolution.functions[i] = (uintptr_t)function_around((char *)addresses[i] - 1);
    }
    dl_iterate_phdr(resolve_in, &resolution);
    return heap_stack(resolution.frames, (uint32_t)count);
}

static uint32_t find_or_store(void *const *addresses, int count) {
    uint64_t hash = hash_of(addresses, count);
    for (uint32_t probe = 0; places && probe < MAX_PROBES; probe++) {
        struct place *place = &places[(hash / 2 + probe) & (PLACES - 1)];
        uint64_t found = __atomic_load_n(&place->hash, __ATOMIC_ACQUIRE);
        if (found == 0
                && __atomic_compare_exchange_n(&place->hash, &found, hash, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
            found = hash;
        }
        if (found == hash) {
            uint64_t id = __atomic_load_n(&place->id, __ATOMIC_ACQUIRE);
            if (id == 0) {
                id = store(addresses, count);
                /* A full heap stays full: the stack is not resolved again for nothing. */
                __atomic_store_n(&place->id, id | 1ull << 32, __ATOMIC_RELEASE);
            }
            return (uint32_t)id;
        }
    }
    return store(addresses, count);
}

uint32_t stack_from(const void *site) {
    if (options.frames == 0) {
        return 0;
    }
    void *addresses[MAX_FRAMES + OWN_FRAMES];
    int count = backtrace(addresses, (int)options.frames + OWN_FRAMES);
    int start = 0;
    while (start < count && addresses[start] != site) {
        start++;
    }
    if (start == count) {
        return 0;
    }
    count -= start;
    return find_or_store(addresses + start, count < (int)options.frames ? count : (int)options.frames);
}
