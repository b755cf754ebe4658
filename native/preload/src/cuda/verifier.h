/*
 * Verifies copies: sums both sides where they are, in the order of the copy's stream, and compares the checksums when they have come to
 * the host. Changes neither the current context nor an error state. Threads wait only where ROLLCALL_CORRUPT says so. Without a driver,
 * or after many failures in a row, it ends with one warning, and copies are recorded unverified. Thread-safe.
 */
#ifndef ROLLCALL_CUDA_VERIFIER_H
#define ROLLCALL_CUDA_VERIFIER_H

#include "allocation.h"
#include "copy.h"

struct verification;

/* Whether copies are verified at all, and if not, why. */
bool verifier_open(const char **problem);
/* Says once that a copy is not rerouted. */
void verifier_not_rerouted(const char *reason);
/* Plans and begins the verification of a copy that is about to be made; NULL, with the reason, if it is not verified. */
struct verification *verifier_before(const struct copy *copy, const struct allocation *from, const struct allocation *to, const char **reason);
/* Sets where the copy is recorded. */
void verifier_recorded(struct verification *verification, const struct copy *copy, uint64_t position);
/* Gives up the verification of a copy that was not made. */
void verifier_abandon(struct verification *verification);
/* Enqueues what follows a copy; returns false if the function must return an error, because the copy is corrupt. */
bool verifier_after(struct verification *verification);

/* Compares the copies whose checksums have come to the host. Does not wait. */
void verifier_poll(void);
/* Whether copies are in flight that were not compared. */
bool verifier_in_flight(void);
/* Nothing of a device is touched any more. */
void verifier_stop(void);
/* The contexts of a device are about to end. */
void verifier_ending(int device);
/* In a forked child. */
void verifier_forked(void);

#endif
