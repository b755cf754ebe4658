/* The frames of Python of the calling thread, for CPython 3.9 to 3.13, and 3.14 by the offsets that it publishes, read without the interpreter's lock. */
#ifndef ROLLCALL_PYTHON_FRAMES_H
#define ROLLCALL_PYTHON_FRAMES_H

#include <stdbool.h>
#include <stdint.h>

/* Looks for an interpreter in this process. */
void python_start(void);
/* Fills in the heap ids of the thread's innermost frames, the innermost first; returns how many, 0 without an interpreter. */
uint32_t python_frames(uint32_t *frames, uint32_t most);
/* Whether this is an address in the code of the interpreter's module. */
bool python_contains(uintptr_t address);

#endif
