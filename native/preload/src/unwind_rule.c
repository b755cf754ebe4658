#include "unwind_rule.h"

#include <stddef.h>
#include <string.h>

#if defined __x86_64__

/* Registers by their numbers in the tables (System V ABI, AMD64 supplement). */
enum { FRAME_POINTER = 6, STACK_POINTER = 7, RETURN_ADDRESS = 16 };

enum { MOST_REMEMBERED = 8, LENGTH_SIZE = 4, VERSION_AT = 8, AUGMENTATION_AT = 9, BEGIN_AT = 8 };

/* Where a register of the caller is. */
enum place { UNCHANGED, SAVED, UNDEFINED, ELSEWHERE };

struct saved {
    enum place place;
    int64_t offset;
};

struct row {
    uint64_t base; /* the register from which the frame's beginning is counted; COMPUTED if there is none */
    int64_t offset;
    struct saved frame_pointer;
    struct saved stack_pointer;
    struct saved return_address;
    struct saved other; /* of which nothing is asked */
};

#define COMPUTED UINT64_MAX

/* The two kinds of entries: what the entries of several functions share (CIE), and what belongs to one (FDE). */
struct table {
    const uint8_t *instructions;
    const uint8_t *end;
    uint64_t code_unit;
    int64_t data_unit;
    size_t pointer_size; /* of the addresses in the entry of a function */
    bool has_data;       /* whether that has augmentation data */
    bool known;
};

struct run {
    const uint8_t *at;
    const uint8_t *end;
    bool failed;
};

static uint64_t number(struct run *run, size_t size) {
    uint64_t value = 0;
    if ((size_t)(run->end - run->at) < size) {
        run->failed = true;
        run->at = run->end;
        return 0;
    }
    memcpy(&value, run->at, size);
    run->at += size;
    return value;
}

static uint64_t leb(struct run *run, bool is_signed) {
    uint64_t value = 0;
    uint64_t byte;
    unsigned shift = 0;
    do {
        byte = number(run, 1);
        value |= shift < 64 ? (byte & 0x7F) << shift : 0;
        shift += 7;
    } while (byte & 0x80);
    return is_signed && byte & 0x40 && shift < 64 ? value | ~0ull << shift : value;
}

static uint64_t uleb(struct run *run) { return leb(run, false); }

static int64_t sleb(struct run *run) { return (int64_t)leb(run, true); }

static void skip(struct run *run, uint64_t length) {
    if ((uint64_t)(run->end - run->at) < length) {
        run->failed = true;
        length = (uint64_t)(run->end - run->at);
    }
    run->at += length;
}

/* Bytes of an address in this encoding (DW_EH_PE); 0 if they vary. */
static size_t size_of(uint8_t encoding) {
    enum { ALIGNED = 0x50, OMITTED = 0xFF };
    static const uint8_t SIZES[] = {8, 0, 2, 4, 8};
    unsigned format = encoding & 7;
    return encoding == ALIGNED || encoding == OMITTED || format >= sizeof SIZES ? 0 : SIZES[format];
}

static uint32_t length_at(const uint8_t *entry) {
    uint32_t length;
    memcpy(&length, entry, sizeof length);
    return length;
}

static struct table read_shared(const uint8_t *shared) {
    struct table table = {.end = shared + LENGTH_SIZE + length_at(shared), .pointer_size = 8};
    const char *augmentation = (const char *)shared + AUGMENTATION_AT;
    struct run run = {shared + AUGMENTATION_AT + strlen(augmentation) + 1, table.end, false};
    table.code_unit = uleb(&run);
    table.data_unit = sleb(&run);
    uint64_t return_address = shared[VERSION_AT] == 1 ? number(&run, 1) : uleb(&run);
    table.known = return_address == RETURN_ADDRESS;
    if (*augmentation == 'z') {
        table.has_data = true;
        augmentation++;
        uint64_t length = uleb(&run);
        table.instructions = run.at + length;
    } else {
        table.instructions = run.at;
    }
    for (; *augmentation; augmentation++) {
        size_t size;
        switch (*augmentation) {
            case 'R':
                table.pointer_size = size_of((uint8_t)number(&run, 1));
                break;
            case 'P': /* the function that handles exceptions */
                size = size_of((uint8_t)number(&run, 1));
                table.known &= size > 0;
                skip(&run, size);
                break;
            case 'L':
                skip(&run, 1);
                break;
            default: /* such as S: the frame of a signal, whose address is not one that a call returns to */
                table.known = false;
        }
    }
    table.known &= !run.failed && table.pointer_size > 0 && table.instructions <= table.end;
    return table;
}

/* What is known of a register of the caller. */
static struct saved *saved_in(struct row *row, uint64_t number) {
    return number == FRAME_POINTER     ? &row->frame_pointer
            : number == STACK_POINTER  ? &row->stack_pointer
            : number == RETURN_ADDRESS ? &row->return_address
                                       : &row->other;
}

enum instruction {
    NOTHING = 0,
    ADVANCE_1 = 2,
    ADVANCE_2 = 3,
    ADVANCE_4 = 4,
    OFFSET_EXTENDED = 5,
    RESTORE_EXTENDED = 6,
    UNDEFINED_VALUE = 7,
    SAME_VALUE = 8,
    IN_REGISTER = 9,
    REMEMBER = 10,
    RESTORE_REMEMBERED = 11,
    DEFINE_BASE = 12,
    DEFINE_BASE_REGISTER = 13,
    DEFINE_BASE_OFFSET = 14,
    DEFINE_BASE_EXPRESSION = 15,
    EXPRESSION = 16,
    OFFSET_EXTENDED_SIGNED = 17,
    DEFINE_BASE_SIGNED = 18,
    DEFINE_BASE_OFFSET_SIGNED = 19,
    VALUE_OFFSET = 20,
    VALUE_OFFSET_SIGNED = 21,
    VALUE_EXPRESSION = 22,
    ARGUMENTS_SIZE = 0x2E,
    /* In the two highest bits of the byte, with an operand in the others. */
    ADVANCE = 0x40,
    OFFSET = 0x80,
    RESTORE = 0xC0
};

/* Runs instructions until they describe a later address than this; false if one is not understood. */
static bool run_instructions(const struct table *table, struct run run, uintptr_t location, uintptr_t last, const struct row *initial, struct row *row) {
    struct row remembered[MOST_REMEMBERED];
    size_t depth = 0;
    while (run.at < run.end && !run.failed && location <= last) {
        uint8_t byte = (uint8_t)number(&run, 1);
        uint8_t operand = byte & 0x3F;
        struct saved *saved;
        uint64_t name;
        switch (byte & 0xC0 ? byte & 0xC0 : byte) {
            case NOTHING:
                break;
            case ADVANCE:
                location += operand * table->code_unit;
                break;
            case ADVANCE_1:
                location += number(&run, 1) * table->code_unit;
                break;
            case ADVANCE_2:
                location += number(&run, 2) * table->code_unit;
                break;
            case ADVANCE_4:
                location += number(&run, 4) * table->code_unit;
                break;
            case OFFSET:
                *saved_in(row, operand) = (struct saved){SAVED, (int64_t)uleb(&run) * table->data_unit};
                break;
            case OFFSET_EXTENDED:
                saved = saved_in(row, uleb(&run));
                *saved = (struct saved){SAVED, (int64_t)uleb(&run) * table->data_unit};
                break;
            case OFFSET_EXTENDED_SIGNED:
                saved = saved_in(row, uleb(&run));
                *saved = (struct saved){SAVED, sleb(&run) * table->data_unit};
                break;
            case RESTORE:
            case RESTORE_EXTENDED:
                name = byte == RESTORE_EXTENDED ? uleb(&run) : operand;
                *saved_in(row, name) = *saved_in((struct row *)initial, name);
                break;
            case UNDEFINED_VALUE:
                saved_in(row, uleb(&run))->place = UNDEFINED;
                break;
            case SAME_VALUE:
                saved_in(row, uleb(&run))->place = UNCHANGED;
                break;
            case IN_REGISTER:
            case VALUE_OFFSET:
            case VALUE_OFFSET_SIGNED:
                saved_in(row, uleb(&run))->place = ELSEWHERE;
                uleb(&run);
                break;
            case EXPRESSION:
            case VALUE_EXPRESSION:
                saved_in(row, uleb(&run))->place = ELSEWHERE;
                skip(&run, uleb(&run));
                break;
            case REMEMBER:
                if (depth == MOST_REMEMBERED) {
                    return false;
                }
                remembered[depth++] = *row;
                break;
            case RESTORE_REMEMBERED:
                if (depth == 0) {
                    return false;
                }
                *row = remembered[--depth];
                break;
            case DEFINE_BASE:
                row->base = uleb(&run);
                row->offset = (int64_t)uleb(&run);
                break;
            case DEFINE_BASE_SIGNED:
                row->base = uleb(&run);
                row->offset = sleb(&run) * table->data_unit;
                break;
            case DEFINE_BASE_REGISTER:
                row->base = uleb(&run);
                break;
            case DEFINE_BASE_OFFSET:
                row->offset = (int64_t)uleb(&run);
                break;
            case DEFINE_BASE_OFFSET_SIGNED:
                row->offset = sleb(&run) * table->data_unit;
                break;
            case DEFINE_BASE_EXPRESSION:
                row->base = COMPUTED;
                skip(&run, uleb(&run));
                break;
            case ARGUMENTS_SIZE:
                uleb(&run);
                break;
            default:
                return false;
        }
    }
    return !run.failed;
}

/* The entry of a function, and where its code begins. */
struct function {
    const uint8_t *entry;
    uintptr_t start;
};

/*
 * Finds the last function that begins at or before an address, in the sorted index: after four bytes of encodings, the address of the
 * tables and the number of rows come the rows, each a function's start and its entry, as distances from the header.
 */
static bool find_function(const uint8_t *header, uintptr_t address, struct function *function) {
    enum { INDEX_VERSION = 1, UNSIGNED_4 = 3, DISTANCE_4 = 0x3B, COUNT_AT = 8, ROWS_AT = 12, ROW_LENGTH = 8 };
    if (header[0] != INDEX_VERSION || size_of(header[1]) != 4 || header[2] != UNSIGNED_4 || header[3] != DISTANCE_4) {
        return false;
    }
    uint32_t first = 0;
    uint32_t after = length_at(header + COUNT_AT);
    int64_t sought = (int64_t)(address - (uintptr_t)header);
    int32_t row[2] = {0};
    bool found = false;
    while (first < after) {
        uint32_t middle = first + (after - first) / 2;
        int32_t now[2];
        memcpy(now, header + ROWS_AT + (uint64_t)middle * ROW_LENGTH, sizeof now);
        if (now[0] > sought) {
            after = middle;
        } else {
            first = middle + 1;
            memcpy(row, now, sizeof row);
            found = true;
        }
    }
    *function = (struct function){header + row[1], (uintptr_t)header + (uintptr_t)(intptr_t)row[0]};
    return found;
}

bool unwind_rules_known(void) { return true; }

struct unwind_rule unwind_rule_find(const uint8_t *header, uintptr_t start, uintptr_t end, uintptr_t address) {
    const struct unwind_rule unknown = {.base = UNWIND_UNKNOWN};
    /* The call is before the address that it returns to. */
    uintptr_t call = address - 1;
    struct function function;
    if (!find_function(header, call, &function) || (uintptr_t)function.entry < start || (uintptr_t)function.entry >= end) {
        return unknown;
    }
    const uint8_t *entry = function.entry;
    int32_t distance;
    memcpy(&distance, entry + LENGTH_SIZE, sizeof distance);
    struct table table = read_shared(entry + LENGTH_SIZE - distance);
    struct run own = {entry + BEGIN_AT, entry + LENGTH_SIZE + length_at(entry), false};
    skip(&own, table.pointer_size);
    uint64_t length = number(&own, table.pointer_size);
    if (table.has_data) {
        skip(&own, uleb(&own));
    }
    struct row initial = {.base = COMPUTED};
    if (!table.known || own.failed || call - function.start >= length
            || !run_instructions(&table, (struct run){table.instructions, table.end, false}, function.start, call, &initial, &initial)) {
        return unknown;
    }
    struct row row = initial;
    if (!run_instructions(&table, own, function.start, call, &initial, &row)) {
        return unknown;
    }
    if (row.return_address.place == UNDEFINED) {
        return (struct unwind_rule){.base = UNWIND_OUTERMOST};
    }
    bool described = (row.base == STACK_POINTER || row.base == FRAME_POINTER) && row.return_address.place == SAVED
            && row.return_address.offset == -(int64_t)sizeof(uint64_t) && row.stack_pointer.place == UNCHANGED
            && (row.frame_pointer.place == UNCHANGED || (row.frame_pointer.place == SAVED && row.frame_pointer.offset != 0));
    return described ? (struct unwind_rule){
                   .base = row.base == STACK_POINTER ? UNWIND_STACK : UNWIND_FRAME,
                   .offset = row.offset,
                   .saved_frame = row.frame_pointer.place == SAVED ? row.frame_pointer.offset : 0,
           }
                     : unknown;
}

#else

bool unwind_rules_known(void) { return false; }

struct unwind_rule unwind_rule_find(const uint8_t *header, uintptr_t start, uintptr_t end, uintptr_t address) {
    (void)header;
    (void)start;
    (void)end;
    (void)address;
    return (struct unwind_rule){.base = UNWIND_UNKNOWN};
}

#endif
