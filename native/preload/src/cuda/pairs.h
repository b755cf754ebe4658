/* What is known of the pairs of devices that copies run between; the host, as device -1, is one, too. Thread-safe. */
#ifndef ROLLCALL_CUDA_PAIRS_H
#define ROLLCALL_CUDA_PAIRS_H

#include <stdbool.h>
#include <stdint.h>

#include "../codes.h"

/* The path of a copy between two devices; PATH_UNKNOWN where CUDA may choose and does not say which. The driver must be open. */
enum copy_path pair_path(int32_t source, int32_t destination);
/* The path of a copy that is not verified, and therefore not rerouted. */
enum copy_path pair_unverified_path(int32_t source, int32_t destination);
/* Reroutes all later copies between two devices. */
void pair_reroute(int32_t source, int32_t destination);
/* Whether this is the first copy of the pair with a verdict. */
bool pair_first_time(int32_t source, int32_t destination, uint32_t verdict);
/* In a forked child. */
void pairs_forked(void);

#endif
