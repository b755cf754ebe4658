#define _GNU_SOURCE
#include "module.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stddef.h>
#include <string.h>

#include "binding.h"
#include "compatibility.h"
#include "stack_cache.h"

/* struct dl_find_object of glibc 2.35, which headers of an older one lack. */
struct found_object {
    unsigned long long flags;
    void *start;
    void *end;
    struct link_map *map;
    void *unwind_header;
    unsigned long long reserved[9];
};

static int (*find_object)(void *address, struct found_object *found);

void modules_start(void) { *(void **)&find_object = find_symbol(RTLD_DEFAULT, "_dl_find_object"); }

bool modules_found(void) { return find_object; }

/* The first page of a module is loaded, and has the headers, and mostly the build ID. */
enum { PAGE = 4096, NOTE_NAME = 4, ID_WORDS = 2, ROWS_AT = 12 };

static uint64_t add_words(uint64_t hash, const void *words, size_t count) {
    uint64_t word;
    for (size_t i = 0; i < count; i++) {
        memcpy(&word, (const char *)words + i * sizeof word, sizeof word);
        hash = hash_add(hash, word);
    }
    return hash;
}

/* Finds the build ID, which the linker makes of a file's content; NULL if the first page has none. */
static const char *build_id(const char *page, uintptr_t base) {
    const ElfW(Ehdr) *header = (const void *)page;
    if (memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_phentsize != sizeof(ElfW(Phdr)) || header->e_phoff % sizeof(uint64_t) != 0
            || header->e_phoff > PAGE || header->e_phnum > (PAGE - header->e_phoff) / sizeof(ElfW(Phdr))) {
        return NULL;
    }
    const ElfW(Phdr) *segments = (const void *)(page + header->e_phoff);
    for (int i = 0; i < header->e_phnum; i++) {
        size_t at = base + segments[i].p_vaddr - (uintptr_t)page;
        size_t length = segments[i].p_memsz;
        if (segments[i].p_type != PT_NOTE || at % 4 != 0 || at > PAGE || length > PAGE - at) {
            continue;
        }
        while (length >= sizeof(ElfW(Nhdr)) + NOTE_NAME + ID_WORDS * sizeof(uint64_t)) {
            const ElfW(Nhdr) *note = (const void *)(page + at);
            const char *name = page + at + sizeof *note;
            if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == NOTE_NAME && memcmp(name, ELF_NOTE_GNU, NOTE_NAME) == 0
                    && note->n_descsz >= ID_WORDS * sizeof(uint64_t)) {
                return name + NOTE_NAME;
            }
            size_t size = sizeof *note + (((size_t)note->n_namesz + 3) & ~(size_t)3) + (((size_t)note->n_descsz + 3) & ~(size_t)3);
            if (size > length) {
                break;
            }
            at += size;
            length -= size;
        }
    }
    return NULL;
}

/* Of a file without a build ID, the path and the first rows of its index tell it from others. */
static uint64_t identity_of(const struct found_object *found) {
    const struct link_map *map = found->map;
    uint64_t hash = hash_add(hash_add(hash_add(HASH_START, (uintptr_t)map), (uintptr_t)found->start), (uintptr_t)found->unwind_header);
    const char *id = build_id(found->start, map->l_addr);
    if (id) {
        return add_words(hash, id, ID_WORDS) | 1;
    }
    for (const char *path = map->l_name; *path; path++) {
        hash = hash_add(hash, (uint8_t)*path);
    }
    const uint32_t *header = found->unwind_header;
    /* Two rows, if it has so many. */
    bool has_rows = header && header[2] >= 2;
    return (has_rows ? add_words(hash, header, (ROWS_AT + 2 * 8) / sizeof(uint64_t)) : hash) | 1;
}

bool module_at(uintptr_t address, struct module *module) {
    struct found_object found;
    if (!find_object || find_object((void *)address, &found) != 0) {
        return false;
    }
    *module = (struct module){
        .start = (uintptr_t)found.start,
        .end = (uintptr_t)found.end,
        .base = found.map->l_addr,
        .path = found.map->l_name,
        .unwind_header = found.unwind_header,
        .identity = identity_of(&found),
    };
    return true;
}
