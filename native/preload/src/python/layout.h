/* Where CPython's structures have what a walk through its frames needs. They differ between minor versions, not within one. */
#ifndef ROLLCALL_PYTHON_LAYOUT_H
#define ROLLCALL_PYTHON_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

#include "lines.h"

enum python_field {
    THREAD_FRAME,      /* of a thread's state: its innermost frame, or the record that has that */
    RECORD_FRAME,      /* of this record: the frame */
    FRAME_PREVIOUS,
    FRAME_CODE,
    FRAME_INSTRUCTION, /* its address; before 3.11 its index (int) */
    FRAME_OWNER,       /* whom the frame belongs to (one byte) */
    CODE_FILE,
    CODE_NAME,
    CODE_LINES,
    CODE_FIRST_LINE,   /* int */
    CODE_START,        /* of the instructions */
    PYTHON_FIELDS
};

/* A field that a version does not have. */
#define NO_FIELD UINT16_MAX

struct python_layout {
    int minor; /* the version: 3.minor */
    /* Whether the offsets are CPython's words at these indices of _PyRuntime, where it publishes them from 3.13 on. */
    bool published;
    uint8_t index_unit; /* bytes that an instruction's index counts */
    uint8_t ascii_data; /* where the characters of a string begin: of one with ASCII alone, and of another */
    uint8_t other_data;
    enum line_format lines;
    uint16_t offsets[PYTHON_FIELDS];
};

/*
 * Finds the layout of a version, such as "3.11.7 (main, …)". Returns NULL, or why there is none, in words.
 *
 * runtime: _PyRuntime
 */
const char *python_layout_find(struct python_layout *layout, const char *version, const uint64_t *runtime);

#endif
