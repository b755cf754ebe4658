/* The tables by which CPython finds the line of an instruction. */
#ifndef ROLLCALL_PYTHON_LINES_H
#define ROLLCALL_PYTHON_LINES_H

#include <stdint.h>

#include "reader.h"

enum line_format {
    LINES_LNOTAB,   /* 3.9: Objects/lnotab_notes.txt */
    LINES_RANGES,   /* 3.10: the same file there, and PEP 626 */
    LINES_LOCATIONS /* from 3.11 on: Objects/locations.md, later InternalDocs/code_objects.md */
};

struct line_table {
    enum line_format format;
    uint64_t address;
    uint64_t length;
    int32_t first_line;
};

/* The line of the instruction at an offset in bytes; 0 if it has none or the table cannot be read. */
int32_t line_at(struct reader *reader, const struct line_table *table, int64_t offset);

#endif
