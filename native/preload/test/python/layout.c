/* Finds the layouts of the versions that are known, and none for others or for a free-threaded build, whose objects differ. */
#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "../../src/python/layout.h"

enum { WORDS = 128 };

int main(void) {
    struct python_layout layout;
    uint64_t runtime[WORDS] = {0};
    memcpy(runtime, "xdebugpy", 8);
    for (int minor = 9; minor <= 14; minor++) {
        char version[32];
        snprintf(version, sizeof version, "3.%d.1 (main)", minor);
        runtime[1] = 0x30000F0u | (uint64_t)minor << 16;
        runtime[2] = 0;
        assert(!python_layout_find(&layout, version, runtime) && layout.minor == minor);
        assert(minor < 13 || python_layout_find(&layout, version, NULL));
        runtime[2] = 1;
        const char *problem = python_layout_find(&layout, version, runtime);
        assert(minor < 13 || strstr(problem, "free-threaded"));
    }
    assert(python_layout_find(&layout, "3.8.20", NULL) && python_layout_find(&layout, "3.15.0", runtime) && python_layout_find(&layout, "4.0", runtime));
    printf("layouts found\n");
    return 0;
}
