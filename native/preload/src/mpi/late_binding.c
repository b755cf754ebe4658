/*
 * Binds this library to an MPI that was loaded after it, as Python's mpi4py loads it: the program's calls come here, but the
 * references to MPI, which are weak, were bound to nothing when the process started. Looks each one up again from the module that
 * calls MPI_Init, and writes it into this library's own table of addresses, which the build leaves writable.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <string.h>

#include "../compatibility.h"
#include "record.h"

#pragma weak PMPI_Init

#if defined __x86_64__
enum { TABLE_ENTRY = R_X86_64_GLOB_DAT, CALL_ENTRY = R_X86_64_JUMP_SLOT };
#elif defined __aarch64__
enum { TABLE_ENTRY = R_AARCH64_GLOB_DAT, CALL_ENTRY = R_AARCH64_JUMP_SLOT };
#endif

struct tables {
    uintptr_t base;
    const ElfW(Sym) *symbols;
    const char *names;
};

/* The loader may or may not have added the base to an address in the dynamic section. */
static uintptr_t address(uintptr_t base, uintptr_t value) { return value < base ? base + value : value; }

static void bind(const struct tables *tables, const ElfW(Rela) *entries, size_t length, void *module) {
    for (size_t i = 0; entries && i < length / sizeof *entries; i++) {
        unsigned type = ELF64_R_TYPE(entries[i].r_info);
        const ElfW(Sym) *symbol = &tables->symbols[ELF64_R_SYM(entries[i].r_info)];
        bool of_mpi = symbol->st_shndx == SHN_UNDEF && ELF64_ST_BIND(symbol->st_info) == STB_WEAK;
        if (of_mpi && (type == TABLE_ENTRY || type == CALL_ENTRY)) {
            void *found = dlsym(module, tables->names + symbol->st_name);
            if (found) {
                *(void **)(tables->base + entries[i].r_offset) = found;
            }
        }
    }
}

bool bind_late(const void *caller) {
    if (PMPI_Init) {
        return true;
    }
    Dl_info own;
    Dl_info calling;
    if (!dladdr(_DYNAMIC, &own) || !dladdr(caller, &calling)) {
        return false;
    }
    /* Kept: the addresses are used from now on. */
    void *module = dlopen(calling.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    if (!module || !dlsym(module, "PMPI_Init")) {
        return false;
    }
    struct tables tables = {.base = (uintptr_t)own.dli_fbase};
    const ElfW(Rela) *data = NULL;
    const ElfW(Rela) *calls = NULL;
    size_t data_length = 0;
    size_t calls_length = 0;
    for (const ElfW(Dyn) *entry = _DYNAMIC; entry->d_tag != DT_NULL; entry++) {
        uintptr_t at = address(tables.base, entry->d_un.d_ptr);
        switch (entry->d_tag) {
            case DT_SYMTAB:
                tables.symbols = (const ElfW(Sym) *)at;
                break;
            case DT_STRTAB:
                tables.names = (const char *)at;
                break;
            case DT_RELA:
                data = (const ElfW(Rela) *)at;
                break;
            case DT_RELASZ:
                data_length = entry->d_un.d_val;
                break;
            case DT_JMPREL:
                calls = (const ElfW(Rela) *)at;
                break;
            case DT_PLTRELSZ:
                calls_length = entry->d_un.d_val;
                break;
            default:
                break;
        }
    }
    bind(&tables, data, data_length, module);
    bind(&tables, calls, calls_length, module);
    return true;
}
