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

/* Whether there are rules for this processor. */
bool unwind_rules_known(void);

/*
 * Reads the rule of a return address from the tables of a module; an unknown one where they do not describe it.
 *
 * header: the module's index of its tables (.eh_frame_hdr)
 * start, end: between them, the module lies
 */
struct unwind_rule unwind_rule_find(const uint8_t *header, uintptr_t start, uintptr_t end, uintptr_t address);

#endif
