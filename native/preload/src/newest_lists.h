/* newest_lists.c: the counts for each rank of a communicator's newest calls. */
#ifndef ROLLCALL_NEWEST_LISTS_H
#define ROLLCALL_NEWEST_LISTS_H

#include "rollcall.h"

/* The list hash of a call, docs/trace-format.md. */
uint64_t list_hash(const struct rollcall_call *call);
/* Keeps a call's lists in its communicator's entry, in place of older ones. */
void newest_lists_keep(const struct rollcall_call *call, uint64_t sequence, uint64_t hash);

#endif
