/* Reads the options from the environment. Names, defaults and syntax are the agent's (docs/options.md). */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "process.h"

struct options options;

/* Reads digits; returns what follows them, or NULL if there is no number of at most nine digits. */
static const char *number(const char *value, uint64_t *result) {
    uint64_t sum = 0;
    int digits = 0;
    while (value[digits] >= '0' && value[digits] <= '9') {
        sum = sum * 10 + (uint64_t)(value[digits] - '0');
        if (++digits > 9) {
            return NULL;
        }
    }
    *result = sum;
    return digits ? value + digits : NULL;
}

/* NULL for a variable that is not set or is empty. */
static const char *variable(const char *name) {
    const char *value = secure_getenv(name);
    return value && *value ? value : NULL;
}

static bool read_slots(const char *value) {
    uint64_t slots = 1 << 14;
    const char *rest = value ? number(value, &slots) : "";
    options.slots = (uint32_t)slots;
    return rest && !*rest && slots >= 16 && slots <= 1 << 22 && (slots & (slots - 1)) == 0;
}

static bool read_heap(const char *value) {
    uint64_t heap = 4;
    const char *unit = value ? number(value, &heap) : "m";
    int shift = !unit ? -1 : !*unit ? 0 : !strcasecmp(unit, "k") ? 10 : !strcasecmp(unit, "m") ? 20 : -1;
    if (shift < 0) {
        return false;
    }
    options.heap = heap << shift & ~(uint64_t)7;
    return options.heap >= 64 << 10 && options.heap <= 512 << 20;
}

static bool read_stack(const char *value) {
    uint64_t frames = 32;
    if (value && !strcmp(value, "off")) {
        options.frames = 0;
        return true;
    }
    const char *rest = value ? number(value, &frames) : "";
    options.frames = (uint32_t)frames;
    return rest && !*rest && frames >= 1 && frames <= 256;
}

static bool read_hang(const char *value) {
    static const struct {
        const char *name;
        uint64_t nanos;
    } UNITS[] = {{"ms", 1000000u}, {"s", 1000000000u}, {"m", 60000000000u}, {"h", 3600000000000u}};
    options.hang_nanos = 60 * 1000000000ull;
    if (!value) {
        return true;
    }
    if (!strcmp(value, "off")) {
        options.hang_nanos = 0;
        return true;
    }
    uint64_t count = 0;
    const char *unit = number(value, &count);
    for (size_t i = 0; unit && i < sizeof UNITS / sizeof *UNITS; i++) {
        if (!strcasecmp(unit, UNITS[i].name)) {
            options.hang_nanos = count * UNITS[i].nanos;
            return count > 0;
        }
    }
    return false;
}

static bool read_word(const char *value, const char *const *words, uint32_t *chosen, uint32_t otherwise) {
    *chosen = otherwise;
    for (uint32_t i = 0; value && words[i]; i++) {
        if (!strcmp(value, words[i])) {
            *chosen = i;
            return true;
        }
    }
    return !value;
}

static const char *const SCOPES[] = {"off", "peer", "all", NULL};

uint32_t options_copies(void) {
    static uint32_t known; /* plus one */
    uint32_t scope = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (!scope) {
        (void)read_word(variable("ROLLCALL_COPIES"), SCOPES, &scope, COPIES_PEER);
        __atomic_store_n(&known, ++scope, __ATOMIC_RELAXED);
    }
    return scope - 1;
}

static bool read_copies(const char *value) {
    uint32_t scope;
    return read_word(value, SCOPES, &scope, COPIES_PEER);
}

static bool read_devices(const char *value) {
    static const char *const CHECKS[] = {"off", "check", NULL};
    return read_word(value, CHECKS, &options.check_devices, true);
}

static bool read_corrupt(const char *value) {
    static const char *const ACTIONS[] = {"warn", "throw", "reroute", NULL};
    return read_word(value, ACTIONS, &options.corrupt, CORRUPT_WARN);
}

static bool read_command_line(const char *value) {
    static const char *const CONTENTS[] = {"off", "masked", NULL};
    return read_word(value, CONTENTS, &options.command_line, true);
}

bool options_read(char *problem, size_t room) {
    static const struct {
        const char *name;
        bool (*read)(const char *value);
        const char *expected;
    } OPTIONS[] = {
        {"ROLLCALL_SLOTS", read_slots, "a power of two from 16 to 4194304"},
        {"ROLLCALL_HEAP", read_heap, "a size from 64k to 512m, such as 4m"},
        {"ROLLCALL_STACK", read_stack, "a number from 1 to 256, or off"},
        {"ROLLCALL_HANG", read_hang, "a time such as 500ms, 60s, 5m or 1h, or off"},
        {"ROLLCALL_COPIES", read_copies, "one of off, peer, all"},
        {"ROLLCALL_DEVICES", read_devices, "one of off, check"},
        {"ROLLCALL_CORRUPT", read_corrupt, "one of warn, throw, reroute"},
        {"ROLLCALL_COMMANDLINE", read_command_line, "masked or off"},
    };
    for (size_t i = 0; i < sizeof OPTIONS / sizeof *OPTIONS; i++) {
        const char *value = variable(OPTIONS[i].name);
        if (!OPTIONS[i].read(value)) {
            snprintf(problem, room, "%s must be %s, not %.100s", OPTIONS[i].name, OPTIONS[i].expected, value);
            return false;
        }
    }
    const char *file = variable("ROLLCALL_FILE");
    file = file ? file : "rollcall/%j/%r-%h-%p.trace";
    if (strlen(file) >= sizeof options.file) {
        snprintf(problem, room, "ROLLCALL_FILE is too long");
        return false;
    }
    strcpy(options.file, file);
    return file_name_check(file, problem, room);
}
