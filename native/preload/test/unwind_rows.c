/*
 * Compares the rules of a library's code with what readelf prints of its unwind tables.
 *
 * usage: readelf -wF LIBRARY | unwind_rows LIBRARY      prints how many rows were compared
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "../src/module.h"
#include "../src/unwind_rule.h"

enum { MAX_COLUMNS = 32 };

static struct module module;
static unsigned long rows;
static unsigned long unknown;
static unsigned long wrong;

static const char *column(char *const *names, char *const *values, int count, const char *name) {
    for (int i = 0; i < count; i++) {
        if (strcmp(names[i], name) == 0) {
            return values[i];
        }
    }
    return "u";
}

/* Compares a row, which may not have the column of a register that is unchanged. */
static void compare(uintptr_t location, const char *base, const char *frame, const char *return_address) {
    /* A call that ends one byte behind its row's beginning. */
    struct unwind_rule rule = unwind_rule_find(module.unwind_header, module.start, module.end, module.base + location + 1);
    char expected[64] = "";
    char saved[32] = "u";
    rows++;
    if (rule.base == UNWIND_UNKNOWN) {
        unknown++;
        return;
    }
    bool good = strcmp(return_address, "u") == 0;
    if (rule.base != UNWIND_OUTERMOST) {
        snprintf(expected, sizeof expected, "%s%+lld", rule.base == UNWIND_STACK ? "rsp" : "rbp", (long long)rule.offset);
        if (rule.saved_frame) {
            snprintf(saved, sizeof saved, "c%+lld", (long long)rule.saved_frame);
        }
        good = strcmp(base, expected) == 0 && strcmp(return_address, "c-8") == 0 && strcmp(strcmp(frame, "s") == 0 ? "u" : frame, saved) == 0;
    }
    if (!good) {
        wrong++;
        fprintf(stderr, "%lx: %s rbp %s, not %s rbp %s ra %s\n", (unsigned long)location, expected, saved, base, frame, return_address);
    }
}

static int split(char *line, char **words) {
    int count = 0;
    for (char *word = strtok(line, " \t\n"); word && count < MAX_COLUMNS; word = strtok(NULL, " \t\n")) {
        words[count++] = word;
    }
    return count;
}

int main(int count, char **arguments) {
    void *library = count == 2 ? dlopen(arguments[1], RTLD_LAZY) : NULL;
    struct link_map *map;
    modules_start();
    if (!library || dlinfo(library, RTLD_DI_LINKMAP, &map) != 0 || !module_at((uintptr_t)map->l_ld, &module) || !module.unwind_header) {
        fprintf(stderr, "%s\n", library ? "not found" : "usage: unwind_rows LIBRARY");
        return 2;
    }
    static char heading[4096];
    static char line[4096];
    char *names[MAX_COLUMNS];
    char *values[MAX_COLUMNS];
    int columns = 0;
    while (fgets(line, sizeof line, stdin)) {
        bool is_heading = strstr(line, "LOC") && strstr(line, "CFA");
        if (is_heading) {
            memcpy(heading, line, sizeof line);
            columns = split(heading, names);
            continue;
        }
        unsigned long location;
        int end;
        if (sscanf(line, "%16lx%n", &location, &end) == 1 && end == 16 && split(line, values) == columns && columns > 0) {
            compare(location, column(names, values, columns, "CFA"), column(names, values, columns, "rbp"), column(names, values, columns, "ra"));
        }
    }
    printf("%lu rows, of which %lu have no rule, %lu wrong\n", rows, unknown, wrong);
    return wrong > 0 || rows == unknown;
}
