#include "lines.h"

/* Bytes of a code unit, in which locations are counted. */
enum { UNIT = 2 };

/* A longer table is of code that nobody wrote. */
enum { LONGEST_TABLE = 1 << 20 };

struct cursor {
    struct reader *reader;
    uint64_t next;
    uint64_t end;
    bool failed;
};

static uint8_t take(struct cursor *cursor) {
    uint8_t byte = 0;
    if (cursor->next >= cursor->end || !reader_read(cursor->reader, cursor->next, &byte, 1)) {
        cursor->failed = true;
    }
    cursor->next++;
    return byte;
}

/* Pairs of how far the next line's instructions are, and how far the line. */
static int32_t lnotab_line(struct cursor *cursor, int64_t line, int64_t offset) {
    int64_t at = 0;
    while (cursor->next < cursor->end && !cursor->failed) {
        at += take(cursor);
        if (at > offset) {
            break;
        }
        line += (int8_t)take(cursor);
    }
    return (int32_t)line;
}

/* Pairs of a range's length and how far its line is from the line before; -128: the range has no line. */
static int32_t range_line(struct cursor *cursor, int64_t line, int64_t offset) {
    int64_t end = 0;
    while (!cursor->failed) {
        end += take(cursor);
        int8_t step = (int8_t)take(cursor);
        if (step != -128) {
            line += step;
        }
        if (offset < end) {
            return step == -128 ? 0 : (int32_t)line;
        }
    }
    return 0;
}

/* Six bits a byte, the least significant first; bit 6: more follow. The lowest bit of the number is its sign. */
static int64_t signed_number(struct cursor *cursor) {
    uint64_t number = 0;
    uint8_t byte;
    int shift = 0;
    do {
        byte = take(cursor);
        number |= (uint64_t)(byte & 0x3F) << shift;
        shift += 6;
    } while (byte & 0x40 && shift < 36 && !cursor->failed);
    return number & 1 ? -(int64_t)(number >> 1) : (int64_t)(number >> 1);
}

/* Entries whose first byte, with bit 7 set, has a code in bits 3 to 6 and the length in units, less one, in bits 0 to 2. */
static int32_t location_line(struct cursor *cursor, int64_t line, int64_t offset) {
    enum { ONE_LINE = 10, NO_COLUMNS = 13, LONG = 14, NONE = 15 };
    int64_t end = 0;
    uint8_t first = take(cursor);
    while (!cursor->failed) {
        int code = first >> 3 & 15;
        end += ((first & 7) + 1) * UNIT;
        line += code == NO_COLUMNS || code == LONG ? signed_number(cursor) : code >= ONE_LINE && code < NO_COLUMNS ? code - ONE_LINE : 0;
        if (offset < end) {
            return code == NONE ? 0 : (int32_t)line;
        }
        do {
            first = take(cursor);
        } while (!(first & 0x80) && !cursor->failed);
    }
    return 0;
}

int32_t line_at(struct reader *reader, const struct line_table *table, int64_t offset) {
    if (offset < 0 || table->length > LONGEST_TABLE) {
        return 0;
    }
    struct cursor cursor = {reader, table->address, table->address + table->length, false};
    int32_t line = table->format == LINES_LNOTAB ? lnotab_line(&cursor, table->first_line, offset)
            : table->format == LINES_RANGES      ? range_line(&cursor, table->first_line, offset)
                                                 : location_line(&cursor, table->first_line, offset);
    return cursor.failed || line < 0 ? 0 : line;
}
