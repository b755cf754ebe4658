/*
 * How the caller of a function is found from a return address in it: a row of the unwind table that the compiler writes
 * (.eh_frame; Linux Standard Base, "Exception Frames"; DWARF 5, section 6.4). For x86-64; elsewhere no rule is known.
 */
#ifndef ROLLCALL_UNWIND_RULE_H
#define ROLLCALL_UNWIND_RULE_H

#include <stdbool.h>
#include <stdint.h>

enum unwind_base {
    UNWIND_UNKNOWN,   /* the row needs more than this describes, or there is none */
    UNWIND_OUTERMOST, /* there is no caller */
    UNWIND_STACK,     /* the frame begins at the stack pointer and an offset */
    UNWIND_FRAME,     /* at the frame pointer and an offset */
};

/* The caller's stack pointer is where the frame begins, and the return address lies in the word before it. */
struct unwind_rule {
    enum unwind_base base;
    int64_t offset;      /* bytes */
    int64_t saved_frame; /* where the caller's frame pointer lies, from the frame's beginning; 0: it is unchanged */
};

/*
 * Reads a row of a table.
 *
 * entry: the function's (FDE)
 * function: where the code begins that the entry describes
 * address: a return address in it
 */
struct unwind_rule unwind_rule_read(const uint8_t *entry, uintptr_t function, uintptr_t address);

#endif
