#define _GNU_SOURCE
#include "binding.h"

#include <dlfcn.h>
#include <sched.h>
#include <string.h>

#include "compatibility.h"

enum { NUMBER_BITS = 8 };

static void *find_next(const struct binding *binding, void *module, uint32_t index) {
    void *found = find_symbol(RTLD_NEXT, binding->names[index]);
    if (!found && module) {
        found = find_symbol(module, binding->names[index]);
    }
    return index < binding->recorded && found == binding->recorders[index] ? NULL : found;
}

/* The number of the library that a module uses, 0 if it uses none. */
static uint32_t library_in(struct binding *binding, void *module) {
    void *found[BINDING_FUNCTIONS] = {NULL};
    for (uint32_t i = 0; i < binding->functions; i++) {
        found[i] = find_next(binding, module, i);
    }
    if (!found[binding->required]) {
        return 0;
    }
    uint32_t free = 0;
    while (!__atomic_compare_exchange_n(&binding->lock, &free, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
        free = 0;
        sched_yield();
    }
    uint32_t number = 1;
    while (number <= binding->used && memcmp(binding->libraries[number], found, sizeof found) != 0) {
        number++;
    }
    if (number > binding->used && number <= BINDING_LIBRARIES) {
        memcpy(binding->libraries[number], found, sizeof found);
        binding->used = number;
    }
    __atomic_store_n(&binding->lock, 0, __ATOMIC_RELEASE);
    return number <= BINDING_LIBRARIES ? number : 0;
}

/* Finds a place's library: that of its module, else the one that was looked up, else the one that is loaded. */
static uint32_t library_at(struct binding *binding, const void *site) {
    Dl_info calling;
    uint32_t number = 0;
    if (dladdr(site, &calling)) {
        void *module = dlopen(calling.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
        number = library_in(binding, module);
    }
    if (!number) {
        number = __atomic_load_n(&binding->looked_up, __ATOMIC_ACQUIRE);
    }
    for (const char *const *file = binding->files; !number && *file; file++) {
        void *loaded = dlopen(*file, RTLD_LAZY | RTLD_NOLOAD);
        number = loaded ? library_in(binding, loaded) : 0;
    }
    return number;
}

void *const *binding_at(struct binding *binding, const void *site) {
    uint64_t *place = &binding->sites[((uintptr_t)site * 0x9E3779B97F4A7C15ull >> 48) % BINDING_SITES];
    uint64_t known = __atomic_load_n(place, __ATOMIC_ACQUIRE);
    if (known >> NUMBER_BITS == (uintptr_t)site) {
        return binding->libraries[known & ((1 << NUMBER_BITS) - 1)];
    }
    uint32_t number = library_at(binding, site);
    if (number) {
        __atomic_store_n(place, (uint64_t)(uintptr_t)site << NUMBER_BITS | number, __ATOMIC_RELEASE);
    }
    return binding->libraries[number];
}

bool binding_looked_up(struct binding *binding, void *handle) {
    uint32_t number = library_in(binding, handle);
    uint32_t none = 0;
    if (number && __atomic_compare_exchange_n(&binding->looked_up, &none, number, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        none = number;
    }
    return number && none == number;
}
