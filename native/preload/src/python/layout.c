/*
 * The offsets of 3.9 to 3.12 were taken with offsetof from each version's headers. From 3.13 on, CPython publishes them itself: the
 * indices are those of Include/internal/pycore_runtime.h in 3.13 and pycore_debug_offsets.h in 3.14, of struct _Py_DebugOffsets.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "layout.h"

/* The first words that CPython publishes. */
enum { COOKIE, VERSION, FREE_THREADED };

#define COOKIE_VALUE 0x7970677562656478ull /* xdebugpy */

/* No structure of which offsets are published is longer. */
enum { LONGEST = 4096 };

static const struct python_layout LAYOUTS[] = {
    {9, false, 1, 48, 72, LINES_LNOTAB, {24, NO_FIELD, 24, 32, 104, NO_FIELD, 104, 112, 120, 40, NO_FIELD}},
    {10, false, 2, 48, 72, LINES_RANGES, {24, NO_FIELD, 24, 32, 96, NO_FIELD, 104, 112, 120, 40, NO_FIELD}},
    {11, false, 0, 48, 72, LINES_LOCATIONS, {56, 8, 48, 32, 56, 69, 112, 120, 136, 72, 184}},
    {12, false, 0, 40, 56, LINES_LOCATIONS, {56, 0, 8, 0, 56, 70, 112, 120, 136, 68, 192}},
    {13, true, 0, 40, 56, LINES_LOCATIONS, {23, NO_FIELD, 29, 30, 31, 33, 35, 36, 38, 39, 43}},
    {14, true, 0, 40, 56, LINES_LOCATIONS, {26, NO_FIELD, 32, 33, 34, 36, 40, 41, 43, 44, 48}},
};

static const char *take_published(struct python_layout *layout, const uint64_t *runtime) {
    if (!runtime || runtime[COOKIE] != COOKIE_VALUE || runtime[VERSION] >> 16 != (0x300u | (unsigned)layout->minor)) {
        return "does not describe itself as expected";
    }
    if (runtime[FREE_THREADED]) {
        return "is a free-threaded build";
    }
    for (int field = 0; field < PYTHON_FIELDS; field++) {
        if (layout->offsets[field] != NO_FIELD) {
            uint64_t offset = runtime[layout->offsets[field]];
            if (offset >= LONGEST) {
                return "does not describe itself as expected";
            }
            layout->offsets[field] = (uint16_t)offset;
        }
    }
    return NULL;
}

const char *python_layout_find(struct python_layout *layout, const char *version, const uint64_t *runtime) {
    int major = 0;
    int minor = 0;
    if (sscanf(version, "%d.%d", &major, &minor) != 2 || major != 3) {
        return "is not known";
    }
    for (size_t i = 0; i < sizeof LAYOUTS / sizeof *LAYOUTS; i++) {
        if (LAYOUTS[i].minor == minor) {
            *layout = LAYOUTS[i];
            return layout->published ? take_published(layout, runtime) : NULL;
        }
    }
    return "is not known";
}
